import { useState } from "react";
import { DayField } from "#app/records/field-kinds/late-day-input.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { TextField } from "#app/ui/field.tsx";
import type { SequenceActions } from "../sequence-actions-data.ts";
import type { Enrolled } from "../sequences-data.ts";

interface DialogProps {
  person: Enrolled;
  actions: SequenceActions;
  onClose: () => void;
}

export function PauseDialog({ person, actions, onClose }: DialogProps) {
  const [day, setDay] = useState("");
  // At the beginning of that day here; the window decides when the next mail leaves.
  const until = day ? new Date(`${day}T00:00`).toISOString() : null;
  return (
    <FormDialog
      onClose={onClose}
      title={`Pause ${person.contact_name}?`}
      narrow
      busy={actions.busy}
      keep="Not now"
      confirm="Pause"
      onConfirm={() => actions.pause([person.enrolment_id], until, onClose)}
    >
      <p className="mb-4">
        No further step of “{person.sequence_name}” is taken, and what is written waits. Afterwards it goes on from that
        moment: nothing is caught up.
      </p>
      <DayField label="Until (empty: until you let it go on)" value={day} onChange={setDay} />
    </FormDialog>
  );
}

export function StopDialog({ person, actions, onClose }: DialogProps) {
  const [why, setWhy] = useState("");
  return (
    <FormDialog
      onClose={onClose}
      title={`Stop ${person.contact_name}?`}
      narrow
      busy={actions.busy}
      keep="Keep going"
      confirm="Stop"
      danger
      onConfirm={() => actions.stop([person.enrolment_id], why.trim(), onClose)}
    >
      <p className="mb-4">
        “{person.sequence_name}” ends for this person, and a mail that has not left is cancelled. It does not come back;
        they can be enrolled again.
      </p>
      <TextField
        label="Why (optional)"
        size="compact"
        maxLength={200}
        value={why}
        onChange={(event) => setWhy(event.target.value)}
      />
    </FormDialog>
  );
}
