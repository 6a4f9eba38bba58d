// What happened with a record: a box to write in, a filter, pinned notes, then entries by office day, newest first.
import { dateFormat } from "#domain/formats.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { capitalised } from "#domain/entity.ts";
import { zoneNote } from "#app/lib/office-time.ts";
import { may } from "#app/lib/access.ts";
import { officeQuery } from "#app/lib/office.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { useShortcut } from "#app/ui/use-shortcut.ts";
import { EntryItem } from "./entry/entry.tsx";
import { foldEntries, type Shown } from "./entry/fold-entries.ts";
import { NoteBox } from "./notes/note-box.tsx";
import { NoteComposer } from "./notes/note-composer.tsx";
import { type PinnedNote, pinnedNotesQuery, timelineQuery } from "./timeline-data.ts";
import { type Group, groups, type Place } from "./timeline-entry.ts";

const labels: Record<Group, string> = {
  notes: "Notes",
  changes: "Changes",
  tasks: "Tasks",
  inquiries: "Inquiries",
  stages: "Stages",
};

export function Timeline({ place }: { place: Place }) {
  const [only, setOnly] = useState<Group | null>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  const feed = useRef<HTMLDivElement>(null);
  const onKeyDown = useKeys(feed, box);
  return (
    <section aria-label="Timeline" className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
      <h2 className="sr-only">Timeline</h2>
      {may("crm", "add") && <NoteComposer key={place.id} place={place} box={box} />}
      <Filter only={only} onChange={setOnly} />
      <PinnedNotes place={place} />
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the entries in it have the focus */}
      <div ref={feed} onKeyDown={onKeyDown}>
        <Entries key={only} place={place} only={only} onWrite={() => box.current?.focus()} />
      </div>
    </section>
  );
}

/** H goes to the newest entry, the arrow keys from one to the next, N begins a note. J and K are for the list one came from. */
function useKeys(feed: React.RefObject<HTMLElement | null>, box: React.RefObject<HTMLElement | null>) {
  const entries = () => [...(feed.current?.querySelectorAll<HTMLElement>("[data-entry]") ?? [])];
  const focus = (entry: HTMLElement | undefined) => {
    entry?.focus();
    entry?.scrollIntoView({ block: "nearest" });
  };
  useShortcut("h", () => focus(entries()[0]));
  useShortcut("n", () => box.current?.focus());
  return (event: React.KeyboardEvent) => {
    const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const all = entries();
    // Only from an entry itself: inside of one, menus and text areas have arrow keys too.
    const at = all.findIndex((entry) => entry === event.target);
    if (by === 0 || at < 0) return;
    event.preventDefault();
    focus(all[Math.min(Math.max(at + by, 0), all.length - 1)]);
  };
}

function Filter({ only, onChange }: { only: Group | null; onChange: (group: Group | null) => void }) {
  return (
    <fieldset
      aria-label="Show entries"
      className="flex w-fit max-w-full min-w-0 overflow-x-auto rounded-1 rounded-br-turn-sm border border-control"
    >
      {[null, ...groups].map((group) => (
        <button
          key={group}
          type="button"
          aria-pressed={only === group}
          onClick={() => onChange(group)}
          className="min-h-8.5 border-l border-line px-2.5 text-caption font-semibold whitespace-nowrap text-muted -outline-offset-2 first:border-l-0 hover:text-ink aria-pressed:bg-nil aria-pressed:text-ink max-sm:min-h-10 max-sm:px-2"
        >
          {group ? labels[group] : "All"}
        </button>
      ))}
    </fieldset>
  );
}

