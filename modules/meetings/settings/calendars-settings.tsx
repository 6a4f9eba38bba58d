// Settings, Calendars: which of my calendars say that I am busy, which one our meetings are written to, and my feed.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useSession } from "#app/auth/session.tsx";
import { may } from "#app/lib/access.ts";
import { formatWhen } from "#app/lib/formats.ts";
import { staffQuery } from "#app/lib/office.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { Art } from "#app/ui/art.tsx";
import { StatusBadge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { FailedRow } from "#app/ui/compact/failed-row.tsx";
import { Menu, type MenuAction } from "#app/ui/compact/menu.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Checkbox, SelectField, TextField } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { toast } from "#app/ui/toast.ts";
import {
  type Calendar,
  calendarsQuery,
  hostOf,
  isStale,
  readCalendarNow,
  renewFeed,
  serviceNames,
  type ServiceKind,
  servicesQuery,
  signInAgain,
  signInAt,
} from "../calendars-data.ts";
import { calendarTrouble } from "../meeting.ts";
import { useMeetingChange } from "../meetings-data.ts";
import { ConnectDialog } from "./connect-dialog.tsx";
import ProviderPanel from "./provider-panel.tsx";

const kindWords: Record<string, string> = {
  caldav: "CalDAV",
  ics: "By its address",
  google: "Google",
  microsoft: "Microsoft",
};

const leaveFor = (kind: ServiceKind) =>
  signInAt(kind).catch((error: unknown) =>
    toast({ title: `${serviceNames[kind]} cannot be opened`, text: messageOf(error), tone: "danger" }),
  );

export default function CalendarsSettings() {
  const { user } = useSession();
  const list = useQuery(calendarsQuery);
  const staff = useQuery(staffQuery).data ?? [];
  const services = useQuery(servicesQuery).data;
  const [connecting, setConnecting] = useState<"caldav" | "ics" | null>(null);
  const mine = list.data?.filter(({ staff_id: id }) => id === user?.id) ?? [];
  const others = list.data?.filter(({ staff_id: id }) => id !== user?.id) ?? [];
  const mayEdit = may("meetings", "edit");
  return (
    <div className="grid gap-4">
      <section aria-label="My calendars" className={`${panelClass} rounded-br-[1.25rem]`}>
        <header className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-4 py-2.5">
          <div>
            <h2 className="text-small font-[640]">My calendars</h2>
            <p className="text-caption text-muted">
              Read every five minutes and before a booking. Only when you are busy is kept: no titles, places or people.
            </p>
          </div>
          {mayEdit && (
            <span className="flex flex-wrap gap-2">
              <Button variant="line" size="compact" icon="link" onClick={() => setConnecting("ics")}>
                By its address
              </Button>
              {(["google", "microsoft"] as const)
                .filter((kind) => services?.[kind])
                .map((kind) => (
                  <Button key={kind} variant="line" size="compact" onClick={() => void leaveFor(kind)}>
                    {serviceNames[kind]}
                  </Button>
                ))}
              <Button size="compact" icon="plus" onClick={() => setConnecting("caldav")}>
                Connect
              </Button>
            </span>
          )}
        </header>
        {list.isPending && <LoadingRows rows={2} />}
        {list.isError && <FailedRow what="calendars" why={messageOf(list.error)} onRetry={() => void list.refetch()} />}
        {list.data && mine.length === 0 && (
          <EmptyState art={<Art name="still" />} title="No calendar is connected">
            <p className="max-w-96 text-muted">
              Without one, visitors are offered your hours without your own appointments. iCloud, Fastmail, Nextcloud
              and most others speak CalDAV.
            </p>
          </EmptyState>
        )}
        <ul>
          {mine.map((calendar) => (
            <CalendarRow key={calendar.id} calendar={calendar} />
          ))}
        </ul>
      </section>
      <Feed />
      <ProviderPanel />
      {others.length > 0 && (
        <section aria-label="Calendars of colleagues" className={panelClass}>
          <h2 className="border-b border-line px-4 py-2.75 text-small font-[640]">Calendars of colleagues</h2>
          <ul>
            {others.map((calendar) => (
              <OthersRow
                key={calendar.id}
                calendar={calendar}
                name={staff.find(({ user_id: id }) => id === calendar.staff_id)?.name ?? "A colleague"}
              />
            ))}
          </ul>
        </section>
      )}
      {connecting && (
        <ConnectDialog
          kind={connecting}
          hasWriting={mine.some(({ writes }) => writes)}
          onClose={() => setConnecting(null)}
        />
      )}
    </div>
  );
}

function CalendarBadge({ calendar }: { calendar: Calendar }) {
  if (calendar.state === "signed_out") return <StatusBadge status="Missing">Signed out</StatusBadge>;
  if (calendar.state === "paused") return <StatusBadge status="Draft">Paused</StatusBadge>;
  if (calendar.state === "waiting")
    return <StatusBadge status={isStale(calendar, 120) ? "Missing" : "Beta"}>Not answering</StatusBadge>;
  if (calendar.state === "live") return <StatusBadge status="Live">{calendar.reads ? "Read" : "Written"}</StatusBadge>;
  return <StatusBadge status="Coming Soon">First reading</StatusBadge>;
}

const staleWords = {
  closed: "Offer none of my times",
  last_known: "Go on with the times known last",
  left_out: "Go on without this calendar",
} as const;

function CalendarRow({ calendar }: { calendar: Calendar }) {
  const { busy, rpc } = useMeetingChange();
  const queries = useQueryClient();
  const service = calendar.kind === "google" || calendar.kind === "microsoft" ? calendar.kind : null;
  const [open, setOpen] = useState(false);
  const [reading, setReading] = useState(false);
  const [asked, setAsked] = useState<"remove" | "password" | null>(null);
  const [password, setPassword] = useState("");
  const save = (given: Record<string, string | boolean>) =>
    rpc(
      "save_calendar",
      { calendar: calendar.id, given },
      { done: "Saved. The calendar is read again", failed: "Not saved" },
    );
  const told = async (read: Promise<{ ok: boolean; busy: number; reason: string | null }>) => {
    setReading(true);
    try {
      const { ok, busy: times, reason } = await read;
      toast(
        ok
          ? { title: `${calendar.name} was read`, text: `${times} busy times.` }
          : {
              title: `${calendar.name} could not be read`,
              text: calendarTrouble(reason, hostOf(calendar)),
              tone: "danger",
            },
      );
      return ok;
    } catch (error) {
      toast({ title: `${calendar.name} could not be read`, text: messageOf(error), tone: "danger" });
      return false;
    } finally {
      setReading(false);
      void queries.invalidateQueries({ queryKey: ["meetings"] });
    }
  };
  const actions: MenuAction[] = [
    ...(calendar.kind === "caldav"
      ? [{ id: "password", label: "New password", icon: "key", onAction: () => setAsked("password") } as const]
      : service
        ? [{ id: "sign-in", label: "Sign in again", icon: "key", onAction: () => void leaveFor(service) } as const]
        : []),
    calendar.state === "paused"
      ? {
          id: "resume",
          label: "Go on reading",
          icon: "play",
          onAction: () =>
            rpc(
              "set_calendar_paused",
              { calendar: calendar.id, paused: false },
              { done: "It is read again", failed: "Not changed" },
            ),
        }
      : {
          id: "pause",
          label: "Pause",
          icon: "pause",
          onAction: () =>
            rpc(
              "set_calendar_paused",
              { calendar: calendar.id, paused: true },
              { done: "Paused. Its times no longer count", failed: "Not changed" },
            ),
        },
    { id: "remove", label: "Remove", icon: "trash", danger: true, onAction: () => setAsked("remove") },
  ];
  const hasTrouble = calendar.state === "waiting" || calendar.state === "signed_out";
  return (
    <li className="border-b border-line px-4 py-3 last:border-b-0">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <div className="min-w-0">
          <b dir="auto" className="wrap-anywhere">
            {calendar.name}
          </b>
          <p className="text-caption text-muted wrap-anywhere">
            {kindWords[calendar.kind]}
            {!service && `, ${hostOf(calendar)}`}
            {calendar.username && `, ${calendar.username}`}
            {calendar.last_good_at && `. Last read ${formatWhen(calendar.last_good_at)}`}
            {calendar.writes && ". Our meetings are written here"}
          </p>
        </div>
        <span className="flex items-center gap-2">
          <CalendarBadge calendar={calendar} />
          <Button
            variant="line"
            size="compact"
            disabled={reading || calendar.state === "paused"}
            onClick={() => void told(readCalendarNow(calendar.id))}
          >
            {reading ? "Reading" : "Read now"}
          </Button>
          <Menu label={`More for ${calendar.name}`} actions={actions} />
        </span>
      </div>
      {hasTrouble && (
        <p role="alert" className="mt-2 text-danger">
          {calendarTrouble(calendar.reason, hostOf(calendar))}{" "}
          {calendar.state === "waiting" && `Tried again ${formatWhen(calendar.next_try_at)}.`}
          {calendar.state === "signed_out" && !service && "Enter a new password."}
        </p>
      )}
      <button
        type="button"
        aria-expanded={open}
        className="mt-1.5 text-caption underline"
        onClick={() => setOpen(!open)}
      >
        What counts
      </button>
      {open && (
        <fieldset disabled={busy} className="mt-2.5 grid gap-2.5 border-l-2 border-line pl-3">
          {!calendar.made_by_us && (
            <Checkbox
              label="Its entries make me busy"
              checked={calendar.reads}
              onChange={({ target }) => save({ reads: target.checked })}
            />
          )}
          {(calendar.made_by_us || calendar.kind === "caldav") && (
            <Checkbox
              label="Our meetings are written into it (one calendar of mine at most)"
              checked={calendar.writes}
              onChange={({ target }) => save({ writes: target.checked })}
            />
          )}
          {calendar.writes && (
            <Checkbox
              label="With title and guest; otherwise only “Busy”"
              checked={calendar.write_details}
              onChange={({ target }) => save({ write_details: target.checked })}
            />
          )}
          {calendar.kind === "google" && !calendar.made_by_us && (
            <p className="text-caption text-muted">
              Google says when you are busy and nothing else, so what counts is decided there.
            </p>
          )}
          {calendar.kind !== "google" && !calendar.made_by_us && (
            <>
              <Checkbox
                label="Tentative entries count"
                checked={calendar.count_tentative}
                onChange={({ target }) => save({ count_tentative: target.checked })}
              />
              <Checkbox
                label="Whole days count, unless they are marked as free"
                checked={calendar.count_all_day}
                onChange={({ target }) => save({ count_all_day: target.checked })}
              />
              <Checkbox
                label="Invitations count before I answer them"
                checked={calendar.count_unanswered}
                onChange={({ target }) => save({ count_unanswered: target.checked })}
              />
            </>
          )}
          {calendar.reads && (
            <SelectField
              label="When it has not answered for two hours"
              size="compact"
              className="max-w-80"
              value={calendar.when_stale}
              onChange={({ target }) => save({ when_stale: target.value })}
            >
              {Object.entries(staleWords).map(([id, words]) => (
                <option key={id} value={id}>
                  {words}
                </option>
              ))}
            </SelectField>
          )}
        </fieldset>
      )}
      {asked === "remove" && (
        <FormDialog
          narrow
          danger
          title="Remove this calendar?"
          busy={busy}
          onClose={() => setAsked(null)}
          confirm="Remove"
          onConfirm={() =>
            rpc(
              "remove_calendar",
              { calendar: calendar.id },
              { done: "Removed, with its password", failed: "Not removed", onDone: () => setAsked(null) },
            )
          }
        >
          <p>Its times no longer make you busy. What we wrote into it stays there.</p>
        </FormDialog>
      )}
      {asked === "password" && (
        <FormDialog
          narrow
          title="New password"
          busy={reading}
          blocked={!password}
          onClose={() => setAsked(null)}
          confirm="Test and save"
          onConfirm={() =>
            void told(signInAgain(calendar.id, password)).then((ok) => {
              if (!ok) return undefined;
              setPassword("");
              setAsked(null);
              return undefined;
            })
          }
        >
          <TextField
            label={`Password of ${calendar.username} at ${hostOf(calendar)}`}
            size="compact"
            type="password"
            autoComplete="off"
            value={password}
            onChange={({ target }) => setPassword(target.value)}
            hint="Most providers want an app password."
          />
        </FormDialog>
      )}
    </li>
  );
}

function OthersRow({ calendar, name }: { calendar: Calendar; name: string }) {
  const { rpc } = useMeetingChange();
  const actions: MenuAction[] = [
    ...(calendar.state === "paused"
      ? []
      : [
          {
            id: "pause",
            label: "Pause",
            icon: "pause",
            onAction: () =>
              rpc(
                "set_calendar_paused",
                { calendar: calendar.id, paused: true },
                { done: "Paused", failed: "Not changed" },
              ),
          } as const,
        ]),
    {
      id: "remove",
      label: "Remove",
      icon: "trash",
      danger: true,
      onAction: () => rpc("remove_calendar", { calendar: calendar.id }, { done: "Removed", failed: "Not removed" }),
    },
  ];
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-4 py-2.5 last:border-b-0">
      <span className="min-w-0">
        <b>{name}</b>
        <span className="text-caption text-muted">
          , {kindWords[calendar.kind]}
          {calendar.last_good_at && `, last read ${formatWhen(calendar.last_good_at)}`}
        </span>
      </span>
      <span className="flex items-center gap-2">
        <CalendarBadge calendar={calendar} />
        <Menu label={`More for the calendar of ${name}`} actions={actions} />
      </span>
    </li>
  );
}

