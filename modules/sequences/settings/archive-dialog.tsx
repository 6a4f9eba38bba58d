import { FormDialog } from "#app/ui/form-dialog.tsx";
import type { SequenceActions } from "../sequence-actions-data.ts";
import type { Sequence } from "../sequences-data.ts";

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
    <FormDialog
      onClose={onClose}
      title="Archive this sequence?"
      narrow
      busy={actions.busy}
      keep="Keep it"
      confirm="Archive"
      danger
      onConfirm={() => actions.setStatus(sequence.id, "archived", onClose)}
    >
      <p className="wrap-anywhere">
        Everyone in “{sequence.name}” is stopped, and what has not left is cancelled. Its results stay. It does not come
        back.
      </p>
    </FormDialog>
  );
}
