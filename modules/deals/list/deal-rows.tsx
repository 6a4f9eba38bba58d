import { memo } from "react";
import { Link } from "react-router";
import { initialsOf } from "#app/records/field-kinds/person.tsx";
import type { ListView } from "#app/records/list/list-view.ts";
import type { Selection } from "#app/records/list/selection.ts";
import { fromList } from "#app/records/page/opened-list.ts";
import { Chip } from "#app/ui/badge.tsx";
import { IconButton } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { checkboxClass } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { amountWords, daysIn, daysWords, dueWords, monthWords } from "../deal-words.ts";
import type { Stage } from "../board/board.ts";
import type { DealRow } from "./deals-list-data.ts";

type NextTasks = ReadonlyMap<string, { title: string; due_on: string | null }> | null;

interface Shared {
  stages: readonly Stage[];
  /** Null while tasks are not kept. */
  tasks: NextTasks;
  today: string;
  now: number;
  onEdit: (id: string) => void;
}

const head = "border-b border-line bg-surface px-3 py-2 text-left font-[560] whitespace-nowrap text-muted first:pl-4";
const cell = "h-13 border-b border-line px-3 py-1 max-sm:h-auto max-sm:border-0 max-sm:p-0";

/** What can be sorted by, and what is beside it. */
const columns = [
  { name: "name", label: "Deal" },
  { name: "amount_minor", label: "Amount", end: true },
  { name: "stage_id", label: "Stage" },
  { name: "service_line", label: "Service" },
  { label: "Next task", tasks: true },
  { label: "In stage" },
  { name: "expected_close", label: "Closing" },
  { name: "owner_id", label: "Owner" },
] as const;

