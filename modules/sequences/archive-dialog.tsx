import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import type { SequenceActions } from "./sequence-actions-data.ts";
import type { Sequence } from "./sequences-data.ts";

export function ArchiveDialog({
  sequence,
  actions,
  onClose,
}: {
  sequence: Sequence;
  actions: SequenceActions;
  onClose: () => void;
}) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Archive this sequence?"
      narrow
      busy={actions.busy}
      footer={
        <>
          <Button variant="line" size="dialog" onClick={onClose} disabled={actions.busy}>
            Keep it
          </Button>
          <Button
            variant="danger"
            size="dialog"
            disabled={actions.busy}
            onClick={() => actions.setStatus(sequence.id, "archived", onClose)}
          >
            Archive
          </Button>
        </>
      }
    >
      <p className="wrap-anywhere">
        Whoever is in “{sequence.name}” is stopped, and what has not left is cancelled. Its results stay. It does not
        come back.
      </p>
    </Dialog>
  );
}
