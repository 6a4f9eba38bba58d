// Chooses a record that exists for an inquiry: a contact, a company, a deal or a task.
import { useState } from "react";
import type { Target } from "#domain/entity.ts";
import { ReferencePicker } from "#app/records/field-kinds/reference-picker.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { Field } from "#app/ui/field.tsx";
import type { InquiryActions } from "../inquiry-actions-data.ts";
import type { Inquiry } from "../inquiries-data.ts";
import { senderOf } from "../inquiry.ts";

export type Linkable = "contact" | "account" | "deal" | "task";

const targets: Record<Linkable, Target & { title: string; label: string; does: string }> = {
  contact: {
    table: "contacts",
    one: "contact",
    title: "name",
    label: "Contact",
    does: "The message stands on this contact’s page. What it says about them is offered, not written.",
  },
  account: {
    table: "accounts",
    one: "company",
    title: "name",
    label: "Company",
    does: "The sender becomes a contact of this company.",
  },
  deal: {
    table: "deals",
    one: "deal",
    title: "name",
    label: "Deal",
    does: "The message stands on this deal’s page, and its sender is one of its people.",
  },
  task: {
    table: "tasks",
    one: "task",
    title: "title",
    label: "Task",
    does: "It becomes the task of this message and is done when the reply leaves.",
  },
};

export function LinkDialog({
  what,
  inquiry,
  actions,
  onClose,
}: {
  what: Linkable;
  inquiry: Inquiry;
  actions: InquiryActions;
  onClose: () => void;
}) {
  const [chosen, setChosen] = useState("");
  const { label, does, ...target } = targets[what];
  const link = () => {
    if (what === "deal") actions.linkDeal(inquiry, chosen, onClose);
    else if (what === "task") actions.linkTask(inquiry, chosen, onClose);
    else actions.linkContact(inquiry, { [what]: chosen }, onClose);
  };
  return (
    <FormDialog
      onClose={onClose}
      title={`Link a ${target.one} to ${inquiry.reference}`}
      narrow
      busy={actions.busy}
      confirm="Link"
      blocked={chosen === ""}
      onConfirm={link}
    >
      <p className="mb-4 text-muted">
        From <bdi>{senderOf(inquiry)}</bdi>. {does}
      </p>
      <Field label={label} size="compact">
        {(control) => (
          <ReferencePicker label={label} to={target} value={chosen} onChange={setChosen} control={control} />
        )}
      </Field>
    </FormDialog>
  );
}
