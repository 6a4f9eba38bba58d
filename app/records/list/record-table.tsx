// The rows of a list. From 640 px a table; below it each row is a block of three lines.
import { type CSSProperties, type MouseEvent, useCallback, useLayoutEffect, useMemo, useRef } from "react";
import { useNavigate } from "react-router";
import type { Entity, Field } from "#domain/entity.ts";
import type { Column } from "#domain/saved-view.ts";
import { may } from "#app/lib/access.ts";
import { classNames } from "#app/ui/class-names.ts";
import { checkboxClass } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { useMedia } from "#app/ui/use-media.ts";
import type { Doomed } from "../dialog/delete-records.tsx";
import { type KitRecord, titleOf } from "../entity.ts";
import { kindOf } from "../field-kinds/kinds.ts";
import { useCellEditing } from "../inline/use-cell-editing.ts";
import { fromList } from "../page/opened-list.ts";
import { columnsNow } from "./column-chooser.tsx";
import { ColumnResizer } from "./column-resizer.tsx";
import { type ListView, type ShownColumn, shownColumns, writeColumns } from "./list-view.ts";
import { PhoneRow } from "./phone-row.tsx";
import { type Cells, RecordRow } from "./record-row.tsx";
import type { Selection } from "./selection.ts";

// A table that scrolls sideways has its own box, and there the bar at the top of the page is no measure.
const headCell =
  "sticky top-0 z-10 border-b border-line bg-surface px-4 py-2 text-left font-[560] whitespace-nowrap text-muted";
const belowBar = "lg:top-13";

/** More columns than a window has room for: each keeps its width, and the rest is reached sideways. */
const maxFitting = 6;

interface RecordTableProps {
  entity: Entity;
  rows: KitRecord[];
  view: ListView;
  selection: Selection;
  /** The rows are not, or no longer surely, what was asked for. */
  stale: boolean;
  onSort: (column: string) => void;
  onColumns: (columns: readonly Column[]) => void;
  onEdit: (id: string) => void;
  onDelete?: (doomed: Doomed) => void;
  cells?: Cells;
}

export function RecordTable({
  entity,
  rows,
  view,
  selection,
  stale,
  onSort,
  onColumns,
  onEdit,
  onDelete,
  cells,
}: RecordTableProps) {
  const chosen = writeColumns(view.columns);
  // oxlint-disable-next-line react/exhaustive-deps -- the text says all of the columns, and stays the same when they do
  const columns = useMemo(() => shownColumns(entity, view), [entity, chosen]);
  const remove = useSteady((doomed: Doomed) => onDelete?.(doomed));
  const steady = {
    onSelect: useSteady(selection.toggle),
    onEdit: useSteady(onEdit),
    onDelete: onDelete ? remove : undefined,
  };
  const wide = columns.length > maxFitting || columns.some(({ width }) => width !== undefined);
  const resize = (name: string, width: number) =>
    onColumns(columnsNow(entity, view).map((column) => (column.name === name ? { name, width } : column)));
  const all = rows.every((row) => selection.has(row.id));
  const some = rows.some((row) => selection.has(row.id));
  const isPhone = useMedia("(width < 40rem)");
  const Row = isPhone ? PhoneRow : RecordRow;
  // On a phone a row is a block of lines, and its record is edited on its page.
  const isGrid = !isPhone && may(entity.area, "edit");
  const grid = useCellEditing({ entity, rows, columns });
  const ofCells = {
    editable: grid.editable,
    onSave: useSteady(grid.actions.save),
    onCancel: useSteady(grid.actions.cancel),
  };
  return (
    <div
      className={
        // Its own box ends above the end of the window, so that the bar to scroll sideways and the pages below it are in sight.
        wide ? "relative sm:max-h-[max(24rem,calc(100dvh-20.5rem))] sm:overflow-auto" : "max-lg:overflow-x-auto"
      }
    >
      <table
        {...(isGrid && { role: "grid", "aria-multiselectable": true })}
        aria-label={entity.many}
        className={classNames(
          "w-full border-separate border-spacing-0 text-caption max-sm:block sm:table-fixed",
          wide ? "sm:w-(--columns) sm:min-w-full" : "sm:min-w-180",
        )}
        style={{ "--columns": `${widthOf(columns)}px` } as CSSProperties}
      >
        <colgroup>
          <col className="w-9" />
          {(wide ? columns.map(pixelsOf) : sharesOf(columns)).map((width, index) => (
            <col key={index} style={{ width }} />
          ))}
          {/* Takes what is left of a wide table, so that the others keep the width they were given. */}
          <col className={wide ? undefined : "w-24"} />
        </colgroup>
        <thead className="max-sm:sr-only">
          <tr>
            <th scope="col" className={classNames(headCell, !wide && belowBar, "left-0 z-20 pr-0")}>
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
            {columns.map((column, index) => (
              <SortHead
                key={column.entry[0]}
                className={classNames(!wide && belowBar, index === 0 && "left-9 z-20")}
                {...{ column, view, onSort }}
                onResize={(width) => resize(column.entry[0], width)}
              />
            ))}
            <th scope="col" className={classNames(headCell, !wide && belowBar, "text-right")}>
              Actions
            </th>
          </tr>
        </thead>
        <Body stale={stale} grid={isGrid ? grid : null}>
          {rows.map((row) => (
            <Row
              key={row.id}
              {...{ entity, row, columns, cells, ...steady, ...ofCells }}
              at={isGrid ? grid.cellsOf(row.id) : null}
              checked={selection.has(row.id)}
            />
          ))}
        </Body>
      </table>
      <output className="sr-only">{grid.note}</output>
    </div>
  );
}

