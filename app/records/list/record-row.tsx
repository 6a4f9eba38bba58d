import { memo, type ReactNode } from "react";
import { Link } from "react-router";
import type { Entity } from "#domain/entity.ts";
import { classNames } from "#app/ui/class-names.ts";
import { IconButton } from "#app/ui/button.tsx";
import { checkboxClass } from "#app/ui/field.tsx";
import type { Doomed } from "../dialog/delete-records.tsx";
import { type KitRecord, pageOf, titleOf } from "../entity.ts";
import { FieldValue } from "../field-kinds/field-value.tsx";
import { fromList } from "../page/opened-list.ts";
import { kindOf, textOf } from "../field-kinds/kinds.ts";
import type { ShownColumn } from "./list-view.ts";

export interface RowProps {
  entity: Entity;
  row: KitRecord;
  columns: readonly ShownColumn[];
  /** Columns that a module draws in its own way, by field. */
  cells?: Cells | undefined;
  checked: boolean;
  onSelect: (id: string, on: boolean, range: boolean) => void;
  onEdit: (id: string) => void;
  onDelete?: ((doomed: Doomed) => void) | undefined;
}

export type Cells = Readonly<Record<string, (row: KitRecord) => ReactNode>>;

const bodyCell = "h-11 border-b border-line px-4";

/** One record of a list; drawn again only when it, or its selection, changed. */
export const RecordRow = memo(function RecordRow(props: RowProps) {
  const { entity, row, columns, cells, checked } = props;
  // The first column stays where it is when one scrolls sideways, so it needs a ground of its own.
  const ground = checked ? "bg-nil" : "bg-surface group-hover:bg-sunken";
  return (
    <tr
      data-page={pageOf(entity, row)}
      data-selected={checked ? "" : undefined}
      className={classNames("group cursor-pointer last:*:border-b-0", checked ? "bg-nil" : "hover:bg-sunken")}
    >
      <td className={classNames(bodyCell, "sticky left-0 z-1 pr-0", ground)}>
        <RowCheckbox {...props} />
      </td>
      {columns.map(({ entry }, index) => (
        <td
          key={entry[0]}
          dir="auto"
          title={index === 0 ? undefined : textOf(entry, row)}
          className={classNames(
            bodyCell,
            "truncate",
            kindOf(entry[1]).alignEnd ? "text-right" : "text-left",
            index === 0 && "sticky left-9 z-1",
            index === 0 && ground,
            entry[0] === entity.title && "text-ui font-semibold",
          )}
        >
          {cells?.[entry[0]]?.(row) ??
            (entry[0] === entity.title ? <TitleLink {...props} /> : <FieldValue entry={entry} record={row} />)}
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
      {onDelete && (
        <IconButton
          name="trash"
          label={`Delete ${title}`}
          size="compact"
          className="text-[0.85rem] text-muted hover:bg-danger-bg hover:text-danger max-sm:size-10"
          onClick={() => onDelete({ ids: [row.id], name: title })}
        />
      )}
    </>
  );
}
