// Settings, Team: who works here, in which role, and what each role may do.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { may } from "#app/lib/access.ts";
import { countOf, formatWhen } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { Chip } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Menu } from "#app/ui/compact/menu.tsx";
import { inputClass } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { toast } from "#app/ui/toast.ts";
import { currentMillis } from "#domain/clock.ts";
import { InviteDialog } from "./invite-dialog.tsx";
import { LeaveDialog } from "./leave-dialog.tsx";
import type { Role } from "./role-words.ts";
import { RolesPanel } from "./roles-panel.tsx";
import {
  type Colleague,
  type Invitation,
  invitationsQuery,
  rolesQuery,
  teamQuery,
  invitedWords,
  useInvite,
  useTeamCall,
  useViewAs,
} from "./team-data.ts";

export default function TeamSettings() {
  const team = useQuery(teamQuery);
  const roles = useQuery(rolesQuery);
  const invitations = useQuery(invitationsQuery);
  const [inviting, setInviting] = useState(false);
  const failed = [team, roles, invitations].find(({ isError }) => isError);
  if (failed)
    return (
      <div role="alert" className={`${panelClass} flex flex-wrap items-center gap-3 p-4`}>
        <p>
          <b>Failed to load the team.</b> No one’s rights have changed, and everyone can go on working.{" "}
          {messageOf(failed.error)}
        </p>
        <Button variant="line" size="compact" onClick={() => void failed.refetch()}>
          Try again
        </Button>
      </div>
    );
  if (!team.data || !roles.data || !invitations.data) return <LoadingRows rows={5} />;
  return (
    <div className="grid gap-4">
      <Colleagues
        all={team.data}
        invitations={invitations.data}
        roles={roles.data}
        onInvite={() => setInviting(true)}
      />
      <RolesPanel roles={roles.data} colleagues={team.data} />
      {inviting && <InviteDialog roles={roles.data} onClose={() => setInviting(false)} />}
    </div>
  );
}

const cell = "px-4 py-2.5 align-middle";
const shownHolds = (holds: Colleague["holds"]) =>
  Object.entries(holds)
    .map(([kind, count]) => countOf(count, kind.replace(/ies$/, "y").replace(/s$/, ""), kind))
    .join(", ") || "Nothing yet";

function Colleagues({
  all,
  invitations,
  roles,
  onInvite,
}: {
  all: readonly Colleague[];
  invitations: readonly Invitation[];
  roles: readonly Role[];
  onInvite: () => void;
}) {
  const [showLeft, setShowLeft] = useState(false);
  const active = all.filter(({ is_active }) => is_active);
  const left = all.filter(({ is_active }) => !is_active);
  const shown = showLeft ? [...active, ...left] : active;
  const counts = [`${active.length} active`, `${invitations.length} invited`, `${left.length} left`].join(", ");
  return (
    <section aria-label="Colleagues" className={panelClass}>
      <header className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-3">
        <h2 className="font-[620]">Colleagues</h2>
        <span className="text-caption text-muted">{counts}</span>
        {may("staff", "add") && (
          <Button size="compact" icon="plus" className="ml-auto" onClick={onInvite}>
            Invite a colleague
          </Button>
        )}
      </header>
      <div className="overflow-x-auto">
        <table className="w-full border-collapse text-left max-md:block max-md:[&_tbody]:block">
          <thead className="border-b border-line text-caption text-muted max-md:sr-only">
            <tr>
              {["Colleague", "Role", "Second factor", "Last seen", "Holds"].map((name) => (
                <th key={name} scope="col" className="px-4 py-2 font-normal whitespace-nowrap">
                  {name}
                </th>
              ))}
              <th scope="col" className="px-4 py-2">
                <span className="sr-only">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((colleague) => (
              <ColleagueRow key={colleague.user_id} colleague={colleague} roles={roles} colleagues={active} />
            ))}
            {invitations.map((invitation) => (
              <InvitedRow key={invitation.id} invitation={invitation} />
            ))}
          </tbody>
        </table>
      </div>
      {active.length === 1 && invitations.length === 0 && (
        <p className="border-b border-line px-4 py-3 text-muted">
          You work alone here. Invite a colleague and choose what they may see and do. Until then you are the only
          owner.
        </p>
      )}
      <footer className="flex flex-wrap items-center gap-3 px-4 py-3 text-caption text-muted">
        <span>People who have left keep their name on everything they did.</span>
        {left.length > 0 && (
          <button type="button" className="ml-auto underline" onClick={() => setShowLeft(!showLeft)}>
            {showLeft ? "Hide who left" : "Show who left"}
          </button>
        )}
      </footer>
    </section>
  );
}

const rowClass =
  "border-b border-line last:border-0 max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-y-1 max-md:py-2 max-md:[&_td]:py-0.5";

function Who({ name, email, muted = false }: { name: string; email: string | null; muted?: boolean }) {
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <span
        aria-hidden="true"
        className={`grid size-9 shrink-0 place-items-center rounded-full text-caption font-[620] ${muted ? "border border-dashed border-control" : "bg-nil"}`}
      >
        {name
          .split(/[\s@]+/)
          .slice(0, 2)
          .map((part) => part.charAt(0).toUpperCase())
          .join("")}
      </span>
      <span className="min-w-0">
        <span className="block truncate font-[620]">{name}</span>
        {email !== null && email !== name && <span className="block truncate text-caption text-muted">{email}</span>}
      </span>
    </span>
  );
}

