// Small parts that the list, the record's panel and the dashboard share.
import { may } from "#app/lib/access.ts";
import { initialsOf } from "#app/records/field-kinds/person.tsx";
import { Chip } from "#app/ui/badge.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { checkboxClass } from "#app/ui/field.tsx";
import { type Priority, priorityWords } from "../task.ts";

const bars = { high: 3, low: 1 } as const;
const tones = { high: "danger", low: "plain" } as const;

/** One or three bars besides the colour. Medium is the default and has no chip. */
export function PriorityChip({ priority }: { priority: Priority }) {
  if (priority === "medium") return <span className="sr-only">{priorityWords.medium}</span>;
  return (
    <Chip tone={tones[priority]}>
      <svg viewBox="0 0 8 8" aria-hidden="true" className="size-2 fill-current">
        {Array.from({ length: bars[priority] }, (_, bar) => (
          <rect key={bar} x={bar * 3} y={5.4 - bar * 2.7} width="2" height={2.6 + bar * 2.7} />
        ))}
      </svg>
      {priorityWords[priority]}
    </Chip>
  );
}

/** Whose it is; a dashed ring for no one's. */
export function Owner({ name }: { name: string | null }) {
  return (
    <span
      title={name ?? "Nobody yet"}
      className={classNames(
        "grid size-6 shrink-0 place-items-center rounded-full text-[0.625rem] leading-none font-[650]",
        name === null ? "border border-dashed border-control text-muted" : "bg-nil",
      )}
    >
      <span aria-hidden="true">{name === null ? "?" : initialsOf(name)}</span>
      <span className="sr-only">{name ?? "Nobody yet"}</span>
    </span>
  );
}

/** The square that is completed, with a turned corner. */
export function Tick({
  title,
  done,
  onTick,
  className,
}: {
  title: string;
  done: boolean;
  onTick: (done: boolean) => void;
  className?: string;
}) {
  return (
    <input
      type="checkbox"
      data-tick=""
      aria-label={`Done: ${title}`}
      checked={done}
      disabled={!may("tasks", "edit")}
      onChange={(event) => onTick(event.target.checked)}
      className={classNames(checkboxClass, "size-5 rounded-br-[0.375rem] max-sm:size-6", className)}
    />
  );
}
