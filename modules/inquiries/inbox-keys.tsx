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
  onMoveOn: (from: string) => void;
  onHeld: () => void;
}

const linkOf = (id: string) => document.querySelector<HTMLElement>(`[data-inquiry="${id}"]`);

export function useInboxKeys({ rows, openId, actions, onOpen, onMoveOn, onHeld }: Keys) {
  const step = (by: 1 | -1) => {
    // From the row that has the focus, else from the open one.
    const focused = (document.activeElement as HTMLElement | null)?.dataset.inquiry;
    const at = rows.findIndex(({ id }) => id === (focused ?? openId));
    const next = rows[at < 0 ? 0 : at + by] ?? rows[at];
    if (!next) return;
    linkOf(next.id)?.focus();
    if (openId !== null) onOpen(next.id);
  };
  const act = (name: "answer" | "close" | "spam", states: readonly Inquiry["state"][]) => () => {
    const focused = (document.activeElement as HTMLElement | null)?.dataset.inquiry;
    const inquiry = rows.find(({ id }) => id === (openId ?? focused));
    if (!inquiry || actions.busy || !states.includes(inquiry.state)) return;
    actions[name](inquiry);
    onMoveOn(inquiry.id);
  };
  useShortcut("j", () => step(1));
  useShortcut("k", () => step(-1));
  useShortcut("a", act("answer", ["new"]));
  useShortcut("e", act("close", ["new", "held"]));
  useShortcut("!", act("spam", ["new", "held"]));
  useShortcut("h", onHeld);
  useShortcut("r", () => document.getElementById(replyField)?.focus());
}
