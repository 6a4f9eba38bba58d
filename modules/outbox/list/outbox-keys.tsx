// The keys of the outbox. Each is a button or a link too, and all rest when single keys are switched off.
import { useRowKeys } from "#app/ui/compact/use-row-keys.ts";
import { useShortcut } from "#app/ui/use-shortcut.ts";
import { canCancel } from "../message.ts";
import type { MessageRow } from "../outbox-data.ts";

interface Keys {
  rows: readonly MessageRow[];
  openId: string | null;
  onOpen: (id: string) => void;
  onSelect: (id: string) => void;
  onRelease: (id: string) => void;
  onCancel: (id: string) => void;
}

export function useOutboxKeys({ rows, openId, onOpen, onSelect, onRelease, onCancel }: Keys) {
  const { current } = useRowKeys({ rows, openId, onOpen });
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