export function DealRows({
  rows,
  view,
  selection,
  stale,
  onSort,
  ...shared
}: Shared & {
  rows: readonly DealRow[];
  view: ListView;
  selection: Selection;
  /** The rows are not, or no longer surely, what was asked for. */
  stale: boolean;
  onSort: (column: string) => void;
}) {
  const all = rows.every(({ id }) => selection.has(id));
  const some = rows.some(({ id }) => selection.has(id));
  return (
    <div className="overflow-x-auto">
      <table
        aria-label="deals"
        className="w-full border-separate border-spacing-0 text-caption max-sm:block sm:min-w-200"
      >
        <thead className="max-sm:sr-only">
          <tr>
            <th scope="col" className={classNames(head, "w-9 pr-0!")}>
              <input
                type="checkbox"
                aria-label="Select all deals on this page"
                className={classNames(checkboxClass, "size-4.5")}
                checked={all}
                ref={(box) => {
                  if (box) box.indeterminate = some && !all;
                }}
                onChange={(event) =>
                  selection.mark(
                    rows.map(({ id, name }) => ({ id, title: name })),
                    event.target.checked,
                  )
                }
              />
            </th>
            {columns
              .filter((column) => !("tasks" in column) || shared.tasks)
              .map((column) => (
                <Heading key={column.label} {...{ column, view, onSort }} />
              ))}
            <th scope="col" className={head}>
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody inert={stale} className={classNames("max-sm:block", stale && "opacity-55")}>
          {rows.map((row) => (
            <Row key={row.id} row={row} checked={selection.has(row.id)} onSelect={selection.toggle} {...shared} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Heading({
  column,
  view,
  onSort,
}: {
  column: (typeof columns)[number];
  view: ListView;
  onSort: (column: string) => void;
}) {
  const end = "end" in column;
  if (!("name" in column))
    return (
      <th scope="col" className={head}>
        {column.label}
      </th>
    );
  const sorted = view.sort === column.name;
  return (
    <th
      scope="col"
      aria-sort={sorted ? (view.descending ? "descending" : "ascending") : "none"}
      className={classNames(head, sorted && "text-ink", end && "text-right!")}
    >
      <button
        type="button"
        onClick={() => onSort(column.name)}
        className="inline-flex min-h-6 cursor-pointer items-center gap-1 hover:text-ink"
      >
        {column.label}
        <Icon
          name={sorted ? "chevron" : "sort"}
          className={classNames("size-3.5", sorted && !view.descending && "rotate-180")}
        />
      </button>
    </th>
  );
}

const Row = memo(function Row({
  row,
  checked,
  onSelect,
  stages,
  tasks,
  today,
  now,
  onEdit,
}: Shared & {
  row: DealRow;
  checked: boolean;
  onSelect: (id: string, on: boolean, range: boolean) => void;
}) {
  const task = tasks?.get(row.id);
  const due = dueWords(task?.due_on ?? null, today);
  const stage = stages.find(({ id }) => id === row.stage_id);
  const days = daysIn(row.stage_since, now);
  const open = row.stage_kind === "open";
  const isStale = open && stage?.stale_after_days != null && days >= stage.stale_after_days;
  const late = open && row.expected_close !== null && row.expected_close < today;
  return (
    <tr
      data-selected={checked ? "" : undefined}
      className={classNames(
        "last:*:border-b-0 max-sm:grid max-sm:grid-cols-[1.75rem_minmax(0,1fr)_auto] max-sm:items-center max-sm:gap-x-2 max-sm:gap-y-1 max-sm:border-b max-sm:border-line max-sm:px-3 max-sm:py-3 max-sm:last:border-0",
        checked ? "bg-nil" : "hover:bg-sunken",
      )}
    >
      <td className={classNames(cell, "pr-0! pl-4! max-sm:row-span-2 max-sm:self-start max-sm:pt-0.5! max-sm:pl-0!")}>
        <input
          type="checkbox"
          aria-label={`Select ${row.name}`}
          className={classNames(checkboxClass, "size-4.5 max-sm:size-5")}
          checked={checked}
          onChange={(event) => {
            const click = event.nativeEvent;
            onSelect(row.id, event.target.checked, click instanceof MouseEvent && click.shiftKey);
          }}
        />
      </td>
      <td className={classNames(cell, "sm:w-full sm:max-w-0 sm:min-w-52")}>
        <Link
          to={`/admin/deals/${row.id}`}
          state={fromList}
          dir="auto"
          className="line-clamp-2 text-left text-ui font-semibold wrap-anywhere hover:underline"
        >
          {row.name}
        </Link>
        <span dir="auto" className="block truncate text-left text-xs text-muted">
          {row.account?.name}
        </span>
      </td>
      <td className={classNames(cell, "text-right font-semibold whitespace-nowrap")}>
        {row.amount_minor === null ? (
          <span className="font-normal text-muted">No amount</span>
        ) : (
          amountWords(row.amount_minor, row.currency)
        )}
      </td>
      <td className={cell}>
        <StageBar stages={stages} stage={stage} />
      </td>
      <td className={classNames(cell, "max-sm:hidden")}>{row.service_line && <Chip>{row.service_line}</Chip>}</td>
      {tasks && (
        <td
          title={task?.title}
          className={classNames(
            cell,
            "whitespace-nowrap max-sm:text-right",
            due.late && "font-semibold text-danger",
            !task && "text-muted",
          )}
        >
          {task ? due.words : "None"}
        </td>
      )}
      <td className={classNames(cell, "whitespace-nowrap max-sm:hidden")}>
        {isStale ? (
          <Chip tone="dev">
            <Icon name="hourglass" className="size-3.5" />
            {daysWords(days)}
            <span className="sr-only">, stale</span>
          </Chip>
        ) : (
          daysWords(days)
        )}
      </td>
      <td className={classNames(cell, "whitespace-nowrap max-sm:hidden", late && "font-semibold text-danger")}>
        {closingWords(row)}
        {late && <span className="sr-only">, past</span>}
      </td>
      <td className={classNames(cell, "max-sm:hidden")}>
        {row.owner ? (
          <span className="inline-flex items-center gap-2">
            <span
              aria-hidden="true"
              className="grid size-6 shrink-0 place-items-center rounded-full bg-nil text-[0.625rem] font-[650] in-data-selected:bg-surface"
            >
              {initialsOf(row.owner.name)}
            </span>
            <span className="max-w-24 truncate">{row.owner.name.split(" ")[0]}</span>
          </span>
        ) : (
          <span className="text-muted">Nobody</span>
        )}
      </td>
      <td className={classNames(cell, "text-right max-sm:hidden")}>
        <IconButton
          name="edit"
          label={`Edit ${row.name}`}
          size="compact"
          className="text-[0.85rem] text-muted hover:text-ink"
          onClick={() => onEdit(row.id)}
        />
      </td>
    </tr>
  );
});

const closingWords = ({ closed_on: closed, expected_close: expected }: DealRow) => {
  if (closed) return `Closed ${monthWords(closed)}`;
  return expected ? monthWords(expected) : "";
};

/** One bar for each open stage, filled as far as it has come. */
function StageBar({ stages, stage }: { stages: readonly Stage[]; stage: Stage | undefined }) {
  const open = stages.filter(({ kind }) => kind === "open");
  const at = stage?.kind === "won" ? open.length : open.findIndex(({ id }) => id === stage?.id) + 1;
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <i aria-hidden="true" className="inline-flex gap-0.5">
        {open.map(({ id }, index) => (
          <b key={id} className={`h-1.5 w-3.5 ${index < at ? "bg-ink" : "bg-line"}`} />
        ))}
      </i>
      {stage?.name ?? "Retired"}
    </span>
  );
}
