// The keys of the inbox. Each is a button or a link too, and all rest when single keys are switched off.
import { useRowKeys } from "#app/ui/compact/use-row-keys.ts";
import { useShortcut } from "#app/ui/use-shortcut.ts";
import type { InquiryActions } from "../inquiry-actions-data.ts";
import type { Inquiry } from "../inquiries-data.ts";
import { replyField } from "../replies/reply-composer.tsx";

interface Keys {
  rows: readonly Inquiry[];
  openId: string | null;
  actions: InquiryActions;
  onOpen: (id: string) => void;
  /** Opens what comes after this one, and says which. */
  onMoveOn: (from: string) => string | null;
  onHeld: () => void;
}

export function useInboxKeys({ rows, openId, actions, onOpen, onMoveOn, onHeld }: Keys) {
  const { current, isInList, focusRow } = useRowKeys({ rows, openId, onOpen });
  const act = (name: "answer" | "close" | "spam", states: readonly Inquiry["state"][]) => () => {
    const inquiry = current();
    if (!inquiry || actions.isBusyWith(inquiry.id) || !states.includes(inquiry.state)) return;
    const goesOn = isInList();
    actions[name](inquiry);
    const next = onMoveOn(inquiry.id);
    if (goesOn && next !== null) focusRow(next);
  };
  useShortcut("a", act("answer", ["new"]));
  useShortcut("e", act("close", ["new"]));
  useShortcut("!", act("spam", ["new", "held"]));
  useShortcut("h", onHeld);
  useShortcut("r", () => document.getElementById(replyField)?.focus());
}
