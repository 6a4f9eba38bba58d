// One role at a time: areas by actions. What is changed is ringed until it is saved; saving acts at once.
import { useState } from "react";
import { actions, type AreaRights } from "#domain/rights.ts";
import { may, myAccess } from "#app/lib/access.ts";
import { countOf } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { useRecordsContext } from "#app/records/records-context.ts";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Checkbox, FieldError, TextField } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { toast } from "#app/ui/toast.ts";
import { type Role, roleSentence } from "./role-words.ts";
import { type Colleague, rightOf, useTeamCall, useViewAs } from "./team-data.ts";

const granted = ({ grants }: Role) => new Set(grants.map(({ area, action }) => `${area} ${action}`));
const asGrants = (rights: ReadonlySet<string>) =>
  [...rights].map((right) => ({ area: right.split(" ")[0] ?? "", action: right.split(" ")[1] ?? "" }));
const differs = (a: ReadonlySet<string>, b: ReadonlySet<string>) =>
  a.size !== b.size || [...a].some((right) => !b.has(right));
const refused = (error: Error) => toast({ title: "Nothing was changed", text: messageOf(error), tone: "danger" });

export function RolesPanel({ roles, colleagues }: { roles: readonly Role[]; colleagues: readonly Colleague[] }) {
  const [chosen, setChosen] = useState("sales");
  const [naming, setNaming] = useState(false);
  const role = roles.find(({ key }) => key === chosen) ?? roles[0];
  if (!role) return null;
  const holders = colleagues.filter(({ role_key, is_active }) => is_active && role_key === role.key);
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_18rem]">
      <section aria-label="Roles" className={panelClass}>
        <header className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-3">
          <h2 className="font-[620]">Roles</h2>
          {may("staff", "edit") && (
            <Button variant="line" size="compact" className="ml-auto" onClick={() => setNaming(true)}>
              Copy role
            </Button>
          )}
        </header>
        <div className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-2.5">
          <fieldset aria-label="Role" className="flex flex-wrap rounded-1 border border-control">
            {roles.map(({ key, name }) => (
              <button
                key={key}
                type="button"
                aria-pressed={key === role.key}
                className="min-h-9 border-r border-control px-3 last:border-0 aria-pressed:bg-nil aria-pressed:font-[620] max-sm:min-h-11"
                onClick={() => setChosen(key)}
              >
                {name}
              </button>
            ))}
          </fieldset>
          <span className="ml-auto text-caption text-muted">
            {holders.length === 0
              ? "No one has it"
              : `${countOf(holders.length, "colleague has", "colleagues have")} it`}
          </span>
        </div>
        {/* A role that was read again starts from what it is now. */}
        <Matrix key={`${role.id} ${role.updated_at}`} role={role} onDeleted={() => setChosen("sales")} />
      </section>
      <Meaning role={role} holders={holders} />
      {naming && <CopyDialog role={role} onClose={() => setNaming(false)} onMade={setChosen} roles={roles} />}
    </div>
  );
}

