// Days, deposit, discount, and what it all comes to.
import { useQuery } from "@tanstack/react-query";
import { offeredCurrencies } from "#domain/money.ts";
import { staffQuery } from "#app/lib/office.ts";
import { DayField } from "#app/records/field-kinds/late-day-input.tsx";
import { SelectField, TextArea, TextField } from "#app/ui/field.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { PanelHead } from "./editor-letter.tsx";
import type { EditorValues, Problems } from "./draft-values-data.ts";
import type { Totals } from "../proposal.ts";
import { TotalsList } from "../page/totals-list.tsx";

export function EditorTerms({
  values,
  problems,
  totals,
  depositBp,
  stale,
  onChange,
}: {
  values: EditorValues;
  problems: Problems;
  totals: Totals;
  depositBp: number;
  stale: boolean;
  onChange: (changes: Partial<EditorValues>) => void;
}) {
  const staff = useQuery(staffQuery);
  const text = (name: "discount" | "deposit" | "payment_days" | "tax_note" | "consent_text") => ({
    value: values[name],
    error: problems[name],
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  });
  return (
    <section aria-label="Terms" className={`${panelClass} rounded-br-turn-dialog`}>
      <PanelHead title="Terms" />
      <div className="grid gap-6 p-4 lg:grid-cols-[minmax(0,1fr)_15rem]">
        <div className="grid content-start gap-4">
          <div className="grid grid-cols-2 gap-4">
            {/* Half the width would cut the year. */}
            <div className="col-span-2">
              <DayField
                label="Valid until"
                value={values.valid_until}
                onChange={(day) => onChange({ valid_until: day })}
              />
            </div>
            <TextField label="Deposit" size="compact" placeholder="None" {...text("deposit")} />
            <TextField label="Discount on all" size="compact" placeholder="None" {...text("discount")} />
            <TextField label="Days to pay" size="compact" inputMode="numeric" {...text("payment_days")} />
            <SelectField
              label="Currency"
              size="compact"
              value={values.currency}
              onChange={(event) => onChange({ currency: event.target.value })}
            >
              {[...new Set([values.currency, ...offeredCurrencies])].map((code) => (
                <option key={code}>{code}</option>
              ))}
            </SelectField>
            <TextField
              label="Word about tax"
              size="compact"
              maxLength={100}
              placeholder="Reverse charge"
              {...text("tax_note")}
            />
          </div>
          <SelectField
            label="Owner"
            size="compact"
            value={values.owner_id}
            onChange={(event) => onChange({ owner_id: event.target.value })}
          >
            <option value="">Nobody</option>
            {staff.data?.map(({ user_id: id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
          <TextArea
            label="What the client consents to"
            size="compact"
            rows={3}
            maxLength={1000}
            {...text("consent_text")}
          />
        </div>
        <TotalsList totals={totals} depositBp={depositBp} stale={stale} />
      </div>
    </section>
  );
}
