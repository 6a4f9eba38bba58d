import { memo } from "react";
import { Link } from "react-router";
import { classNames } from "#app/ui/class-names.ts";
import { IconButton } from "#app/ui/button.tsx";
import type { CrmRecord, Entity } from "./entity.ts";
import { columnsOf } from "./fields.ts";
import { FieldValue, textOf } from "./field-value.tsx";

const bodyCell = "h-11 border-b border-line px-4 max-sm:h-auto max-sm:border-0 max-sm:p-0";

interface RecordRowProps {
  entity: Entity;
  row: CrmRecord;
  checked: boolean;
  onSelect: (ids: string[], on: boolean) => void;
  onEdit: (record: CrmRecord) => void;
  onDelete: (record: CrmRecord) => void;
}

/** One record of a list; drawn again only when it, or its selection, changed. */
export const RecordRow = memo(function RecordRow({ entity, row, checked, onSelect, onEdit, onDelete }: RecordRowProps) {
  const columns = columnsOf(entity.fields);
  return (
    <tr
      className={classNames(
        "group last:*:border-b-0",
        "max-sm:grid max-sm:grid-cols-[1.75rem_minmax(0,1fr)_auto] max-sm:items-center max-sm:gap-x-2.5 max-sm:gap-y-1 max-sm:border-b max-sm:border-line max-sm:px-3 max-sm:py-3",
        checked ? "bg-nil" : "hover:bg-sunken",
      )}
    >
      <td className={classNames(bodyCell, "pr-0 max-sm:row-span-3 max-sm:self-start")}>
        <input
          type="checkbox"
          aria-label={`Select ${row.name}`}
          className="block size-4.25 accent-solid max-sm:size-5"
          checked={checked}
          onChange={(event) => onSelect([row.id], event.target.checked)}
        />
      </td>
      {columns.map(([name, field], index) => (
        <td
          key={name}
          dir="auto"
          title={index === 0 ? undefined : textOf(name, field, row)}
          className={classNames(
            bodyCell,
            "truncate text-left",
            index === 0
              ? "text-ui font-semibold max-sm:text-small"
              : "max-sm:col-start-2 max-sm:col-end-3 max-sm:text-muted",
            // On a phone: the first three, and the way to reach them.
            index > 2 && !["email", "tel", "url"].includes(field.input) && "max-sm:hidden",
          )}
        >
          {index === 0 ? (
            <Link to={`/admin/crm/${entity.table}/${row.id}`} title={row.name} className="hover:underline">
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
  );
});
