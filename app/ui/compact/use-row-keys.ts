// J and K through a list with one row open beside it. Each row's link carries `data-row` with its id.
import { useRef } from "react";
import { useShortcut } from "#app/ui/use-shortcut.ts";

interface RowKeys<Row> {
  rows: readonly Row[];
  /** On a phone none may be open: J and K then only go through the list. */
  openId: string | null;
  onOpen: (id: string) => void;
}

const linkOf = (id: string) => document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`);
const focusedId = () => document.activeElement?.closest<HTMLElement>("[data-row]")?.dataset["row"];

/**
 * The row that keys act on: the one with the focus; else the one stepped to last, which may still be opening; else the open one.
 * So keys pressed faster than the page follows act on what the hand has reached, also when the focus has been lost in the meantime.
 */
export function useRowKeys<Row extends { id: string }>({ rows, openId, onOpen }: RowKeys<Row>) {
  const stepped = useRef<{ to: string; from: string | null }>(undefined);
  const currentId = () =>
    focusedId() ?? (stepped.current && stepped.current.from === openId ? stepped.current.to : openId);
  const step = (by: 1 | -1) => {
    const at = rows.findIndex(({ id }) => id === currentId());
    const next = rows[at < 0 ? 0 : at + by];
    if (!next) return;
    stepped.current = { to: next.id, from: openId };
    linkOf(next.id)?.focus();
    if (openId !== null) onOpen(next.id);
  };
  useShortcut("j", () => step(1));
  useShortcut("k", () => step(-1));
  return {
    current: () => rows.find(({ id }) => id === currentId()),
    isInList: () => focusedId() !== undefined,
    focusRow: (id: string) => linkOf(id)?.focus(),
  };
}
