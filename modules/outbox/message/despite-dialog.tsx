// Writing to someone who has opted out asks why, and the reason stays with the message.
import { useState } from "react";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { TextField } from "#app/ui/field.tsx";
import type { OutboxActions } from "../outbox-actions-data.ts";
import type { Message } from "../outbox-data.ts";

export function DespiteDialog({
  message,
  actions,
  onClose,
}: {
  message: Message;
  actions: OutboxActions;
  onClose: () => void;
}) {
  const [why, setWhy] = useState("");
  const [checked, setChecked] = useState(false);
  return (
    <FormDialog
      onClose={onClose}
      title="Write although they opted out?"
      narrow
      busy={actions.busy}
      keep="Keep it stopped"
      confirm="Send all the same"
      onConfirm={() => {
        setChecked(true);
        if (why.trim().length >= 3) actions.sendDespite(message.id, why.trim(), onClose);
      }}
    >
      <p className="mb-4 wrap-anywhere">
        {message.to_address} asked not to be written to. Your reason and your name are kept with this message. Addresses
        that bounced or complained get nothing in any case.
      </p>
      <TextField
        label="Why"
        size="compact"
        maxLength={500}
        value={why}
        onChange={(event) => setWhy(event.target.value)}
        error={checked && why.trim().length < 3 ? "Say why, in a few words." : undefined}
      />
    </FormDialog>
  );
}