/** A click on a record's name, or on what is around its cells, opens it; where nothing is edited, one anywhere does. By keyboard the name's link does. */
function Body({
  stale,
  grid,
  children,
}: {
  stale: boolean;
  grid: ReturnType<typeof useCellEditing> | null;
  children: React.ReactNode;
}) {
  const navigate = useNavigate();
  const open = (event: MouseEvent) => {
    const target = event.target as Element;
    const page = target.closest("tr")?.dataset.page;
    const selecting = (window.getSelection()?.toString() ?? "") !== "";
    if (!page || selecting || event.defaultPrevented) return;
    if (target.closest("a, button, input, label, select, [data-cell-editor]")) return;
    // The other cells are for editing.
    const cell = target.closest<HTMLElement>("td[data-cell]");
    if (grid && cell && !cell.querySelector(`a[href="${CSS.escape(page)}"]`)) return;
    if (event.ctrlKey || event.metaKey) window.open(page, "_blank");
    else void navigate(page, { state: fromList });
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- see above
    <tbody
      ref={grid?.body}
      inert={stale}
      onClick={open}
      {...grid?.handlers}
      className={classNames("transition-opacity delay-150 max-sm:block", stale && "opacity-55")}
    >
      {children}
    </tbody>
  );
}

const shareOf = ({ entry: [, field] }: ShownColumn, index: number) =>
  (kindOf(field).width ?? 1) * (index === 0 ? 1.25 : 1) * roomForWords(field);

/** A second line of free text (the next step) needs as much width as the day; a short kind ("Inquiry") beside a time needs little. */
const roomForWords = (field: Field) => ("what" in field ? ("words" in field ? 1.35 : 2) : 1);

const pixelsOf = (column: ShownColumn, index: number): number =>
  column.width ?? Math.round(Math.max(index === 0 ? 240 : 110, 150 * shareOf(column, index)));

/** With the box before the columns and the actions after them. */
const widthOf = (columns: readonly ShownColumn[]) => columns.map(pixelsOf).reduce((sum, width) => sum + width, 36 + 96);

/** Shares of the table's width, so that mail addresses get more of it than phone numbers. */
function sharesOf(columns: readonly ShownColumn[]): string[] {
  const shares = columns.map(shareOf);
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
  column: {
    entry: [name, field],
    width,
  },
  view,
  className,
  onSort,
  onResize,
}: {
  column: ShownColumn;
  view: ListView;
  className: string;
  onSort: (column: string) => void;
  onResize: (width: number) => void;
}) {
  const sorted = view.sort === name;
  return (
    <th
      scope="col"
      aria-sort={sorted ? (view.descending ? "descending" : "ascending") : "none"}
      className={classNames(headCell, className, sorted && "text-ink", kindOf(field).alignEnd && "text-right")}
    >
      <button
        type="button"
        onClick={() => onSort(name)}
        className="inline-flex min-h-6 items-center gap-1 hover:text-ink"
      >
        {field.column ?? field.label}
        <Icon
          name={sorted ? "chevron" : "sort"}
          className={classNames("size-3.5", sorted && !view.descending && "rotate-180")}
        />
      </button>
      <ColumnResizer label={field.column ?? field.label} width={width} onResize={onResize} />
    </th>
  );
}
