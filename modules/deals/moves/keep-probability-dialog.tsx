import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import type { Movable } from "./deal-moves-data.ts";
import type { Stage } from "../board/board.ts";

/** A deal with its own probability goes to another stage: it is kept only if one says so. */
export function KeepProbabilityDialog({
  deal,
  to,
  onClose,
  onChoose,
}: {
  deal: Movable;
  to: Stage;
  onClose: () => void;
  onChoose: (keep: boolean) => void;
}) {
  return (
    <Dialog
      open
      narrow
      onClose={onClose}
      title="Keep its own probability?"
      footer={
        <>
          <Button variant="line" size="dialog" onClick={() => onChoose(true)}>
            Keep {deal.probability_own}%
          </Button>
          <Button size="dialog" data-autofocus="" onClick={() => onChoose(false)}>
            Use {to.probability}%
          </Button>
        </>
      }
    >
      <p className="wrap-anywhere">
        {deal.name} has its own probability, {deal.probability_own}%. {to.name} has {to.probability}%.
      </p>
    </Dialog>
  );
}
