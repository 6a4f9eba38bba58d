// Days, deposit, discount, and what it all comes to.
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { formatMoney, offeredCurrencies } from "#domain/money.ts";
import { staffQuery } from "#app/lib/office.ts";
import { Field, SelectField, TextArea, TextField } from "#app/ui/field.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { PanelHead } from "./editor-letter.tsx";
import type { EditorValues, Problems } from "./draft-values-data.ts";
import { percent, type Totals } from "./proposal.ts";

const DayInput = lazy(() => import("#app/ui/desk/day-input.tsx"));

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
            <Field label="Valid until" size="desk">
              {(control) => (
                <Suspense fallback={<div className="min-h-9.5" />}>
                  <DayInput
                    label="Valid until"
                    value={values.valid_until}
                    onChange={(day) => onChange({ valid_until: day })}
                    control={control}
                  />
                </Suspense>
              )}
            </Field>
            <TextField label="Deposit" size="desk" placeholder="None" {...text("deposit")} />
            <TextField label="Discount on all" size="desk" placeholder="None" {...text("discount")} />
            <TextField label="Days to pay" size="desk" inputMode="numeric" {...text("payment_days")} />
            <SelectField
              label="Currency"
              size="desk"
              value={values.currency}
              onChange={(event) => onChange({ currency: event.target.value })}
            >
              {[...new Set([values.currency, ...offeredCurrencies])].map((code) => (
                <option key={code}>{code}</option>
              ))}
            </SelectField>
            <TextField
              label="Word about tax"
              size="desk"
              maxLength={100}
              placeholder="Reverse charge"
              {...text("tax_note")}
            />
          </div>
          <SelectField
            label="Owner"
            size="desk"
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
            size="desk"
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

export function TotalsList({
  totals,
  depositBp,
  stale = false,
}: {
  totals: Totals;
  depositBp: number;
  stale?: boolean;
}) {
  const money = (minor: number) => formatMoney(minor, totals.currency);
  const rows: [string, string][] = [
    ["Subtotal", money(totals.subtotal_minor)],
    ...(totals.discount_minor === 0 ? [] : [["Discount", money(-totals.discount_minor)] as [string, string]]),
    ...(totals.taxes.length === 0
      ? [["Tax, 0%", money(0)] as [string, string]]
      : totals.taxes.map(({ bp, tax_minor: minor }) => [`Tax, ${percent(bp)}`, money(minor)] as [string, string])),
  ];
  return (
    <dl
      aria-label="Totals"
      aria-busy={stale}
      className={`grid grid-cols-[1fr_auto] content-start items-baseline gap-x-4 gap-y-1.5 ${stale ? "text-muted" : ""}`}
    >
      {rows.map(([term, value]) => (
        <div key={term} className="contents">
          <dt className="text-muted">{term}</dt>
          <dd className="text-right font-semibold">{value}</dd>
        </div>
      ))}
      {/* One rule over both: two of their own would stand at two heights. */}
      <div className="col-span-2 mt-1 flex items-baseline justify-between gap-4 border-t border-ink pt-1">
        <dt>Total</dt>
        <dd className="serif text-right text-[1.5rem] leading-tight">{money(totals.total_minor)}</dd>
      </div>
      {totals.deposit_minor > 0 && (
        <>
          <dt className="text-muted">Deposit, {percent(depositBp)}</dt>
          <dd className="text-right font-semibold">{money(totals.deposit_minor)}</dd>
        </>
      )}
    </dl>
  );
}