function Matrix({ role, onDeleted }: { role: Role; onDeleted: () => void }) {
  const { areas } = useRecordsContext();
  const { is_owner: isOwner, grants: mine, roles: mineNames } = myAccess();
  const saved = granted(role);
  const [rights, setRights] = useState<ReadonlySet<string>>(saved);
  const [asks, setAsks] = useState(role.asks_second_factor);
  const save = useTeamCall("save_role");
  const remove = useTeamCall("delete_role");
  const isFixed =
    role.key === "admin" ||
    !may("staff", "edit") ||
    (!isOwner && (mineNames.includes(role.name) || [...saved].some((right) => !mine.includes(right))));
  const isChanged = asks !== role.asks_second_factor || differs(rights, saved);
  const toggle = (right: string) =>
    setRights((old) => new Set(old.has(right) ? [...old].filter((one) => one !== right) : [...old, right]));
  return (
    <>
      {/* On a phone eight columns have no room: each area says its actions in words. */}
      <div className="sm:overflow-x-auto">
        <table aria-label={`Rights of ${role.name}`} className="w-full border-collapse text-left max-sm:block">
          <thead className="max-sm:hidden">
            <tr className="border-b-2 border-control">
              <th scope="col" className="px-4 py-2 font-[520]">
                Area
              </th>
              {actions.map((action) => (
                <th key={action} scope="col" className="px-2 py-2 text-center font-[520] capitalize">
                  {action}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="max-sm:block">
            {areas.map((area) => (
              <AreaRow
                key={area.area}
                area={area}
                has={(right) => role.key === "admin" || rights.has(right)}
                wasChanged={(right) => role.key !== "admin" && rights.has(right) !== saved.has(right)}
                isOpen={(right) => !isFixed && (isOwner || mine.includes(right))}
                onToggle={toggle}
              />
            ))}
          </tbody>
        </table>
      </div>
      <footer className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
        <Checkbox
          label="Asks for a second factor"
          checked={asks}
          disabled={isFixed}
          onChange={(event) => setAsks(event.target.checked)}
        />
        <span className="text-caption text-muted">A disc is allowed, a ring is not.</span>
        <span className="ml-auto flex gap-2">
          {!role.preset && !isFixed && (
            <Button
              variant="danger"
              size="compact"
              disabled={remove.isPending}
              onClick={() => remove.mutate({ role: role.id }, { onSuccess: onDeleted, onError: refused })}
            >
              Delete role
            </Button>
          )}
          {!isFixed && (
            <>
              <Button
                variant="line"
                size="compact"
                disabled={!isChanged}
                onClick={() => {
                  setRights(saved);
                  setAsks(role.asks_second_factor);
                }}
              >
                Discard
              </Button>
              <Button
                size="compact"
                disabled={!isChanged || save.isPending}
                onClick={() =>
                  save.mutate(
                    {
                      role: { id: role.id, name: role.name, asks_second_factor: asks, grants: asGrants(rights) },
                      seen: role.updated_at,
                    },
                    { onSuccess: () => toast({ title: `${role.name} is saved, and acts at once` }), onError: refused },
                  )
                }
              >
                {save.isPending ? "Saving..." : "Save"}
              </Button>
            </>
          )}
        </span>
      </footer>
    </>
  );
}

function AreaRow({
  area: { area, name, actions: known },
  has,
  wasChanged,
  isOpen,
  onToggle,
}: {
  area: AreaRights;
  has: (right: string) => boolean;
  wasChanged: (right: string) => boolean;
  isOpen: (right: string) => boolean;
  onToggle: (right: string) => void;
}) {
  const hasNone = known.every((action) => !has(rightOf(area, action)));
  return (
    <tr className="border-b border-line max-sm:flex max-sm:flex-wrap max-sm:px-4 max-sm:py-2">
      <th
        scope="row"
        className={classNames(
          "px-4 py-1.5 max-sm:w-full max-sm:px-0 max-sm:py-1",
          hasNone ? "font-normal text-muted" : "font-[520]",
        )}
      >
        {name}
      </th>
      {actions.map((action) => {
        const right = rightOf(area, action);
        return (
          <td
            key={action}
            className={classNames("px-2 text-center max-sm:px-0", !known.includes(action) && "max-sm:hidden")}
          >
            {known.includes(action) && (
              <label className="inline-grid size-9 place-items-center max-sm:inline-flex max-sm:h-11 max-sm:w-auto max-sm:min-w-22 max-sm:gap-2 max-sm:pr-4">
                <input
                  type="checkbox"
                  aria-label={`${name}: ${action}`}
                  checked={has(right)}
                  disabled={!isOpen(right)}
                  onChange={() => onToggle(right)}
                  className={classNames(
                    "size-3.5 appearance-none rounded-full border border-control checked:border-ink checked:bg-ink",
                    wasChanged(right) && "outline-2 outline-offset-2 outline-dev",
                  )}
                />
                <span aria-hidden="true" className="capitalize sm:hidden">
                  {action}
                </span>
              </label>
            )}
          </td>
        );
      })}
    </tr>
  );
}

function Meaning({ role, holders }: { role: Role; holders: readonly Colleague[] }) {
  const { areas } = useRecordsContext();
  const viewAs = useViewAs();
  return (
    <div className="grid gap-4">
      <section aria-label={`What ${role.name} means`} className={panelClass}>
        <h2 className="border-b border-line px-4 py-3 font-[620]">What {role.name} means</h2>
        <div className="grid gap-3 px-4 py-3">
          <p className="text-base">
            {role.name} {roleSentence(role, areas)}
          </p>
          <p className="text-caption text-muted">
            Without “send” a button reads “Ask for release” and makes a task for someone who may.
          </p>
        </div>
        <footer className="grid gap-2 border-t border-line px-4 py-3">
          <Button
            variant="line"
            size="compact"
            icon="eye"
            className="justify-self-start"
            onClick={() => viewAs.mutate({ role: role.id }, { onError: refused })}
          >
            View as {role.name}
          </Button>
          <span className="text-caption text-muted">Reading only, framed, written to the audit log</span>
        </footer>
      </section>
      {holders.length > 0 && (
        <section aria-label="Acts at once" className={panelClass}>
          <h2 className="border-b border-line px-4 py-3 font-[620]">Acts at once</h2>
          <p className="px-4 py-3 text-caption text-muted">
            Saving changes what {holders.map(({ name }) => name).join(", ")} may do with the next click. Open screens
            say “Your role changed” and reload.
          </p>
        </section>
      )}
    </div>
  );
}

function CopyDialog({
  role,
  roles,
  onClose,
  onMade,
}: {
  role: Role;
  roles: readonly Role[];
  onClose: () => void;
  onMade: (key: string) => void;
}) {
  const { areas } = useRecordsContext();
  const [name, setName] = useState(`${role.name} copy`);
  const save = useTeamCall("save_role");
  const rights =
    role.key === "admin"
      ? areas.flatMap(({ area, actions: known }) => known.map((action) => rightOf(area, action)))
      : [...granted(role)];
  return (
    <FormDialog
      narrow
      title={`Copy ${role.name}`}
      onClose={onClose}
      busy={save.isPending}
      blocked={name.trim() === "" || roles.some((other) => other.name.toLowerCase() === name.trim().toLowerCase())}
      confirm={save.isPending ? "Copying..." : "Copy role"}
      onConfirm={() =>
        save.mutate(
          { role: { name, asks_second_factor: role.asks_second_factor, grants: asGrants(new Set(rights)) } },
          {
            onSuccess: () => {
              onMade(role.key);
              onClose();
            },
          },
        )
      }
    >
      <div className="grid gap-4">
        <TextField
          label="Name of the new role"
          size="compact"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        {save.error && <FieldError>{messageOf(save.error)}</FieldError>}
      </div>
    </FormDialog>
  );
}
