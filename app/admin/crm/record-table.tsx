// The rows of a list. From 640 px a table; below it each row is a block of a few lines.
import { Link } from "react-router";
import { classNames } from "#app/ui/class-names.ts";
import { IconButton } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import type { CrmRecord, Entity } from "./entity.ts";
import { columnsOf, type FieldSpec } from "./fields.ts";
import { FieldValue } from "./field-value.tsx";
import type { ListView } from "./list-view.ts";

export const recordPath = (entity: Entity, id: string) => `/admin/crm/${entity.table}/${id}`;

const headCell =
  "sticky top-13 z-10 border-b border-line bg-surface px-4 py-2 text-left font-[560] whitespace-nowrap text-muted";
const bodyCell = "h-11 border-b border-line px-4 max-sm:h-auto max-sm:border-0 max-sm:p-0";

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
  const all = rows.every((row) => selected.has(row.id));
  const some = rows.some((row) => selected.has(row.id));
  return (
    <div className="max-lg:overflow-x-auto">
      <table aria-label={entity.many} className="w-full border-separate border-spacing-0 text-caption max-sm:block">
        <thead className="max-sm:sr-only">
          <tr>
            <th scope="col" className={classNames(headCell, "w-px pr-0")}>
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
            <th scope="col" className={classNames(headCell, "text-right")}>
              Actions
            </th>
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {rows.map((row) => (
            <tr
              key={row.id}
              className={classNames(
                "group last:*:border-b-0 hover:bg-sunken",
                "max-sm:grid max-sm:grid-cols-[1.75rem_minmax(0,1fr)_auto] max-sm:items-center max-sm:gap-x-2.5 max-sm:gap-y-1 max-sm:border-b max-sm:border-line max-sm:px-3 max-sm:py-3",
                selected.has(row.id) && "bg-nil hover:bg-nil",
              )}
            >
              <td className={classNames(bodyCell, "pr-0 max-sm:row-span-3 max-sm:self-start")}>
                <input
                  type="checkbox"
                  aria-label={`Select ${row.name}`}
                  className="block size-4.25 accent-solid max-sm:size-5"
                  checked={selected.has(row.id)}
                  onChange={(event) => onSelect([row.id], event.target.checked)}
                />
              </td>
              {columns.map(([name, field], index) => (
                <td
                  key={name}
                  dir="auto"
                  className={classNames(
                    bodyCell,
                    "max-w-72 truncate text-start",
                    index === 0
                      ? "text-ui font-semibold max-sm:text-small"
                      : "max-sm:col-start-2 max-sm:col-end-3 max-sm:text-muted",
                    // On a phone: the first three, and the way to reach them.
                    index > 2 && !["email", "url"].includes(field.input) && "max-sm:hidden",
                  )}
                >
                  {index === 0 ? (
                    <Link to={recordPath(entity, row.id)} title={row.name} className="hover:underline">
                      {row.name}
                    </Link>
                  ) : (
                    <FieldValue name={name} field={field} record={row} />
                  )}
                </td>
              ))}
              <td
                className={classNames(
                  bodyCell,
                  "pr-2 text-right whitespace-nowrap max-sm:col-start-3 max-sm:row-span-3 max-sm:row-start-1",
                )}
              >
                <IconButton
                  name="edit"
                  label={`Edit ${row.name}`}
                  size="desk"
                  className="text-[0.85rem] text-muted hover:text-ink max-sm:size-10"
                  onClick={() => onEdit(row)}
                />
                <IconButton
                  name="trash"
                  label={`Delete ${row.name}`}
                  size="desk"
                  className="text-[0.85rem] text-muted hover:bg-danger-bg hover:text-danger max-sm:size-10"
                  onClick={() => onDelete(row)}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
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
      className={classNames(headCell, sorted && "text-ink")}
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
