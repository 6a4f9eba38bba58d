// The rows of a list. From 640 px a table; below it each row is a block of a few lines.
import { useCallback, useLayoutEffect, useRef } from "react";
import { classNames } from "#app/ui/class-names.ts";
import { Icon } from "#app/ui/icon.tsx";
import type { CrmRecord, Entity } from "./entity.ts";
import { columnsOf, type FieldSpec } from "./fields.ts";
import type { ListView } from "./list-view.ts";
import { RecordRow } from "./record-row.tsx";

const headCell =
  "sticky top-13 z-10 border-b border-line bg-surface px-4 py-2 text-left font-[560] whitespace-nowrap text-muted";

interface RecordTableProps {
  entity: Entity;
  rows: CrmRecord[];
  view: ListView;
  selected: ReadonlySet<string>;
  onSelect: (ids: string[], on: boolean) => void;
  onSort: (column: string) => void;
  onEdit: (record: CrmRecord) => void;
  onDelete: (record: CrmRecord) => void;
}

export function RecordTable({ entity, rows, view, selected, onSelect, onSort, onEdit, onDelete }: RecordTableProps) {
  const columns = columnsOf(entity.fields);
  const steady = { onSelect: useSteady(onSelect), onEdit: useSteady(onEdit), onDelete: useSteady(onDelete) };
  const all = rows.every((row) => selected.has(row.id));
  const some = rows.some((row) => selected.has(row.id));
  return (
    <div className="max-lg:overflow-x-auto">
      <table
        aria-label={entity.many}
        className="w-full border-separate border-spacing-0 text-caption max-sm:block sm:min-w-180 sm:table-fixed"
      >
        <thead className="max-sm:sr-only">
          <tr>
            <th scope="col" className={classNames(headCell, "w-9 pr-0")}>
              <input
                type="checkbox"
                aria-label={`Select all ${entity.many} on this page`}
                className="block size-4.25 accent-solid"
                checked={all}
                ref={(box) => {
                  if (box) box.indeterminate = some && !all;
                }}
                onChange={(event) =>
                  onSelect(
                    rows.map((row) => row.id),
                    event.target.checked,
                  )
                }
              />
            </th>
            {columns.map(([name, field]) => (
              <SortHead key={name} name={name} field={field} view={view} onSort={onSort} />
            ))}
            <th scope="col" className={classNames(headCell, "w-24 text-right")}>
              Actions
            </th>
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {rows.map((row) => (
            <RecordRow key={row.id} {...{ entity, row, ...steady }} checked={selected.has(row.id)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The same function at every render, which calls the newest: rows that did not change are not drawn again. */
function useSteady<A extends unknown[]>(handler: (...args: A) => void): (...args: A) => void {
  const newest = useRef(handler);
  useLayoutEffect(() => {
    newest.current = handler;
  });
  return useCallback((...args: A) => newest.current(...args), []);
}

function SortHead({
  name,
  field,
  view,
  onSort,
}: {
  name: string;
  field: FieldSpec;
  view: ListView;
  onSort: (column: string) => void;
}) {
  const sorted = view.sort === name;
  return (
    <th
      scope="col"
      aria-sort={sorted ? (view.descending ? "descending" : "ascending") : "none"}
      className={classNames(headCell, sorted && "text-ink", field.input === "choice" && "w-30")}
    >
      <button
        type="button"
        onClick={() => onSort(name)}
        className="inline-flex min-h-6 items-center gap-1 hover:text-ink"
      >
        {field.column}
        <Icon
          name={sorted ? "chevron" : "sort"}
          className={classNames("size-3.5", sorted && !view.descending && "rotate-180")}
        />
      </button>
    </th>
  );
}
