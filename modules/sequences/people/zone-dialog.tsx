// Where a contact's clock stands, as far as anyone knows: nine o'clock is then nine o'clock there.
import { useState } from "react";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { SelectField } from "#app/ui/field.tsx";
import type { SequenceActions } from "../sequence-actions-data.ts";

const zones: readonly string[] = Intl.supportedValuesOf("timeZone");

export function ZoneDialog({
  contact,
  actions,
  onClose,
}: {
  contact: string;
  actions: SequenceActions;
  onClose: () => void;
}) {
  const [zone, setZone] = useState("");
  return (
    <FormDialog
      onClose={onClose}
      title="Their time zone"
      narrow
      busy={actions.busy}
      keep="Not now"
      confirm="Save"
      onConfirm={() => actions.setZone(contact, zone || null, onClose)}
    >
      <SelectField
        label="Time zone"
        size="compact"
        value={zone}
        hint="Counts from the next sequence that they are enrolled in."
        onChange={(event) => setZone(event.target.value)}
      >
        <option value="">Not known: the sequence’s own</option>
        {zones.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
    </FormDialog>
  );
}
