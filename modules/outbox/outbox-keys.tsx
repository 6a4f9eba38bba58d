// The keys of the outbox. Each is a button or a link too, and all rest when single keys are switched off.
import { useShortcut } from "#app/ui/use-shortcut.ts";
import { canCancel } from "./message.ts";
import type { MessageRow } from "./outbox-data.ts";

interface Keys {
  rows: readonly MessageRow[];
  openId: string | null;
  onOpen: (id: string) => void;
  onSelect: (id: string) => void;
  onRelease: (id: string) => void;
  onCancel: (id: string) => void;
}

const linkOf = (id: string) => document.querySelector<HTMLElement>(`[data-message="${id}"]`);
/** The row that has the focus: it has moved there at once, while the message beside the list may still be opening. */
const focusedId = () => (document.activeElement as HTMLElement | null)?.dataset.message;

export function useOutboxKeys({ rows, openId, onOpen, onSelect, onRelease, onCancel }: Keys) {
  const current = () => rows.find(({ id }) => id === (focusedId() ?? openId));
  const step = (by: 1 | -1) => {
    const at = rows.findIndex(({ id }) => id === (focusedId() ?? openId));
    // The first one is open already, though nobody has stepped to it.
    const next = focusedId() === undefined && by === 1 ? rows[Math.max(at, 0)] : (rows[at + by] ?? rows[at]);
    if (!next) return;
    linkOf(next.id)?.focus();
    if (openId !== null) onOpen(next.id);
  };
  useShortcut("j", () => step(1));
  useShortcut("k", () => step(-1));
  useShortcut("x", () => {
    const message = current();
    if (message && canCancel(message.state)) onSelect(message.id);
  });
  useShortcut("r", () => {
    const message = current();
    if (message?.state === "held") onRelease(message.id);
  });
  useShortcut("e", () => {
    const message = current();
    if (message && canCancel(message.state)) onCancel(message.id);
  });
}
