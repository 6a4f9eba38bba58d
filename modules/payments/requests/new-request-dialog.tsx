// A new request: for whom, what for, until when. What its lines come to is computed by the database while one types.
import { parseNumber } from "#domain/formats.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatMoney, parseMoney } from "#domain/money.ts";
import { newId } from "#app/lib/new-id.ts";
import { officeQuery } from "#app/lib/office.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { LateDayInput } from "#app/records/field-kinds/late-day-input.tsx";
import { ReferencePicker } from "#app/records/field-kinds/reference-picker.tsx";
import { Button, IconButton } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Checkbox, Field, FieldError, SelectField, TextField } from "#app/ui/field.tsx";
import { companyTarget, personTarget } from "../payment.ts";
import { currenciesQuery, totalsQuery, usePaymentWork } from "../payments-data.ts";

interface Line {
  key: string;
  description: string;
  quantity: string;
  price: string;
  tax: string;
}
const emptyLine = (): Line => ({ key: newId(), description: "", quantity: "1", price: "", tax: "0" });

/** "1.5" as 1500, "9.975" as 997.5; null when it is no such number. */
function scaled(text: string, factor: number, decimals: number): number | null {
  const typed = text.trim().replace(/%$/, "").trim();
  const plain = parseNumber(typed) ?? typed.replace(",", ".");
  if (!/^\d{1,9}(?:\.\d+)?$/.test(plain)) return null;
  const [whole = "", fraction = ""] = plain.split(".");
  if (fraction.length > decimals) return null;
  return (Number(whole) * 10 ** decimals + Number(fraction.padEnd(decimals, "0"))) * (factor / 10 ** decimals);
}

/** As document_totals takes it; null while something is missing or wrong. */
function itemOf(line: Line, title: string, currency: string) {
  const quantity_milli = scaled(line.quantity, 1000, 3);
  const unit_minor = parseMoney(line.price, currency);
  const tax_bp = scaled(line.tax || "0", 100, 5);
  if (quantity_milli === null || unit_minor === null || tax_bp === null) return null;
  return { description: line.description.trim() || title.trim(), quantity_milli, unit_minor, tax_bp };
}

