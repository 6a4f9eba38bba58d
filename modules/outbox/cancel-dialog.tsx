import { countOf } from "#app/lib/formats.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import type { OutboxActions } from "./outbox-actions-data.ts";
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
    <Dialog
      open
      onClose={onClose}
      title={one ? "Cancel this message?" : `Cancel ${countOf(ids.length, "message")}?`}
      busy={actions.busy}
      footer={
        <>
          <Button variant="line" size="dialog" onClick={onClose} disabled={actions.busy}>
            Keep {one ? "it" : "them"}
          </Button>
          <Button variant="danger" size="dialog" disabled={actions.busy} onClick={() => actions.cancel(ids, onDone)}>
            {one ? "Cancel message" : `Cancel ${ids.length}`}
          </Button>
        </>
      }
    >
      <p>
        {one ? "It stays in the list, and never leaves." : "They stay in the list, and never leave."} This cannot be
        taken back: what asked for {one ? "it" : "them"} does not ask again.
      </p>
      <Named ids={ids} />
    </Dialog>
  );
}
