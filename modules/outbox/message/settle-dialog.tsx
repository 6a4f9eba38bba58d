// A message that may have left: a person finds out, and says so. Nothing is repeated by itself.
import { useState } from "react";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { FieldError } from "#app/ui/field.tsx";
import type { OutboxActions } from "../outbox-actions-data.ts";
import type { Message } from "../outbox-data.ts";

export function SettleDialog({
  message,
  actions,
  onClose,
}: {
  message: Message;
  actions: OutboxActions;
  onClose: () => void;
}) {
  const [outcome, setOutcome] = useState<"sent" | "again" | null>(null);
  const [missing, setMissing] = useState(false);
  const settle = () => {
    if (outcome === null) return setMissing(true);
    actions.settle(message.id, outcome, onClose);
  };
  const choice = (value: "sent" | "again", title: string, text: string) => (
    <label className="grid cursor-pointer grid-cols-[1.25rem_minmax(0,1fr)] gap-x-2.5 rounded-1 border border-line px-3 py-2.5 has-checked:border-ink">
      <input
        type="radio"
        name="outcome"
        className="mt-1 size-4 accent-ink"
        checked={outcome === value}
        onChange={() => setOutcome(value)}
      />
      <b className="font-semibold">{title}</b>
      <span className="col-start-2 text-caption text-muted">{text}</span>
    </label>
  );
  return (
    <FormDialog
      onClose={onClose}
      title="Did it leave?"
      busy={actions.busy}
      keep="Not yet"
      confirm="Settle"
      onConfirm={settle}
    >
      <p className="mb-4">
        The connection broke while this message was handed over. Look into the mailbox it was sent from, ask the
        recipient, or search the mail server’s log for{" "}
        <code className="font-mono text-caption wrap-anywhere">{message.message_id ?? message.id}</code>.
      </p>
      <fieldset className="grid gap-2">
        <legend className="sr-only">Did it leave?</legend>
        {choice("sent", "It left", "Nothing more happens.")}
        {choice("again", "It did not leave", "It is sent again. If it had left after all, it arrives twice.")}
      </fieldset>
      {missing && outcome === null && (
        <FieldError>Choose one of the two. If you do not know, leave it uncertain.</FieldError>
      )}
    </FormDialog>
  );
}
