// The cells of a list as a grid: one is focused, one may be open, and what was saved last can be taken back.
import { useQueryClient } from "@tanstack/react-query";
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import type { Entity } from "#domain/entity.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { toast } from "#app/ui/toast.ts";
import { type KitRecord, relatedKey, titleColumn, titleOf } from "../entity.ts";
import { editableEntries, storedValue, valuesOf } from "../form-values.ts";
import type { ShownColumn } from "../list/list-view.ts";
import { EditConflict, isSame } from "../record-data.ts";
import { useSaveFields } from "../record-mutations.ts";
import { referenceNameQuery } from "../reference-data.ts";
import type { Move, Refusal } from "./cell-editor.tsx";
import { stepTo, stepToEditable } from "./grid-steps.ts";
import { useCellUndo } from "./use-cell-undo.ts";

export interface CellAt {
  id: string;
  name: string;
}
export interface OpenCell extends CellAt {
  seen: KitRecord;
  replaces: boolean;
  refusal: Refusal | undefined;
}

/** What the cells of a row need to know; the same while nothing in the row changes. */
export interface RowCells {
  /** The cell that Tab leads to. */
  stop: string | null;
  open: OpenCell | null;
  /** The cell that says why it cannot be edited. */
  noted: string | null;
  /** Cells with text that is not saved, by name. */
  refused: ReadonlyMap<string, Refusal> | null;
}

const sameCell = (one: CellAt | null, other: CellAt) => one?.id === other.id && one.name === other.name;
const quiet: RowCells = { stop: null, open: null, noted: null, refused: null };

