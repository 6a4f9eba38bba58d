// Asks before deleting: names the record and says what else goes.
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";

/** A name short enough for a button. */
const short = (name: string) => ([...name].length > 40 ? `${[...name].slice(0, 39).join("")}…` : name);

export function DeleteDialog({
  what,
  consequence,
  refused,
  undoable,
  onArchive,
  onConfirm,
  onClose,
}: {
  /** "Norrfall", "3 accounts"; null while nothing is asked. */
  what: string | null;
  /** What happens to related records; null while it is being found out. */
  consequence: string | null;
  /** Something stands in the way; `consequence` says what. */
  refused: boolean;
  /** It goes to the trash. */
  undoable: boolean;
  /** Puts it aside instead. */
  onArchive?: (() => void) | undefined;
  onConfirm: () => void;
  onClose: () => void;
}) {
  return (
    <Dialog
      narrow
      open={what !== null}
      onClose={onClose}
      title={`Delete ${short(what ?? "")}?`}
      footer={
        <>
          <Button variant="line" size="dialog" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          {!(refused && onArchive) && (
            <Button variant="danger" size="dialog" disabled={consequence === null || refused} onClick={onConfirm}>
              Delete {onArchive && !undoable ? "for good" : short(what ?? "")}
            </Button>
          )}
          {onArchive && (
            <Button size="dialog" disabled={consequence === null} onClick={onArchive}>
              Archive {short(what ?? "")}
            </Button>
          )}
        </>
      }
    >
      <p className="wrap-anywhere">{consequence ?? "Loading..."}</p>
    </Dialog>
  );
}
