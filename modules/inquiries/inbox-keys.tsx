// The keys of the inbox. Each is a button or a link too, and all rest when single keys are switched off.
import { useShortcut } from "#app/ui/use-shortcut.ts";
import type { InquiryActions } from "./inquiry-actions-data.ts";
import type { Inquiry } from "./inquiries-data.ts";
import { replyField } from "./reply-composer.tsx";

interface Keys {
  rows: readonly Inquiry[];
  openId: string | null;
  actions: InquiryActions;
  onOpen: (id: string) => void;
  /** Opens what comes after this one, and says which. */
  onMoveOn: (from: string) => string | null;
  onHeld: () => void;
}

const linkOf = (id: string) => document.querySelector<HTMLElement>(`[data-inquiry="${id}"]`);

/** The row that has the focus: it has moved there at once, while the inquiry beside the list may still be opening. */
const focusedId = () => (document.activeElement as HTMLElement | null)?.dataset.inquiry;

export function useInboxKeys({ rows, openId, actions, onOpen, onMoveOn, onHeld }: Keys) {
  const step = (by: 1 | -1) => {
    const at = rows.findIndex(({ id }) => id === (focusedId() ?? openId));
    const next = rows[at < 0 ? 0 : at + by] ?? rows[at];
    if (!next) return;
    linkOf(next.id)?.focus();
    if (openId !== null) onOpen(next.id);
  };
  const act = (name: "answer" | "close" | "spam", states: readonly Inquiry["state"][]) => () => {
    const inquiry = rows.find(({ id }) => id === (focusedId() ?? openId));
    if (!inquiry || actions.isBusyWith(inquiry.id) || !states.includes(inquiry.state)) return;
    const isInList = focusedId() !== undefined;
    actions[name](inquiry);
    const next = onMoveOn(inquiry.id);
    if (isInList && next !== null) linkOf(next)?.focus();
  };
  useShortcut("j", () => step(1));
  useShortcut("k", () => step(-1));
  useShortcut("a", act("answer", ["new"]));
  useShortcut("e", act("close", ["new", "held"]));
  useShortcut("!", act("spam", ["new", "held"]));
  useShortcut("h", onHeld);
  useShortcut("r", () => document.getElementById(replyField)?.focus());
}
