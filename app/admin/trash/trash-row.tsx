import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatMoment, formatWhen } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { useRecordsContext } from "#app/records/records-context.ts";
import { Chip } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Checkbox, checkboxClass, FieldError } from "#app/ui/field.tsx";
import { type Deletion, type Restoring, trashedRecordsQuery } from "./trash-data.ts";
import { alongWords, daysLeft, kindName, nameOf } from "./trash-words.ts";

export function TrashRow({
  row,
  checked,
  busy,
  now,
  onSelect,
  onRestore,
  onPurge,
}: {
  row: Deletion;
  checked: boolean;
  busy: boolean;
  now: Date;
  onSelect: (on: boolean) => void;
  onRestore: (what: Restoring) => void;
  onPurge: () => void;
}) {
  const { entities } = useRecordsContext();
  const [open, setOpen] = useState(false);
  const name = nameOf(row);
  const along = alongWords(row.along, entities);
  const isMerge = row.cause === "merged";
  const who = row.actor_name ?? "the server";
  const restoreWord = isMerge ? "Undo merge" : row.records > 1 ? "Restore all" : "Restore";
  return (
    <li className={classNames("border-b border-line px-3 py-2.5 last:border-b-0", checked && "bg-nil")}>
      <div className="grid grid-cols-[1.75rem_minmax(0,1fr)] gap-x-2 sm:grid-cols-[1.75rem_minmax(0,1fr)_auto]">
        <input
          type="checkbox"
          aria-label={`Select ${name}`}
          className={classNames(checkboxClass, "mt-0.5 size-4.5 max-sm:size-5")}
          checked={checked}
          onChange={(event) => onSelect(event.target.checked)}
        />
        <div className="grid min-w-0 gap-0.5">
          <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
            <b dir="auto" className="min-w-0 wrap-anywhere">
              {name}
            </b>
            <Chip>{isMerge ? "Merged" : kindName(row.record_type)}</Chip>
          </p>
          <p className="text-caption wrap-anywhere text-muted">
            {isMerge
              ? `Merged by ${who} into ${row.merged_into_title ?? "a record that is gone"}`
              : `Deleted by ${who}`}
            ,{" "}
            <time dateTime={row.at} title={formatMoment(row.at)}>
              {formatWhen(row.at)}
            </time>
            . Goes for good {daysLeft(row.until, now)}.
          </p>
          {along && <p className="text-caption wrap-anywhere text-muted">Went with it: {along}.</p>}
        </div>
        <div className="flex flex-wrap items-start gap-2 max-sm:col-start-2 max-sm:mt-2 max-sm:*:min-h-11">
          {row.records > 1 && (
            <Button variant="line" size="compact" aria-expanded={open} onClick={() => setOpen(!open)}>
              {open ? "Hide records" : "Show records"}
            </Button>
          )}
          <Button
            variant="line"
            size="compact"
            disabled={busy}
            aria-label={`${restoreWord}: ${name}`}
            onClick={() => onRestore({ deletions: [row.id] })}
          >
            {restoreWord}
          </Button>
          <Button variant="line" size="compact" aria-label={`Delete for good: ${name}`} onClick={onPurge}>
            Delete for good
          </Button>
        </div>
      </div>
      {open && <Records row={row} busy={busy} onRestore={onRestore} />}
    </li>
  );
}

/** The records of a batch, to restore some of them. */
function Records({ row, busy, onRestore }: { row: Deletion; busy: boolean; onRestore: (what: Restoring) => void }) {
  const records = useQuery(trashedRecordsQuery(row.id));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  if (records.isPending) return <p className="px-9 pt-2 text-muted">Loading...</p>;
  if (records.isError) return <FieldError>{messageOf(records.error)}</FieldError>;
  const ids = records.data.flatMap(({ id }) => (chosen.has(id) ? [id] : []));
  return (
    <div className="mt-2 ml-9 grid gap-2">
      <ul aria-label={`Records of ${nameOf(row)}`} className="grid max-h-64 gap-1.5 overflow-y-auto">
        {records.data.map(({ id, title }) => (
          <li key={id}>
            <Checkbox
              label={title}
              checked={chosen.has(id)}
              onChange={(event) =>
                setChosen(new Set(event.target.checked ? [...chosen, id] : [...chosen].filter((each) => each !== id)))
              }
            />
          </li>
        ))}
      </ul>
      <Button
        variant="line"
        size="compact"
        className="justify-self-start"
        disabled={busy || ids.length === 0}
        onClick={() => onRestore({ kind: row.kind, ids })}
      >
        Restore chosen
      </Button>
    </div>
  );
}
