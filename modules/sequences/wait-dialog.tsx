import { useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import type { ShownStep } from "./steps-panel.tsx";
import { storedWait, WaitFields, waitOf, waitProblem } from "./wait-fields.tsx";

export function WaitDialog({
  step,
  onClose,
  onDone,
}: {
  step: ShownStep;
  onClose: () => void;
  onDone: (step: ShownStep) => void;
}) {
  const [wait, setWait] = useState(waitOf(step));
  const problem = waitProblem(wait);
  return (
    <Dialog
      open
      onClose={onClose}
      title="How long to wait"
      footer={
        <>
          <Button variant="line" size="dialog" onClick={onClose}>
            Not now
          </Button>
          <Button
            size="dialog"
            disabled={problem !== undefined}
            onClick={() => onDone({ ...step, ...storedWait(wait) })}
          >
            Take it
          </Button>
        </>
      }
    >
      <WaitFields wait={wait} error={problem} onChange={setWait} />
      <p className="mt-3 text-caption text-muted">
        Counted from when the step before was done. What falls outside the sending window moves to when it opens next.
      </p>
    </Dialog>
  );
}
