// One entry on the line: a node, one line of words, and below it what changed or what was written.
import { dateFormat } from "#domain/formats.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { useRecordsContext } from "#app/records/records-context.ts";
import { deletedRecordsQuery } from "#app/records/record-data.ts";
import { useRestoreRecords } from "#app/records/record-mutations.ts";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Icon, type IconName, isIconName } from "#app/ui/icon.tsx";
import { aboutOf, headlineOf, type Line, linesOf } from "./entry-words.ts";
import type { Shown } from "./fold-entries.ts";
import { MailBox } from "./mail-box.tsx";
import { NoteBox } from "../notes/note-box.tsx";
import { noteWords } from "../timeline-data.ts";
import type { Place } from "../timeline-entry.ts";

const verbs: Record<string, IconName> = { deleted: "trash", merged: "stack", erased: "close", created: "plus" };

const iconOf = (entry: Shown, own: string | undefined): IconName => {
  if (entry.shown_as === "stages") return "deal";
  if (entry.record_type === "note") return entry.kind === "deleted" ? "trash" : "note";
  const special = verbs[entry.kind];
  if (special && (entry.record_type === "account" || entry.record_type === "contact")) return special;
  return own && isIconName(own) ? own : "edit";
};

const words = dateFormat({ dateStyle: "full", timeZone: "UTC" });

export function EntryItem({ entry, place, timeZone }: { entry: Shown; place: Place; timeZone: string }) {
  const { wordsOf } = useRecordsContext();
  const own = wordsOf(entry.record_type);
  const about = aboutOf(entry, place, wordsOf);
  const lines = linesOf(entry, own, timeZone, place.id);
  const isNote = entry.record_type === "note" && entry.kind !== "deleted";
  const heading = isNote ? "Note" : headlineOf(entry, own);
  const solid = entry.shown_as === "stages";
  const id = `entry-${entry.id}`;
  return (
    <li className="relative grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-3 pb-4">
      <span
        aria-hidden="true"
        className={classNames(
          "relative z-1 grid size-6 place-items-center rounded-full border",
          solid ? "border-solid bg-solid text-on-solid" : "border-control bg-surface",
        )}
      >
        <Icon name={iconOf(entry, own?.icon)} className="size-3.5" />
      </span>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- H and the arrow keys move between entries */}
      <article data-entry={entry.id} tabIndex={-1} aria-labelledby={id} className="min-w-0 rounded-1 outline-offset-4">
        <div className="flex items-baseline justify-between gap-3">
          <h4 id={id} className="min-w-0 text-ui font-normal wrap-anywhere">
            <b className="font-[640]">{heading}</b>
            {about && (
              <>
                {isNote || entry.record_type === "note" ? " on " : ": "}
                {about.path ? (
                  <Link to={about.path} dir="auto" className="underline decoration-control underline-offset-3">
                    {about.name}
                  </Link>
                ) : (
                  <span dir="auto">{about.name}</span>
                )}
              </>
            )}
            {entry.actor_name && <span className="text-muted"> by {entry.actor_name}</span>}
            {entry.note?.edited_at && <span className="text-muted">, edited</span>}
          </h4>
          <time
            dateTime={entry.at}
            title={`${words.format(new Date(`${entry.day}T00:00:00Z`))}, ${entry.clock}`}
            className="shrink-0 text-caption text-muted"
          >
            {entry.clock}
          </time>
        </div>
        {isNote && entry.note && <NoteBox note={entry.note} place={place} />}
        {entry.mail && <MailBox mail={entry.mail} message={entry.record_id} />}
        {lines.length > 0 && (
          <ul className="mt-0.5 text-caption text-muted">
            {lines.map((line) => (
              <li key={line.label} className="wrap-anywhere">
                <LineOf line={line} merged={entry.kind === "merged"} />
              </li>
            ))}
          </ul>
        )}
        {entry.kind === "deleted" && <BringBack entry={entry} />}
        {entry.saves > 1 && <p className="text-caption text-muted">Saved {entry.saves} times within minutes.</p>}
      </article>
    </li>
  );
}

/** A record or note that was deleted, as long as it can be brought back. */
function BringBack({ entry }: { entry: Shown }) {
  const { entities } = useRecordsContext();
  const entity =
    entry.record_type === "note"
      ? noteWords
      : entities.find(({ one, undoable }) => undoable && one === entry.record_type);
  // Without an id nothing is asked, of whichever table.
  const asked = entity ?? { table: "accounts" as const, one: "", many: "" };
  const ids = entity && entry.record_id ? [entry.record_id] : [];
  const kept = useQuery(deletedRecordsQuery(asked, ids)).data;
  const restore = useRestoreRecords(asked);
  if (!kept?.length) return null;
  return (
    <Button variant="line" size="compact" disabled={restore.isPending} onClick={() => restore.mutate(ids)}>
      Undo
    </Button>
  );
}

const short = (value: string) => ([...value].length > 140 ? `${[...value].slice(0, 139).join("")}…` : value);

function LineOf({ line, merged }: { line: Line; merged: boolean }) {
  const { label, from, to } = line;
  if (from === undefined || to === undefined) return <>{label} edited</>;
  if (merged) return <>{`${label} was ${short(from ?? "empty")}`}</>;
  if (from === to) return <>{label} changed and changed back</>;
  if (from === null) return <>{`${label}: ${short(to ?? "")}`}</>;
  if (to === null) return <>{`${label} removed, was ${short(from)}`}</>;
  return (
    <>
      {label}: {short(from)} <span aria-hidden="true">→</span>
      <span className="sr-only">to</span> {short(to)}
    </>
  );
}
