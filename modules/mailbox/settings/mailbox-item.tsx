// One mailbox in Settings: whose it is, its state in words, when it was last heard or why it is not, and what can be done about it.
import { currentMillis } from "#domain/clock.ts";
import { formatDay } from "#domain/days.ts";
import { countOf, formatMoment, formatWhen } from "#app/lib/formats.ts";
import { Chip } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Menu, type MenuAction } from "#app/ui/compact/menu.tsx";
import { toast } from "#app/ui/toast.ts";
import { firstName } from "../initials.tsx";
import { reasonWords, stateWords } from "../mailbox.ts";
import { type MailboxRow, useLookNow, usePauseMailbox, useResumeMailbox } from "../mailbox-data.ts";
import type { MailboxDialog } from "./mailbox-settings.tsx";

const valves = {
  full: "bg-current",
  half: "bg-[linear-gradient(90deg,currentColor_50%,transparent_50%)]",
  ring: "bg-transparent",
  dashed: "border-dashed bg-transparent",
} as const;

const looks: Record<
  MailboxRow["state"],
  [tone: "safe" | "dev" | "danger" | "plain" | "nil", valve: keyof typeof valves]
> = {
  new: ["nil", "dashed"],
  checking: ["nil", "ring"],
  reading_back: ["dev", "half"],
  live: ["safe", "full"],
  waiting: ["dev", "ring"],
  signed_out: ["danger", "ring"],
  paused: ["plain", "half"],
  removed: ["plain", "dashed"],
};

export function MailboxState({ state, silent = false }: { state: MailboxRow["state"]; silent?: boolean }) {
  const [tone, valve] = silent ? (["dev", "ring"] as const) : looks[state];
  return (
    <Chip tone={tone}>
      <i aria-hidden="true" className={`size-2.25 rounded-full border-[1.5px] border-current ${valves[valve]}`} />
      {silent ? "Silent" : stateWords[state]}
    </Chip>
  );
}

/** "Heard 2 minutes ago", by whole minutes. */
export function heardWords(heard: string | null, now = currentMillis()): string {
  if (heard === null) return "Not heard yet";
  const minutes = Math.floor((now - Date.parse(heard)) / 60_000);
  if (minutes < 1) return "Heard less than a minute ago";
  if (minutes < 60) return `Heard ${countOf(minutes, "minute")} ago`;
  return `Heard ${formatWhen(heard)}`;
}

export function MailboxItem({
  mailbox,
  selected,
  onOpen,
  onDialog,
}: {
  mailbox: MailboxRow;
  selected: boolean;
  onOpen: () => void;
  onDialog: (what: MailboxDialog["what"]) => void;
}) {
  const { id, address, kind, owner_name: owner, state, may_change: mayChange, may_stop: mayStop } = mailbox;
  const look = useLookNow();
  const pause = usePauseMailbox();
  const resume = useResumeMailbox();
  const reads = ["live", "reading_back", "waiting", "checking"].includes(state);
  const actions: MenuAction[] = [
    { id: "open", label: "What it keeps and shows", icon: "eye", onAction: onOpen },
    ...(mayChange
      ? [{ id: "sign-in", label: "Servers and sign-in", icon: "key" as const, onAction: () => onDialog("sign-in") }]
      : []),
    ...(mayChange && mailbox.trouble > 0
      ? [
          {
            id: "trouble",
            label: "What could not be filed",
            icon: "alert" as const,
            onAction: () => onDialog("trouble"),
          },
        ]
      : []),
    ...(mayStop && reads
      ? [{ id: "pause", label: "Pause", icon: "pause" as const, onAction: () => pause.mutate(id) }]
      : []),
    ...(mayStop
      ? [
          {
            id: "remove",
            label: "Remove",
            icon: "trash" as const,
            danger: true as const,
            onAction: () => onDialog("remove"),
          },
        ]
      : []),
  ];
  return (
    <li
      {...(selected && { "data-selected": "" })}
      className="grid items-center gap-x-4 gap-y-2 border-b border-line px-4 py-3 last:border-0 md:grid-cols-[minmax(0,1.3fr)_8rem_minmax(0,1.5fr)_10.5rem]"
    >
      <div className="min-w-0 max-md:flex max-md:flex-wrap max-md:items-center max-md:justify-between max-md:gap-2">
        <p className="min-w-0">
          <button
            type="button"
            aria-pressed={selected}
            onClick={onOpen}
            className="max-w-full cursor-pointer truncate text-left font-semibold hover:underline"
          >
            {address}
          </button>
          <span className="block text-caption wrap-anywhere text-muted">
            {kind === "shared" ? "Shared by all" : `Personal, ${owner ? firstName(owner) : "a colleague"}`}.{" "}
            {mailbox.imap_host}
          </span>
        </p>
        <span className="md:hidden">
          <MailboxState state={state} silent={mailbox.is_silent} />
        </span>
      </div>
      <span className="max-md:hidden">
        <MailboxState state={state} silent={mailbox.is_silent} />
      </span>
      <Story mailbox={mailbox} onDialog={onDialog} />
      <div className="flex items-center gap-1 md:justify-self-end">
        {state === "signed_out" &&
          (mayChange ? (
            <Button variant="line" size="compact" icon="key" onClick={() => onDialog("sign-in")}>
              Sign in again
            </Button>
          ) : (
            <span className="text-caption text-muted">Only {owner ? firstName(owner) : "its owner"} can sign in</span>
          ))}
        {state === "paused" && mayChange && (
          <Button
            variant="line"
            size="compact"
            icon="play"
            disabled={resume.isPending}
            onClick={() => resume.mutate(id)}
          >
            Go on
          </Button>
        )}
        {(state === "live" || state === "waiting") && mayStop && (
          <Button
            variant="line"
            size="compact"
            icon="refresh"
            disabled={look.isPending}
            onClick={() => look.mutate(id, { onSuccess: () => toast({ title: `Looking at ${address} now` }) })}
          >
            Look now
          </Button>
        )}
        {state === "reading_back" && mayStop && (
          <Button
            variant="line"
            size="compact"
            icon="pause"
            disabled={pause.isPending}
            onClick={() => pause.mutate(id)}
          >
            Pause
          </Button>
        )}
        <Menu label={`Actions for ${address}`} actions={actions} />
      </div>
    </li>
  );
}