function ColleagueRow({
  colleague,
  roles,
  colleagues,
}: {
  colleague: Colleague;
  roles: readonly Role[];
  colleagues: readonly Colleague[];
}) {
  const [leaving, setLeaving] = useState(false);
  const setRole = useTeamCall("set_role");
  const viewAs = useViewAs();
  const reactivate = useTeamCall("reactivate_colleague");
  const refused = (error: Error) => toast({ title: "Nothing was changed", text: messageOf(error), tone: "danger" });
  const { name, email, is_me: isMe, is_active: isActive, role_key: roleKey, role_id: roleId } = colleague;
  const mayChange = !isMe && isActive && !colleague.is_above_me && may("staff", "edit");
  const mayLeave = !isMe && !colleague.is_above_me && may("staff", "delete");
  return (
    <tr className={rowClass}>
      <td className={`${cell} min-w-56 md:max-w-64`}>
        <Who name={name} email={email} muted={!isActive} />
      </td>
      <td className={cell}>
        {mayChange ? (
          <select
            aria-label={`Role of ${name}`}
            className={`${inputClass("compact")} w-auto min-w-32`}
            value={roleKey ?? ""}
            disabled={setRole.isPending}
            onChange={(event) =>
              setRole.mutate(
                { person: colleague.user_id, role_key: event.target.value },
                { onSuccess: () => toast({ title: `The role of ${name} changed at once` }), onError: refused },
              )
            }
          >
            {roles.map((role) => (
              <option key={role.id} value={role.key}>
                {role.name}
              </option>
            ))}
          </select>
        ) : (
          <Chip>{isActive ? (colleague.role_name ?? "No role") : "Left"}</Chip>
        )}
      </td>
      <td className={`${cell} max-md:col-span-2`}>
        <SecondFactor colleague={colleague} />
      </td>
      <td className={`${cell} text-muted max-md:hidden`}>
        {colleague.left_at
          ? `Left ${formatWhen(colleague.left_at)}`
          : isMe
            ? "Now"
            : colleague.last_seen
              ? formatWhen(colleague.last_seen)
              : "Not yet"}
      </td>
      <td className={`${cell} text-muted max-md:hidden`}>{shownHolds(colleague.holds)}</td>
      <td className={`${cell} text-right max-md:col-span-2`}>
        {isMe ? (
          <span className="text-caption whitespace-nowrap text-muted">
            {colleague.is_last_owner ? "You, last owner" : "You"}
          </span>
        ) : isActive ? (
          <span className="inline-flex items-center gap-1">
            {roleId && !colleague.is_above_me && (
              <Button
                variant="line"
                size="compact"
                icon="eye"
                onClick={() => viewAs.mutate({ role: roleId }, { onError: refused })}
              >
                View as
              </Button>
            )}
            {mayLeave && (
              <Menu
                label={`More for ${name}`}
                actions={[
                  {
                    id: "leave",
                    label: "Deactivate",
                    icon: "close",
                    danger: true,
                    onAction: () => setLeaving(true),
                  },
                ]}
              />
            )}
          </span>
        ) : (
          mayLeave &&
          email !== null && (
            <Button
              variant="line"
              size="compact"
              disabled={reactivate.isPending}
              onClick={() =>
                reactivate.mutate(
                  { person: colleague.user_id },
                  { onSuccess: () => toast({ title: `${name} can sign in again` }), onError: refused },
                )
              }
            >
              Reactivate
            </Button>
          )
        )}
        {leaving && <LeaveDialog colleague={colleague} colleagues={colleagues} onClose={() => setLeaving(false)} />}
      </td>
    </tr>
  );
}

function SecondFactor({ colleague }: { colleague: Colleague }) {
  const { second_factor: factor, passkeys, asks_second_factor: asks, is_active: isActive } = colleague;
  if (!isActive) return null;
  if (!factor && asks)
    return (
      <span className="inline-flex items-center gap-1.5 font-[520] text-danger">
        <Icon name="alert" className="size-4" />
        None, asked at next sign-in
      </span>
    );
  return (
    <span className="inline-flex items-center gap-1.5">
      <Icon name="lock" className="size-4 text-muted" />
      {factor === "app" ? "Code by app" : factor === "key" ? "Security key" : passkeys > 0 ? "Passkey" : "None"}
    </span>
  );
}

function InvitedRow({ invitation }: { invitation: Invitation }) {
  const again = useInvite();
  const revoke = useTeamCall("revoke_invitation");
  const [now] = useState(currentMillis);
  const { name, email_key: email, expires_at: ends, roles: role } = invitation;
  const hours = Math.max(0, Math.round((new Date(ends).getTime() - now) / 3_600_000));
  const refused = (error: Error) => toast({ title: "Nothing was changed", text: messageOf(error), tone: "danger" });
  return (
    <tr className={rowClass}>
      <td className={`${cell} min-w-56`}>
        <Who name={name} email={email} muted />
      </td>
      <td className={cell}>
        <Chip>{role?.name ?? ""}</Chip>
      </td>
      <td className={cell}>
        <Chip tone="soon">Invited</Chip>
      </td>
      <td className={`${cell} text-muted`}>{hours > 0 ? `Link ends in ${hours} h` : "Link has ended"}</td>
      <td className={`${cell} text-muted max-md:hidden`}>Nothing yet</td>
      <td className={`${cell} text-right max-md:col-span-2`}>
        {may("staff", "add") && (
          <span className="inline-flex items-center gap-1">
            <Button
              variant="line"
              size="compact"
              disabled={again.isPending}
              onClick={() =>
                again.mutate(
                  { name, email, role_key: role?.key ?? "" },
                  { onSuccess: ({ leaves }) => toast(invitedWords(name, leaves)), onError: refused },
                )
              }
            >
              Send again
            </Button>
            <Button
              variant="line"
              size="compact"
              disabled={revoke.isPending}
              aria-label={`Take back the invitation to ${name}`}
              onClick={() => revoke.mutate({ invitation: invitation.id }, { onError: refused })}
            >
              Take back
            </Button>
          </span>
        )}
      </td>
    </tr>
  );
}
