// Small parts that the list, the panels and the dialogs share.
import { formatMoment } from "#app/lib/formats.ts";
import { inOfficeTime, officeDayOf, zoneNote } from "#app/lib/office-time.ts";
import { initialsOf } from "#app/records/field-kinds/person.tsx";
import { StatusBadge } from "#app/ui/badge.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { currentTime } from "#domain/clock.ts";
import { typeWord } from "./document.ts";
import type { DocumentRow } from "./documents-data.ts";

/** The sign of a file: a sheet with a turned corner and its type. */
export function FileSign({ mime, fileName }: { mime: string; fileName: string }) {
  return (
    <span
      aria-hidden="true"
      className="grid h-8.5 w-7 shrink-0 place-items-center rounded-xs rounded-br-2 border border-control text-[0.5625rem] leading-none font-bold tracking-[-0.01em]"
    >
      {typeWord(mime, fileName)}
    </span>
  );
}

/** "Today 08:18", "Nov 20", "Nov 20, 2025". */
export function whenWords(iso: string, now = currentTime()): string {
  const at = new Date(iso);
  if (officeDayOf(at) === officeDayOf(now))
    return `Today ${inOfficeTime(at, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" })}${zoneNote(at)}`;
  const isThisYear = officeDayOf(at).slice(0, 4) === officeDayOf(now).slice(0, 4);
  return inOfficeTime(at, { month: "short", day: "numeric", ...(!isThisYear && { year: "numeric" }) });
}

export function When({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={formatMoment(iso)}>
      {whenWords(iso)}
    </time>
  );
}

export function Who({ name }: { name: string | null }) {
  // A person is a disc, the server a plate with the gear.
  if (name === null)
    return (
      <span
        title="Filed by the server"
        className="grid size-6 shrink-0 place-items-center rounded-1 rounded-br-2 border border-line text-muted"
      >
        <Icon name="gear" className="size-3.5" />
        <span className="sr-only">Guidevane</span>
      </span>
    );
  return (
    <span
      title={name}
      className="grid size-6 shrink-0 place-items-center rounded-full bg-nil text-[0.625rem] leading-none font-[650]"
    >
      <span aria-hidden="true">{initialsOf(name)}</span>
      <span className="sr-only">{name}</span>
    </span>
  );
}

const viewWords = (views: number) => `${views} ${views === 1 ? "view" : "views"}`;

export function Sharing({ row }: { row: Pick<DocumentRow, "open_links" | "views" | "ended_at" | "state"> }) {
  if (row.state === "missing") return <StatusBadge status="Missing">Bytes missing</StatusBadge>;
  if (row.open_links > 0) return <StatusBadge status="Live">{`Shared, ${viewWords(row.views)}`}</StatusBadge>;
  if (row.ended_at)
    return (
      <span className="inline-flex items-center gap-1.75 rounded-1 bg-sunken py-0.75 pr-2.25 pl-1.75 text-caption font-semibold whitespace-nowrap text-muted">
        <i aria-hidden="true" className="size-2.5 rounded-full border-[1.5px] border-dashed border-current" />
        Link ended {inOfficeTime(new Date(row.ended_at), { month: "short", day: "numeric" })}
      </span>
    );
  return <span className="text-muted">Private</span>;
}