function PinnedNotes({ place }: { place: Place }) {
  const pinned = useQuery(pinnedNotesQuery(place));
  if (!pinned.data?.length) return null;
  return (
    <section aria-label="Pinned notes" className="grid gap-2">
      <h3 className="flex items-center gap-1.5 text-caption text-muted">
        <Icon name="flag" className="size-3.5" /> Pinned
      </h3>
      <ul className="grid gap-2">
        {pinned.data.map((note) => (
          <li key={note.id}>
            <NoteBox note={note} place={place} />
            <p className="mt-1 text-caption text-muted">{whose(note, place)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** "On Ada Lind, by Noor Marchetti". */
function whose({ author, contact }: PinnedNote, place: Place): string {
  const parts = [place.type !== "contact" && contact && `on ${contact.name}`, author && `by ${author.name}`];
  return capitalised(parts.filter(Boolean).join(", "));
}

const weekday = dateFormat({ weekday: "long", month: "long", day: "numeric", timeZone: "UTC" });
const withYear = dateFormat({ dateStyle: "long", timeZone: "UTC" });

export function dayHeading({ day, days_ago: ago }: { day: string; days_ago: number }): string {
  if (ago === 0) return "Today";
  if (ago === 1) return "Yesterday";
  return (ago < 300 ? weekday : withYear).format(new Date(`${day}T00:00:00Z`));
}

/** Entries of one day together. */
function byDay(entries: readonly Shown[]): [Shown, ...Shown[]][] {
  const days: [Shown, ...Shown[]][] = [];
  for (const entry of entries) {
    const last = days.at(-1);
    if (last && last[0].day === entry.day) last.push(entry);
    else days.push([entry]);
  }
  return days;
}

/** How many groups of the same day are above. */
const before = (days: readonly [Shown, ...Shown[]][], at: number) =>
  days.slice(0, at).filter(([{ day }]) => day === days[at]?.[0].day).length;

function Entries({ place, only, onWrite }: { place: Place; only: Group | null; onWrite: () => void }) {
  const query = useInfiniteQuery(timelineQuery(place, only));
  const timeZone = useQuery(officeQuery).data?.time_zone ?? "UTC";
  const pages = query.data?.pages;
  const days = useMemo(() => byDay(foldEntries((pages ?? []).flat())), [pages]);
  // Anyone who asked for more goes on reading where the new entries begin.
  const asked = useRef<{ pages: number } | null>(null);
  const firstNew = pages?.at(-1)?.[0]?.id;
  useEffect(() => {
    if (!asked.current || !pages || pages.length <= asked.current.pages) return;
    asked.current = null;
    const all = [...document.querySelectorAll<HTMLElement>("[data-entry]")];
    all.find((entry) => Number(entry.dataset["entry"]) <= Number(firstNew))?.focus();
  }, [pages, firstNew]);

  if (query.isPending)
    return (
      <div className={panelClass}>
        <LoadingRows rows={5} />
      </div>
    );
  if (query.isError && !pages)
    return (
      <div role="alert" className="flex flex-wrap items-center gap-3 rounded-1 bg-danger-bg px-3 py-2.5 text-danger">
        <Icon name="alert" />
        <p className="min-w-0 flex-1 wrap-anywhere">
          <b className="font-semibold">Failed to load the timeline.</b> {messageOf(query.error)}
        </p>
        <Button variant="line" size="compact" onClick={() => void query.refetch()}>
          Try again
        </Button>
      </div>
    );
  if (days.length === 0)
    return (
      <div className={panelClass}>
        {only ? (
          <EmptyState title={`No ${labels[only].toLowerCase()} here`} />
        ) : (
          <EmptyState title="Nothing has happened yet">
            <p className="text-muted">Notes and changes line up here, newest first.</p>
            <Button size="compact" icon="note" onClick={onWrite}>
              Add note
            </Button>
          </EmptyState>
        )}
      </div>
    );
  return (
    <>
      <div className="relative before:absolute before:inset-y-2 before:left-3 before:w-px before:bg-control">
        {days.map((entries, at) => (
          // A day can come twice: an entry heard of late is beside those of its arrival.
          <section key={`${entries[0].day} ${before(days, at)}`} aria-label={dayHeading(entries[0])}>
            <h3 className="relative grid grid-cols-[1.5rem_minmax(0,1fr)] items-center gap-x-3 pb-3 text-caption text-muted">
              <span
                aria-hidden="true"
                className="size-2 justify-self-center rounded-full border border-control bg-ground"
              />
              {dayHeading(entries[0])}
              {/* Its times are the office's. */}
              {zoneNote(Date.parse(entries[0].at)).replace(" ", ", ")}
            </h3>
            <ul>
              {entries.map((entry) => (
                <EntryItem key={entry.id} {...{ entry, place, timeZone }} />
              ))}
            </ul>
          </section>
        ))}
      </div>
      {query.isError && (
        <p role="alert" className="mb-3 text-danger">
          Failed to load more: {messageOf(query.error)}
        </p>
      )}
      {query.hasNextPage && (
        <Button
          variant="line"
          size="compact"
          aria-disabled={query.isFetchingNextPage}
          onClick={() => {
            if (query.isFetchingNextPage) return;
            asked.current = { pages: pages?.length ?? 0 };
            void query.fetchNextPage();
          }}
        >
          {query.isFetchingNextPage ? "Loading..." : "Load more"}
        </Button>
      )}
    </>
  );
}
