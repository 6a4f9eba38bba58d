// Payment in instalments: several requests of one invoice. The database says what they have to come to; this only shows how far they are.
import { exactMoney, parseMoney, typedMoney } from "#domain/money.ts";
import { DayField } from "#app/records/field-kinds/late-day-input.tsx";
import { Button, IconButton } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { panelClass } from "#app/ui/panel.ts";
import type { InvoiceDraft } from "../invoice.ts";

export interface TypedInstalment {
  key: string;
  amount: string;
  due_on: string;
}

export const typedInstalments = ({ instalments, currency }: InvoiceDraft): TypedInstalment[] =>
  instalments.map((part) => ({
    key: crypto.randomUUID(),
    amount: typedMoney(part.amount_minor, currency),
    due_on: part.due_on,
  }));

const minorOf = ({ amount }: TypedInstalment, currency: string) => parseMoney(amount.trim(), currency);

export function instalmentsOf(
  parts: readonly TypedInstalment[],
  currency: string,
): { instalments: { amount_minor: number; due_on: string }[] } | { problem: string } {
  const read = parts.map((part) => ({ amount_minor: minorOf(part, currency) ?? 0, due_on: part.due_on }));
  const wrong = read.findIndex(({ amount_minor: minor }) => minor <= 0);
  if (wrong !== -1) return { problem: `Instalment ${wrong + 1}: an amount like 1,250.50` };
  const dayless = read.findIndex(({ due_on: day }) => day === "");
  if (dayless !== -1) return { problem: `Instalment ${dayless + 1}: choose its day` };
  return { instalments: read };
}

export function Instalments({
  draft: { totals, currency },
  parts,
  onChange,
}: {
  draft: InvoiceDraft;
  parts: readonly TypedInstalment[];
  onChange: (parts: TypedInstalment[]) => void;
}) {
  const payable = totals.payable_minor ?? totals.total_minor;
  const placed = parts.reduce((sum, part) => sum + (minorOf(part, currency) ?? 0), 0);
  const left = payable - placed;
  const change = (key: string, some: Partial<TypedInstalment>) =>
    onChange(parts.map((part) => (part.key === key ? { ...part, ...some } : part)));
  const add = () =>
    onChange([
      ...parts,
      { key: crypto.randomUUID(), amount: parts.length > 0 && left > 0 ? typedMoney(left, currency) : "", due_on: "" },
    ]);
  return (
    <section aria-label="Instalments" className={panelClass}>
      <header className="border-b border-line px-4 py-3">
        <h2 className="text-small font-[640]">Instalments</h2>
        <p className="text-caption text-muted">
          {parts.length === 0
            ? "Paid at once. With instalments each has its own request, day and reminders."
            : "Together they come to what is to be paid. A deposit that was asked for before counts towards it."}
        </p>
      </header>
      {parts.length > 0 && (
        <ol className="grid gap-3 p-4 pb-0">
          {parts.map((part, place) => (
            <li
              key={part.key}
              className="grid grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)_2rem] items-end gap-2 max-sm:grid-cols-[minmax(0,1fr)_2rem]"
            >
              <TextField
                label={`Amount, ${currency}`}
                aria-label={`Amount of instalment ${place + 1}`}
                size="compact"
                inputMode="decimal"
                autoComplete="off"
                value={part.amount}
                onChange={(event) => change(part.key, { amount: event.target.value })}
              />
              <div className="max-sm:col-span-2 max-sm:row-start-2">
                <DayField
                  label={`Instalment ${place + 1} is due`}
                  value={part.due_on}
                  onChange={(day) => change(part.key, { due_on: day })}
                />
              </div>
              <IconButton
                name="trash"
                label={`Remove instalment ${place + 1}`}
                size="compact"
                className="mb-0.5"
                onClick={() => onChange(parts.filter(({ key }) => key !== part.key))}
              />
            </li>
          ))}
        </ol>
      )}
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2 p-4">
        <Button variant="line" size="compact" icon="plus" disabled={parts.length >= 60} onClick={add}>
          {parts.length === 0 ? "Pay in instalments" : "Add an instalment"}
        </Button>
        {parts.length > 0 && (
          <output className={left === 0 ? "text-muted" : "font-semibold text-dev"}>
            {left === 0
              ? `They come to ${exactMoney(payable, currency)}.`
              : left > 0
                ? `${exactMoney(left, currency)} of ${exactMoney(payable, currency)} left to place`
                : `${exactMoney(-left, currency)} more than the ${exactMoney(payable, currency)} to be paid`}
          </output>
        )}
      </p>
    </section>
  );
}
