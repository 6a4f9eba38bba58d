import { useState } from "react";
import { FormDialog } from "#app/ui/form-dialog.tsx";
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
    <FormDialog
      onClose={onClose}
      title="How long to wait"
      keep="Not now"
      confirm="Take it"
      blocked={problem !== undefined}
      onConfirm={() => onDone({ ...step, ...storedWait(wait) })}
    >
      <WaitFields wait={wait} error={problem} onChange={setWait} />
      <p className="mt-3 text-caption text-muted">
        Counted from when the step before was done. What falls outside the sending window moves to when it opens next.
      </p>
    </FormDialog>
  );
}