export function NewRequestDialog({
  onClose,
  preset = {},
}: {
  onClose: () => void;
  preset?: { account?: string; deal?: string; title?: string };
}) {
  const office = useQuery(officeQuery).data;
  const currencies = useQuery(currenciesQuery).data ?? [];
  const [account, setAccount] = useState(preset.account ?? "");
  const [contact, setContact] = useState("");
  const [title, setTitle] = useState(preset.title ?? "");
  const [chosen, setCurrency] = useState<string | null>(null);
  const [due, setDue] = useState("");
  const [lines, setLines] = useState<Line[]>(() => [emptyLine()]);
  const [sends, setSends] = useState(true);
  const [complaint, setComplaint] = useState<string | null>(null);
  const work = usePaymentWork(onClose);
  const currency = chosen ?? office?.currency ?? "USD";
  const items = lines.map((line) => itemOf(line, title, currency));
  const complete = items.filter((item) => item !== null);
  const totals = useQuery(totalsQuery(complete, currency));
  const change = (key: string, part: Partial<Line>) => {
    setLines((all) => all.map((line) => (line.key === key ? { ...line, ...part } : line)));
    setComplaint(null);
  };
  const save = (draft: boolean) => {
    if (account === "") return setComplaint("Choose the company that is to pay");
    if (title.trim() === "") return setComplaint("Say what the money is for");
    if (items.includes(null))
      return setComplaint("Each line needs a quantity like 1.5, a price like 1,250.50 and a tax like 19");
    work.mutate({
      work: {
        what: "new",
        asked: {
          account_id: account,
          contact_id: contact || null,
          deal_id: preset.deal ?? null,
          title,
          currency,
          items: complete,
          ...(due && { due_on: due }),
          send: sends,
          draft,
        },
      },
      done: draft ? "Draft kept" : "Request written",
    });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      busy={work.isPending}
      title="New request"
      footer={
        <>
          <Button variant="line" size="dialog" disabled={work.isPending} onClick={() => save(true)}>
            Keep as draft
          </Button>
          <Button type="submit" form="new-request" size="dialog" disabled={work.isPending}>
            Request {totals.data && complete.length > 0 ? formatMoney(totals.data.total_minor, currency) : ""}
          </Button>
        </>
      }
    >
      <form
        id="new-request"
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          save(false);
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
        <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
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
          <Field label="Due" size="compact" hint={due ? undefined : "In 14 days unless you say otherwise"}>
            {(control) => <LateDayInput label="Due" value={due} onChange={setDue} control={control} />}
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
        </div>
        <fieldset className="grid gap-2">
          <legend className="mb-1 text-caption font-semibold">Lines</legend>
          {lines.map((line, place) => (
            <LineInputs
              key={line.key}
              line={line}
              place={place + 1}
              onChange={(part) => change(line.key, part)}
              {...(lines.length > 1 && {
                onRemove: () => setLines((all) => all.filter(({ key }) => key !== line.key)),
              })}
            />
          ))}
          <Button
            variant="line"
            size="compact"
            icon="plus"
            className="justify-self-start"
            onClick={() => setLines((all) => [...all, emptyLine()])}
          >
            Add a line
          </Button>
        </fieldset>
        {totals.data && complete.length > 0 && (
          <dl
            aria-label="Totals"
            className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 border-t border-line pt-3 text-caption"
          >
            <dt className="text-muted">Net</dt>
            <dd className="text-right">{formatMoney(totals.data.net_minor, currency)}</dd>
            {totals.data.taxes.map(({ bp, tax_minor }) => [
              <dt key={`name ${bp}`} className="text-muted">
                Tax, {bp / 100}%
              </dt>,
              <dd key={`tax ${bp}`} className="text-right">
                {formatMoney(tax_minor, currency)}
              </dd>,
            ])}
            <dt className="font-semibold">Total</dt>
            <dd className="text-right font-semibold">{formatMoney(totals.data.total_minor, currency)}</dd>
          </dl>
        )}
        {contact && (
          <Checkbox
            label="Write to the contact: the mail holds the link to the page"
            checked={sends}
            onChange={(event) => setSends(event.target.checked)}
          />
        )}
        {complaint && <FieldError>{complaint}</FieldError>}
        {totals.isError && complete.length > 0 && <FieldError>{messageOf(totals.error)}</FieldError>}
        {work.isError && <FieldError>{messageOf(work.error)}</FieldError>}
      </form>
    </Dialog>
  );
}

function LineInputs({
  line,
  place,
  onChange,
  onRemove,
}: {
  line: Line;
  place: number;
  onChange: (part: Partial<Line>) => void;
  onRemove?: () => void;
}) {
  const input = (name: "description" | "quantity" | "price" | "tax", label: string, more: object = {}) => (
    <TextField
      label={label}
      aria-label={`${label}, line ${place}`}
      size="compact"
      autoComplete="off"
      value={line[name]}
      onChange={(event) => onChange({ [name]: event.target.value })}
      {...more}
    />
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_4rem_7rem_4.5rem_2rem] items-end gap-2 max-sm:grid-cols-[3.5rem_minmax(0,1fr)_4rem_2rem] max-sm:[&>:first-child]:col-span-4">
      {input("description", "Line", { maxLength: 200 })}
      {input("quantity", "Quantity", { inputMode: "decimal" })}
      {input("price", "Price", { inputMode: "decimal" })}
      {input("tax", "Tax %", { inputMode: "decimal" })}
      {onRemove ? (
        <IconButton name="trash" label={`Remove line ${place}`} size="compact" className="mb-0.5" onClick={onRemove} />
      ) : (
        <span />
      )}
    </div>
  );
}
