import { memo } from "react";
import { Link } from "react-router";
import { columnsOf, type Entity } from "#domain/entity.ts";
import { classNames } from "#app/ui/class-names.ts";
import { IconButton } from "#app/ui/button.tsx";
import { checkboxClass } from "#app/ui/field.tsx";
import type { Doomed } from "../dialog/delete-records.tsx";
import { type KitRecord, pageOf, titleOf } from "../entity.ts";
import { FieldValue } from "../field-kinds/field-value.tsx";
import { fromList } from "../page/opened-list.ts";
import { kindOf, textOf } from "../field-kinds/kinds.ts";

export interface RowProps {
  entity: Entity;
  row: KitRecord;
  checked: boolean;
  onSelect: (id: string, on: boolean, range: boolean) => void;
  onEdit: (id: string) => void;
  onDelete: (doomed: Doomed) => void;
}

const bodyCell = "h-11 border-b border-line px-4";

/** One record of a list; drawn again only when it, or its selection, changed. */
export const RecordRow = memo(function RecordRow(props: RowProps) {
  const { entity, row, checked } = props;
  return (
    <tr
      data-page={pageOf(entity, row)}
      data-selected={checked ? "" : undefined}
      className={classNames("cursor-pointer last:*:border-b-0", checked ? "bg-nil" : "hover:bg-sunken")}
    >
      <td className={classNames(bodyCell, "pr-0")}>
        <RowCheckbox {...props} />
      </td>
      {columnsOf(entity.fields).map((entry, index) => (
        <td
          key={entry[0]}
          dir="auto"
          title={index === 0 ? undefined : textOf(entry, row)}
          className={classNames(
            bodyCell,
            "truncate",
            kindOf(entry[1]).alignEnd ? "text-right" : "text-left",
            index === 0 && "text-ui font-semibold",
          )}
        >
          {index === 0 ? <TitleLink {...props} /> : <FieldValue entry={entry} record={row} />}
        </td>
      ))}
      <td className={classNames(bodyCell, "pr-2 text-right whitespace-nowrap")}>
        <RowActions {...props} />
      </td>
    </tr>
  );
});

export function TitleLink({ entity, row }: RowProps) {
  const title = titleOf(entity, row);
  return (
    <Link to={pageOf(entity, row)} state={fromList} title={title} className="hover:underline">
      {title}
    </Link>
  );
}

export function RowCheckbox({ entity, row, checked, onSelect }: RowProps) {
  return (
    <input
      type="checkbox"
      aria-label={`Select ${titleOf(entity, row)}`}
      className={classNames(checkboxClass, "size-4.5 max-sm:size-5")}
      checked={checked}
      onChange={(event) => {
        const click = event.nativeEvent;
        onSelect(row.id, event.target.checked, click instanceof MouseEvent && click.shiftKey);
      }}
    />
  );
}

export function RowActions({ entity, row, onEdit, onDelete }: RowProps) {
  const title = titleOf(entity, row);
  return (
    <>
      <IconButton
        name="edit"
        label={`Edit ${title}`}
        size="compact"
        className="text-[0.85rem] text-muted hover:text-ink max-sm:size-10"
        onClick={() => onEdit(row.id)}
      />
      <IconButton
        name="trash"
        label={`Delete ${title}`}
        size="compact"
        className="text-[0.85rem] text-muted hover:bg-danger-bg hover:text-danger max-sm:size-10"
        onClick={() => onDelete({ ids: [row.id], name: title })}
      />
    </>
  );
}
