// What quick add read from the words, as chips.
import type { ReactNode } from "react";
import type { Colleague } from "#app/lib/office.ts";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { understoodWords } from "../due-words.ts";
import type { Tag, MarkKind, ReadTask } from "./read-task.ts";
import { priorityWords } from "../task.ts";

export function Understood({
  read,
  person,
  record,
  unknown,
  today,
  onPlain,
}: {
  read: ReadTask | null;
  person: Colleague | null;
  record: { name: string } | null;
  /** "@noorx": names that are no one's. */
  unknown: readonly string[];
  today: string | null;
  onPlain: (tag: Tag) => void;
}) {
  if (!read || !today || (read.tags.length === 0 && unknown.length === 0)) return null;
  const of = (kind: MarkKind) => read.tags.find((tag) => tag.kind === kind);
  const [day, time] = [of("day"), of("time")];
  const due = day ?? time;
  const [named, ranked, owned] = [of("record"), of("priority"), of("person")];
  return (
    <div className="flex flex-wrap items-center gap-1.5 border-t border-line px-4 pt-2 pb-2.25 text-xs text-muted">
      {/* Said when it changes, and not at every letter: the chips' words are what changes. */}
      <output className="contents">
        <span>Read as</span>
        {due && read.day && (
          <Read icon="calendar" tags={[day, time]} onPlain={onPlain}>
            {understoodWords(read.day, read.time, today)}
          </Read>
        )}
        {named && record && (
          <Read icon="people" tags={[named]} onPlain={onPlain}>
            {record.name}
          </Read>
        )}
        {owned && person && (
          <Read icon="user" tags={[owned]} onPlain={onPlain}>
            {person.name}
          </Read>
        )}
        {ranked && read.priority && (
          <Read icon="chart" tags={[ranked]} onPlain={onPlain}>
            {priorityWords[read.priority]}
          </Read>
        )}
        {unknown.map((word) => (
          <span key={word} className="text-danger">
            {word.startsWith("@") ? `Nobody is called ${word.slice(1)}` : `No record is called ${word.slice(1)}`}
          </span>
        ))}
      </output>
    </div>
  );
}

function Read({
  icon,
  tags,
  onPlain,
  children,
}: {
  icon: IconName;
  tags: readonly (Tag | undefined)[];
  onPlain: (tag: Tag) => void;
  children: ReactNode;
}) {
  return (
    <span className="inline-flex items-center gap-1.25 rounded-1 border border-line pl-1.75 text-xs leading-[1.3] font-semibold text-ink">
      <Icon name={icon} className="size-3.5" />
      {children}
      <button
        type="button"
        aria-label={`Take ${String(children)} as plain words`}
        onClick={() => tags.forEach((tag) => tag && onPlain(tag))}
        className="grid size-6 cursor-pointer place-items-center rounded-1 text-muted hover:text-ink"
      >
        <Icon name="close" className="size-3" />
      </button>
    </span>
  );
}