export function useCellEditing({
  entity,
  rows,
  columns,
}: {
  entity: Entity;
  rows: readonly KitRecord[];
  columns: readonly ShownColumn[];
}) {
  const client = useQueryClient();
  const save = useSaveFields(entity);
  const body = useRef<HTMLTableSectionElement>(null);
  const [active, setActive] = useState<CellAt | null>(null);
  const [open, setOpen] = useState<OpenCell | null>(null);
  const [noted, setNoted] = useState<CellAt | null>(null);
  const [refusals, setRefusals] = useState<ReadonlyMap<string, ReadonlyMap<string, Refusal>>>(new Map());
  const newest = useRef<{ open: OpenCell | null }>({ open: null });
  const lastRow = useRef(0);
  const hasFocus = useRef(false);
  const editable = useMemo(() => new Map(editableEntries(entity)), [entity]);
  const { waitFor, remember, undoLast } = useCellUndo(entity, save.mutateAsync);
  const size = { rows: rows.length, columns: columns.length };
  const placeOf = ({ id, name }: CellAt) => ({
    row: rows.findIndex((row) => row.id === id),
    column: columns.findIndex(({ entry }) => entry[0] === name),
  });
  const cellAt = ({ row, column }: { row: number; column: number }): CellAt | null => {
    const [id, name] = [rows[row]?.id, columns[column]?.entry[0]];
    return id !== undefined && name !== undefined ? { id, name } : null;
  };
  const focus = (at: CellAt | null) =>
    at &&
    body.current
      ?.querySelector<HTMLElement>(`tr[data-row="${CSS.escape(at.id)}"] > td[data-cell="${CSS.escape(at.name)}"]`)
      ?.focus();

  // A row that left the list, because it no longer matches, leaves the focus to the one that took its place.
  useLayoutEffect(() => {
    newest.current.open = open;
    if (!active) return;
    const row = rows.findIndex(({ id }) => id === active.id);
    if (row >= 0) lastRow.current = row;
    else if (hasFocus.current && document.activeElement === document.body && rows.length > 0)
      focus({ ...active, id: rows[Math.min(lastRow.current, rows.length - 1)]?.id ?? "" });
  });

  const setRefusal = ({ id, name }: CellAt, refusal: Refusal | null) =>
    setRefusals((old) => {
      const cells = new Map(old.get(id));
      if (refusal) cells.set(name, refusal);
      else cells.delete(name);
      return new Map(old).set(id, cells);
    });

  const openCell = (at: CellAt, { replaces = false, refusal = refusals.get(at.id)?.get(at.name) } = {}) => {
    const seen = rows.find(({ id }) => id === at.id);
    if (seen) flushSync(() => setOpen({ ...at, seen, replaces, refusal }));
  };

  const saveText = async (at: CellAt, text: string, seen: KitRecord) => {
    const field = editable.get(at.name);
    if (!field) return;
    setRefusal(at, null);
    const value = storedValue(field, text, { ...valuesOf(entity.fields, seen), [at.name]: text });
    if (isSame(seen[at.name] ?? null, value)) return;
    try {
      const shown =
        "to" in field
          ? {
              [relatedKey(at.name)]:
                value === null
                  ? null
                  : {
                      [titleColumn(field.to)]: await client.ensureQueryData(
                        referenceNameQuery(field.to, String(value)),
                      ),
                    },
            }
          : {};
      remember(at.name, field, await save.mutateAsync({ id: at.id, changes: { [at.name]: value }, seen, shown }));
    } catch (error) {
      const refusal: Refusal = {
        text,
        message: messageOf(error),
        ...(error instanceof EditConflict && { current: error.current }),
      };
      setRefusal(at, refusal);
      // Not over what is being typed elsewhere.
      if (newest.current.open === null) openCell(at, { refusal });
      else
        toast({
          title: `${field.label} of ${titleOf(entity, seen)} was not saved`,
          text: refusal.message,
          tone: "danger",
        });
    }
  };

  const close = (at: CellAt, move: Move) => {
    flushSync(() => setOpen((old) => (sameCell(old, at) ? null : old)));
    if (move === "away") return;
    const step = move === "stay" ? null : stepToEditable(placeOf(at), move === "next" ? 1 : -1, size, canEdit);
    focus(step ? cellAt(step) : at);
  };
  const canEdit = (column: number) => editable.has(columns[column]?.entry[0] ?? "");

  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (target.closest("[data-cell-editor]") || event.nativeEvent.isComposing) return;
    const mod = event.ctrlKey || event.metaKey;
    const done = () => {
      event.preventDefault();
      event.stopPropagation();
    };
    if (mod && !event.shiftKey && event.key.toLowerCase() === "z") {
      if (undoLast()) done();
      return;
    }
    // A link or a button in a cell keeps its keys.
    const at = target.matches("td[data-cell]") ? readCell(target) : null;
    if (!at || event.altKey) return;
    const to = stepTo(event.key, mod, placeOf(at), size);
    if (to) {
      done();
      return focus(cellAt(to));
    }
    if (mod) return;
    const isReady = editable.has(at.name);
    if (event.key === "Enter" || event.key === "F2") {
      done();
      if (isReady) openCell(at);
      else setNoted(at);
    } else if (event.key === "Escape") {
      setNoted(null);
      setRefusal(at, null);
    } else if (isReady && (event.key === "Delete" || event.key === "Backspace")) {
      done();
      const seen = rows.find(({ id }) => id === at.id);
      const field = editable.get(at.name);
      if (field?.required) openCell(at, { refusal: { text: "", message: `${field.label} is required` } });
      else if (seen) void waitFor(saveText(at, "", seen));
    } else if (isReady && event.key.length === 1 && event.key !== " ") {
      // The letter itself lands in the input, which has the focus by the time the browser types it.
      event.stopPropagation();
      openCell(at, { replaces: true });
    }
  };

  const stop =
    active && placeOf(active).row >= 0 && placeOf(active).column >= 0 ? active : cellAt({ row: 0, column: 0 });
  const actions = {
    save: (at: CellAt, text: string, move: Move, seen: KitRecord) => {
      close(at, move);
      void waitFor(saveText(at, text, seen));
    },
    cancel: (at: CellAt) => {
      setRefusal(at, null);
      close(at, "stay");
    },
  };
  return {
    body,
    actions,
    editable,
    /** Said to people who do not see the note in the cell. */
    note: noted ? cannotEdit(columns, noted.name) : "",
    cellsOf: (id: string): RowCells => {
      const refused = refusals.get(id);
      const own = (cell: CellAt | null) => (cell?.id === id ? cell.name : null);
      const cells: RowCells = {
        stop: own(stop),
        open: open?.id === id ? open : null,
        noted: own(noted),
        refused: refused && refused.size > 0 ? refused : null,
      };
      return cells.stop || cells.open || cells.noted || cells.refused ? cells : quiet;
    },
    handlers: {
      onKeyDown,
      onBlur: () => {
        hasFocus.current = false;
      },
      onFocus: (event: FocusEvent) => {
        hasFocus.current = true;
        const at = readCell(event.target as Element);
        if (!at) return;
        if (!sameCell(active, at)) setActive(at);
        if (noted && !sameCell(noted, at)) setNoted(null);
      },
      onDoubleClick: (event: MouseEvent) => {
        const target = event.target as Element;
        const at = target.closest("a, button, input, [data-cell-editor]") ? null : readCell(target);
        if (at && editable.has(at.name)) openCell(at);
        else if (at) setNoted(at);
      },
    },
  };
}

function readCell(target: Element): CellAt | null {
  const cell = target.closest<HTMLElement>("td[data-cell]");
  const [id, name] = [cell?.closest("tr")?.dataset["row"], cell?.dataset["cell"]];
  return id && name ? { id, name } : null;
}

export const cannotEdit = (columns: readonly ShownColumn[], name: string) => {
  const field = columns.find(({ entry }) => entry[0] === name)?.entry[1];
  return `${field?.column ?? field?.label ?? "This"} is computed and cannot be edited.`;
};
