import { memo, type ReactNode } from "react";
import { Link } from "react-router";
import type { Entity, Field } from "#domain/entity.ts";
import { may } from "#app/lib/access.ts";
import { classNames } from "#app/ui/class-names.ts";
import { IconButton } from "#app/ui/button.tsx";
import { checkboxClass } from "#app/ui/field.tsx";
import type { Doomed } from "../dialog/delete-records.tsx";
import { type KitRecord, pageOf, titleOf } from "../entity.ts";
import { FieldValue } from "../field-kinds/field-value.tsx";
import { CellEditor, type Move } from "../inline/cell-editor.tsx";
import { type CellAt, cannotEdit, type RowCells } from "../inline/use-cell-editing.ts";
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
  /** Which of its cells is focused, open or refused; null where the list is no grid. */
  at: RowCells | null;
  /** Fields that a person may change, by name. */
  editable: ReadonlyMap<string, Field>;
  onSave: (at: CellAt, text: string, move: Move, seen: KitRecord) => void;
  onCancel: (at: CellAt) => void;
}

export type Cells = Readonly<Record<string, (row: KitRecord) => ReactNode>>;

const bodyCell = "h-11 border-b border-line px-4";

/** One record of a list; drawn again only when it, or its selection, changed. */
export const RecordRow = memo(function RecordRow(props: RowProps) {
  const { entity, row, columns, checked } = props;
  // The first column is sticky: cells scroll under it, so it needs an opaque background.
  const ground = checked ? "bg-nil" : "bg-surface group-hover:bg-sunken";
  return (
    <tr
      data-page={pageOf(entity, row)}
      data-row={row.id}
      data-selected={checked ? "" : undefined}
      aria-selected={props.at ? checked : undefined}
      className={classNames("group cursor-pointer last:*:border-b-0", checked ? "bg-nil" : "hover:bg-sunken")}
    >
      <td className={classNames(bodyCell, "sticky left-0 z-1 pr-0", ground)}>
        <RowCheckbox {...props} />
      </td>
      {columns.map(({ entry }, index) => (
        <Cell key={entry[0]} {...props} index={index} ground={ground} />
      ))}
      <td className={classNames(bodyCell, "pr-2 text-right whitespace-nowrap")}>
        <RowActions {...props} />
      </td>
    </tr>
  );
});

/** Focused by click or key, and edited in place where a person may say what it holds. */
function Cell(props: RowProps & { index: number; ground: string }) {
  const { entity, row, columns, cells, index, ground, at, editable, onSave, onCancel } = props;
  const entry = columns[index]?.entry;
  if (!entry) return null;
  const [name, field] = entry;
  const open = at?.open?.name === name ? at.open : null;
  const refusal = open ? undefined : at?.refused?.get(name);
  const isNoted = at?.noted === name;
  const ready = at !== null && editable.has(name);
  const atEnd = index > 0 && index >= columns.length / 2;
  return (
    <td
      data-cell={name}
      tabIndex={at ? (at.stop === name ? 0 : -1) : undefined}
      dir="auto"
      title={index === 0 ? undefined : textOf(entry, row)}
      aria-readonly={at && !ready ? true : undefined}
      aria-invalid={refusal ? true : undefined}
      className={classNames(
        bodyCell,
        "outline-none focus:shadow-[inset_0_0_0_2px_var(--focus)]",
        ready && "hover:not-focus:shadow-[inset_0_0_0_1px_var(--control)]",
        refusal && "shadow-[inset_0_0_0_2px_var(--danger)]",
        open || isNoted ? "z-30" : "truncate",
        kindOf(field).alignEnd ? "text-right" : "text-left",
        index === 0 ? "sticky left-9" : "relative",
        index === 0 && !open && !isNoted && "z-1",
        index === 0 && ground,
        name === entity.title ? "text-ui font-semibold" : at && "cursor-cell",
      )}
    >
      {refusal ? (
        <span className="text-danger">
          {refusal.text || "None"}
          <span className="sr-only">, not saved: {refusal.message}</span>
        </span>
      ) : (
        (cells?.[name]?.(row) ??
        (name === entity.title ? <TitleLink {...props} /> : <FieldValue entry={entry} record={row} />))
      )}
      {isNoted && (
        <span
          aria-hidden="true"
          className={classNames(
            "absolute top-full z-30 rounded-1 bg-solid px-2.5 py-1.5 text-caption font-normal whitespace-nowrap text-on-solid shadow-2",
            atEnd ? "right-0" : "left-0",
          )}
        >
          {cannotEdit(columns, name)}
        </span>
      )}
      {open && (
        <CellEditor
          {...{ entity, entry, atEnd }}
          seen={open.seen}
          refusal={open.refusal}
          replaces={open.replaces}
          onSave={(text, move, seen) => onSave(open, text, move, seen)}
          onCancel={() => onCancel(open)}
        />
      )}
    </td>
  );
}

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
      {may(entity.area, "edit") && (
        <IconButton
          name="edit"
          label={`Edit ${title}`}
          size="compact"
          className="text-[0.85rem] text-muted hover:text-ink max-sm:size-10"
          onClick={() => onEdit(row.id)}
        />
      )}
      {onDelete && may(entity.area, "delete") && (
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
