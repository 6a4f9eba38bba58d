// The rows of a list. From 640 px a table; below it each row is a block of three lines.
import { type MouseEvent, useCallback, useLayoutEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { columnsOf, type Entity, type FieldEntry } from "#domain/entity.ts";
import { classNames } from "#app/ui/class-names.ts";
import { checkboxClass } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { useMedia } from "#app/ui/use-media.ts";
import type { Doomed } from "../dialog/delete-records.tsx";
import { type KitRecord, titleOf } from "../entity.ts";
import { kindOf } from "../field-kinds/kinds.ts";
import { fromList } from "../page/opened-list.ts";
import type { ListView } from "./list-view.ts";
import { PhoneRow } from "./phone-row.tsx";
import { RecordRow } from "./record-row.tsx";
import type { Selection } from "./selection.ts";

// Below 1024 px the table scrolls sideways in its own box, and there the bar at the top of the page is no measure.
const headCell =
  "sticky top-0 z-10 border-b border-line bg-surface px-4 py-2 text-left font-[560] whitespace-nowrap text-muted lg:top-13";

interface RecordTableProps {
  entity: Entity;
  rows: KitRecord[];
  view: ListView;
  selection: Selection;
  /** The rows are not, or no longer surely, what was asked for. */
  stale: boolean;
  onSort: (column: string) => void;
  onEdit: (id: string) => void;
  onDelete: (doomed: Doomed) => void;
}

export function RecordTable({ entity, rows, view, selection, stale, onSort, onEdit, onDelete }: RecordTableProps) {
  const columns = columnsOf(entity.fields);
  const steady = { onSelect: useSteady(selection.toggle), onEdit: useSteady(onEdit), onDelete: useSteady(onDelete) };
  const all = rows.every((row) => selection.has(row.id));
  const some = rows.some((row) => selection.has(row.id));
  const Row = useMedia("(width < 40rem)") ? PhoneRow : RecordRow;
  return (
    <div className="max-lg:overflow-x-auto">
      <table
        aria-label={entity.many}
        className="w-full border-separate border-spacing-0 text-caption max-sm:block sm:min-w-180 sm:table-fixed"
      >
        <colgroup>
          <col className="w-9" />
          {widthsOf(columns).map((width, index) => (
            <col key={index} style={{ width }} />
          ))}
          <col className="w-24" />
        </colgroup>
        <thead className="max-sm:sr-only">
          <tr>
            <th scope="col" className={classNames(headCell, "pr-0")}>
              <input
                type="checkbox"
                aria-label={`Select all ${entity.many} on this page`}
                className={classNames(checkboxClass, "size-4.5 max-sm:size-5")}
                checked={all}
                ref={(box) => {
                  if (box) box.indeterminate = some && !all;
                }}
                onChange={(event) =>
                  selection.mark(
                    rows.map((row) => ({ id: row.id, title: titleOf(entity, row) })),
                    event.target.checked,
                  )
                }
              />
            </th>
            {columns.map((entry) => (
              <SortHead key={entry[0]} entry={entry} view={view} onSort={onSort} />
            ))}
            <th scope="col" className={classNames(headCell, "text-right")}>
              Actions
            </th>
          </tr>
        </thead>
        <Body stale={stale}>
          {rows.map((row) => (
            <Row key={row.id} {...{ entity, row, ...steady }} checked={selection.has(row.id)} />
          ))}
        </Body>
      </table>
    </div>
  );
}

/** A click anywhere on a row opens its record; by keyboard the name's link does. */
function Body({ stale, children }: { stale: boolean; children: React.ReactNode }) {
  const navigate = useNavigate();
  const open = (event: MouseEvent) => {
    const target = event.target as Element;
    const page = target.closest("tr")?.dataset.page;
    const selecting = (window.getSelection()?.toString() ?? "") !== "";
    if (!page || selecting || event.defaultPrevented || target.closest("a, button, input, label, select")) return;
    if (event.ctrlKey || event.metaKey) window.open(page, "_blank");
    else void navigate(page, { state: fromList });
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- see above
    <tbody
      inert={stale}
      onClick={open}
      className={classNames("transition-opacity delay-150 max-sm:block", stale && "opacity-55")}
    >
      {children}
    </tbody>
  );
}

/** Shares of the table's width, so that mail addresses get more of it than phone numbers. */
function widthsOf(columns: readonly FieldEntry[]): string[] {
  const shares = columns.map(([, field], index) => (kindOf(field).width ?? 1) * (index === 0 ? 1.25 : 1));
  const total = shares.reduce((sum, share) => sum + share, 0);
  return shares.map((share) => `${((share / total) * 100).toFixed(2)}%`);
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
  entry: [name, field],
  view,
  onSort,
}: {
  entry: FieldEntry;
  view: ListView;
  onSort: (column: string) => void;
}) {
  const sorted = view.sort === name;
  return (
    <th
      scope="col"
      aria-sort={sorted ? (view.descending ? "descending" : "ascending") : "none"}
      className={classNames(headCell, sorted && "text-ink", kindOf(field).alignEnd && "text-right")}
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
