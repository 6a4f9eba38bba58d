import { countOf } from "#app/lib/formats.ts";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import type { OutboxActions } from "../outbox-actions-data.ts";
import { Named } from "./release-dialog.tsx";

export function CancelDialog({
  ids,
  actions,
  onClose,
  onDone,
}: {
  ids: readonly string[];
  actions: OutboxActions;
  onClose: () => void;
  onDone: () => void;
}) {
  const one = ids.length === 1;
  return (
    <FormDialog
      onClose={onClose}
      title={one ? "Cancel this message?" : `Cancel ${countOf(ids.length, "message")}?`}
      busy={actions.busy}
      keep={`Keep ${one ? "it" : "them"}`}
      confirm={one ? "Cancel message" : `Cancel ${ids.length}`}
      danger
      onConfirm={() => actions.cancel(ids, onDone)}
    >
      <p>
        {one ? "It stays in the list, and never leaves." : "They stay in the list, and never leave."} This cannot be
        taken back: what asked for {one ? "it" : "them"} does not ask again.
      </p>
      <Named ids={ids} />
    </FormDialog>
  );
}
