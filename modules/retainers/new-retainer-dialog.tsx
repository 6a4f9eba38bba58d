// A retainer without a proposal: for whom, how often, from when, and one line; more lines come with a new price.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { offeredCurrencies, parseMoney } from "#domain/money.ts";
import { officeQuery } from "#app/lib/office.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { DayField } from "#app/records/field-kinds/late-day-input.tsx";
import { ReferencePicker } from "#app/records/field-kinds/reference-picker.tsx";
import { Field, FieldError, SelectField, TextField } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { useRetainerChange } from "./retainers-data.ts";

export function NewRetainerDialog({ onClose }: { onClose: () => void }) {
  const office = useQuery(officeQuery).data;
  const navigate = useNavigate();
  const save = useRetainerChange();
  const [values, setValues] = useState({
    account_id: "",
    title: "",
    amount: "",
    currency: "",
    every: "1",
    starts_on: "",
    timing: "advance" as "advance" | "arrears",
  });
  const set = (changes: Partial<typeof values>) => setValues((old) => ({ ...old, ...changes }));
  const currency = values.currency || office?.currency || "USD";
  const minor = parseMoney(values.amount, currency);
  const { title, account_id, starts_on } = values;
  return (
    <FormDialog
      title="New retainer"
      busy={save.isPending}
      onClose={onClose}
      confirm="Save the draft"
      blocked={!account_id || title.trim() === "" || minor === null || starts_on === ""}
      onConfirm={() =>
        save.mutate(
          {
            does: "add",
            retainer: {
              title: title.trim(),
              account_id,
              currency,
              every_months: Number(values.every),
              anchor_on: starts_on,
              starts_on,
              timing: values.timing,
              mode: "draft",
              lines: [{ title: title.trim(), unit_minor: minor ?? 0, quantity_milli: 1000 }],
            },
          },
          {
            onSuccess: ({ id }) => {
              onClose();
              void navigate(`/admin/retainers/${id}`);
            },
          },
        )
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Company" size="compact">
          {(control) => (
            <ReferencePicker
              label="Company"
              to={{ table: "accounts", one: "company" }}
              value={account_id}
              onChange={(id) => set({ account_id: id })}
              control={control}
            />
          )}
        </Field>
        <TextField
          label="What is billed"
          size="compact"
          maxLength={200}
          value={title}
          onChange={(event) => set({ title: event.target.value })}
        />
        <TextField
          label="Net, each time"
          size="compact"
          inputMode="decimal"
          value={values.amount}
          error={values.amount !== "" && minor === null ? `An amount in ${currency}.` : undefined}
          onChange={(event) => set({ amount: event.target.value })}
        />
        <SelectField
          label="Currency"
          size="compact"
          value={currency}
          onChange={(event) => set({ currency: event.target.value })}
        >
          {[...new Set([currency, ...offeredCurrencies])].map((code) => (
            <option key={code}>{code}</option>
          ))}
        </SelectField>
        <SelectField
          label="Every"
          size="compact"
          value={values.every}
          onChange={(event) => set({ every: event.target.value })}
        >
          <option value="1">Month</option>
          <option value="3">3 months</option>
          <option value="6">6 months</option>
          <option value="12">Year</option>
        </SelectField>
        <SelectField
          label="Billed"
          size="compact"
          value={values.timing}
          onChange={(event) => set({ timing: event.target.value as "advance" | "arrears" })}
        >
          <option value="advance">In advance</option>
          <option value="arrears">In arrears</option>
        </SelectField>
        <DayField
          label="First day"
          value={starts_on}
          onChange={(day) => set({ starts_on: day })}
          hint="Each period begins on this day of the month."
        />
      </div>
      {save.isError && <FieldError>{messageOf(save.error)}</FieldError>}
    </FormDialog>
  );
}
