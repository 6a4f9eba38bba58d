// For how much was it won? Asked only when a deal has no amount yet; the day is today and can be another.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { parseMoney } from "#domain/money.ts";
import { LateDayInput } from "#app/records/field-kinds/late-day-input.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { Field, inputClass, TextField } from "#app/ui/field.tsx";
import type { Closing } from "../board/board-moves.ts";
import type { Movable } from "./deal-moves-data.ts";
import { currenciesQuery, officeTodayQuery } from "../deals-data.ts";

export function WonDialog({
  deal,
  onClose,
  onWon,
}: {
  deal: Movable;
  onClose: () => void;
  onWon: (how: Closing) => void;
}) {
  const today = useQuery(officeTodayQuery).data;
  const currencies = useQuery(currenciesQuery).data;
  const [amount, setAmount] = useState("");
  const [currency, setCurrency] = useState(deal.currency);
  const [day, setDay] = useState<string | null>(null);
  const [complaint, setComplaint] = useState<string | null>(null);
  const codes = [...new Set([deal.currency, ...(currencies ?? []).map(({ code }) => code)])];
  const submit = () => {
    const minor = parseMoney(amount, currency);
    if (minor === null || minor < 0) return setComplaint("Write an amount like 1,250.50");
    const closed_on = day ?? today;
    onWon({ amount_minor: minor, currency, ...(closed_on && { closed_on }) });
  };
  return (
    <FormDialog onClose={onClose} title="Won. For how much?" confirm="Mark as won" form="won-form">
      <form
        id="won-form"
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <p>
          <b className="font-[620] wrap-anywhere">{deal.name}</b> has no amount yet. A deal that is won counts with its
          amount, net of sales tax, on its day, in the reports of that month.
        </p>
        <div className="grid grid-cols-[minmax(0,1fr)_6rem] gap-3">
          <TextField
            label="Amount"
            size="compact"
            inputMode="decimal"
            autoComplete="off"
            value={amount}
            error={complaint ?? undefined}
            onChange={(event) => {
              setAmount(event.target.value);
              setComplaint(null);
            }}
          />
          <Field label="Currency" size="compact">
            {(control) => (
              <select
                {...control}
                value={currency}
                onChange={(event) => setCurrency(event.target.value)}
                className={inputClass("compact")}
              >
                {codes.map((code) => (
                  <option key={code}>{code}</option>
                ))}
              </select>
            )}
          </Field>
        </div>
        <Field label="Won on" size="compact">
          {(control) => <LateDayInput label="Won on" value={day ?? today ?? ""} onChange={setDay} control={control} />}
        </Field>
      </form>
    </FormDialog>
  );
}