function Story({ mailbox, onDialog }: { mailbox: MailboxRow; onDialog: (what: MailboxDialog["what"]) => void }) {
  const { state, reason, reason_detail: detail, last_heard_at: heard, next_try_at: next, trouble } = mailbox;
  const why = reason ? (reasonWords[reason] ?? reason.replaceAll("_", " ")) : null;
  return (
    <div className="grid min-w-0 gap-1 text-caption wrap-anywhere text-muted">
      {state === "signed_out" && (
        <p className="text-danger">
          {why}
          <span className="block text-muted">Not tried again{heard && ` since ${formatWhen(heard)}`}.</span>
        </p>
      )}
      {state === "waiting" && (
        <p>
          {detail ? `${why?.replace(/\.$/, "")}: ${detail.replace(/\.$/, "")}.` : why}{" "}
          {next && `Next try ${formatWhen(next)}.`}
        </p>
      )}
      {state === "paused" && <p>{why ?? "Paused."}</p>}
      {state === "reading_back" && <ReadingBack mailbox={mailbox} />}
      {state === "live" && (
        <p title={heard ? formatMoment(heard) : undefined} className={mailbox.is_silent ? "text-dev" : undefined}>
          {heardWords(heard)}.{mailbox.has_idle === false && " Looked at every 5 minutes."}
        </p>
      )}
      {(state === "new" || state === "checking") && <p>Looked at for the first time in a moment.</p>}
      {trouble > 0 &&
        (mailbox.may_change ? (
          <button
            type="button"
            className="cursor-pointer justify-self-start text-dev underline"
            onClick={() => onDialog("trouble")}
          >
            {countOf(trouble, "message")} set aside
          </button>
        ) : (
          <p className="text-dev">{countOf(trouble, "message")} set aside</p>
        ))}
    </div>
  );
}

/** By folders: those that are level are solid, those that are still read back are hatched. */
function ReadingBack({ mailbox: { folders, behind, read_since: since } }: { mailbox: MailboxRow }) {
  const level = Math.max(0, folders - behind);
  const share = folders > 0 ? Math.round((level / folders) * 100) : 0;
  return (
    <>
      {folders > 0 && (
        <span aria-hidden="true" className="flex h-1.75 max-w-64 border border-control">
          <i className="bg-ink" style={{ width: `${share}%` }} />
          <i className="grow bg-[repeating-linear-gradient(-45deg,var(--control)_0_1px,transparent_1px_4px)]" />
        </span>
      )}
      <p>
        {folders > 0 && `${level} of ${countOf(folders, "folder")} read. `}Newest first, back to {formatDay(since)}
      </p>
    </>
  );
}
