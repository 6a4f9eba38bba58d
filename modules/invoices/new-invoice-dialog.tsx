// A new draft: for whom, and what for. Everything else is said in the draft.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { officeQuery } from "#app/lib/office.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { ReferencePicker } from "#app/records/field-kinds/reference-picker.tsx";
import { Field, FieldError, SelectField, TextField } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { currenciesQuery, newDraft, useInvoiceWork } from "./invoices-data.ts";

const companyTarget = { table: "accounts", one: "company", page: "/admin/crm/accounts" } as const;
const personTarget = { table: "contacts", one: "contact", page: "/admin/crm/contacts" } as const;

export function NewInvoiceDialog({
  onClose,
  preset = {},
}: {
  onClose: () => void;
  preset?: { account?: string; deal?: string; title?: string };
}) {
  const navigate = useNavigate();
  const office = useQuery(officeQuery).data;
  const currencies = useQuery(currenciesQuery).data ?? [];
  const [account, setAccount] = useState(preset.account ?? "");
  const [contact, setContact] = useState("");
  const [title, setTitle] = useState(preset.title ?? "");
  const [chosen, setCurrency] = useState<string | null>(null);
  const [complaint, setComplaint] = useState<string | null>(null);
  const currency = chosen ?? office?.currency ?? "EUR";
  const work = useInvoiceWork(newDraft, null, (id) => {
    onClose();
    void navigate(`/admin/invoices/${id}`);
  });
  return (
    <FormDialog
      narrow
      title="New invoice"
      confirm="Write the draft"
      form="new-invoice"
      busy={work.isPending}
      onClose={onClose}
    >
      <form
        id="new-invoice"
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (account === "") return setComplaint("Choose the company that is invoiced");
          if (title.trim() === "") return setComplaint("Say what it is for");
          return work.mutate({
            account_id: account,
            contact_id: contact || null,
            deal_id: preset.deal ?? null,
            title,
            currency,
            lines: [{ description: title.trim(), unit_minor: 0 }],
          });
        }}
      >
        <TextField
          label="What for"
          marked
          size="compact"
          maxLength={200}
          value={title}
          onChange={(event) => setTitle(event.target.value)}
        />
        <Field label="Company" marked size="compact">
          {(control) => (
            <ReferencePicker
              label="Company"
              to={companyTarget}
              value={account}
              onChange={setAccount}
              control={control}
            />
          )}
        </Field>
        <Field label="Contact" size="compact">
          {(control) => (
            <ReferencePicker
              label="Contact"
              to={personTarget}
              value={contact}
              onChange={setContact}
              control={control}
            />
          )}
        </Field>
        <SelectField
          label="Currency"
          size="compact"
          value={currency}
          onChange={(event) => setCurrency(event.target.value)}
        >
          {[...new Set([currency, ...currencies])].map((code) => (
            <option key={code}>{code}</option>
          ))}
        </SelectField>
        {complaint && <FieldError>{complaint}</FieldError>}
        {work.isError && <FieldError>{messageOf(work.error)}</FieldError>}
      </form>
    </FormDialog>
  );
}