function Feed() {
  const [address, setAddress] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const renew = () => {
    setBusy(true);
    renewFeed()
      .then((made) => setAddress(made.address))
      .catch((error: unknown) => toast({ title: "No address was made", text: messageOf(error), tone: "danger" }))
      .finally(() => setBusy(false));
  };
  return (
    <section aria-label="My feed" className={panelClass}>
      <header className="flex flex-wrap items-center justify-between gap-3 px-4 py-2.5">
        <div className="min-w-0">
          <h2 className="text-small font-[640]">My feed</h2>
          <p className="text-caption text-muted">
            An address that any calendar can subscribe to: my meetings here, also those that SAFE keeps out of my
            calendar.
          </p>
        </div>
        <Button variant="line" size="compact" disabled={busy} onClick={renew}>
          {address ? "Renew" : "Make an address"}
        </Button>
      </header>
      {address && (
        <div className="grid gap-1.5 border-t border-line px-4 py-3">
          <p className="text-caption">
            <b>Shown once.</b> Whoever has it reads your meetings. An earlier address has ended. With <code>?busy</code>{" "}
            at its end it says only “Busy”.
          </p>
          <TextField
            label="Address"
            size="compact"
            readOnly
            value={address}
            onFocus={({ target }) => target.select()}
          />
        </div>
      )}
    </section>
  );
}
