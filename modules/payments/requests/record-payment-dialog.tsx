// Money that came by another way than a card: how much, when, how.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatMoney, parseMoney, typedMoney } from "#domain/money.ts";
import { newId } from "#app/lib/new-id.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { LateDayInput } from "#app/records/field-kinds/late-day-input.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { Checkbox, Field, FieldError, SelectField, TextField } from "#app/ui/field.tsx";
import { PaidBar } from "./paid-bar.tsx";
import { type PaymentRequest, stateWords } from "../payment.ts";
import { providerQuery, todayQuery, usePaymentWork } from "../payments-data.ts";

export function RecordPaymentDialog({ request, onClose }: { request: PaymentRequest; onClose: () => void }) {
  const { currency } = request;
  const today = useQuery(todayQuery).data ?? "";
  const safe = useQuery(providerQuery).data?.isSafe ?? true;
  const [entry] = useState(newId);
  const [isRefund, setIsRefund] = useState(false);
  const [amount, setAmount] = useState(() => typedMoney(request.open_minor || request.amount_minor, currency));
  const [day, setDay] = useState<string | null>(null);
  const [method, setMethod] = useState("bank");
  const [reference, setReference] = useState("");
  const [receipt, setReceipt] = useState(true);
  const [complaint, setComplaint] = useState<string | null>(null);
  const work = usePaymentWork(onClose);
  const minor = parseMoney(amount, currency);
  const money = (value: number) => formatMoney(value, currency);
  const after = request.received_minor + (isRefund ? -1 : 1) * (minor ?? 0);
  const rest = request.amount_minor - after;
  const submit = () => {
    if (minor === null || minor <= 0) return setComplaint("Write an amount like 1,250.50");
    const on = day ?? today;
    if (!on) return setComplaint("Say on which day it came");
    work.mutate({
      work: {
        what: "record",
        request: request.id,
        entry,
        amount: isRefund ? -minor : minor,
        on,
        method,
        reference,
        receipt: receipt && !isRefund && request.contact_email !== null,
      },
      done: `${money(minor)} ${isRefund ? "paid back" : "recorded"}`,
    });
  };
  return (
    <FormDialog
      onClose={onClose}
      busy={work.isPending}
      title={isRefund ? "Record a refund" : "Record a payment"}
      confirm={`Record ${minor !== null && minor > 0 ? money(minor) : ""}`}
      form="record-payment"
    >
      <form
        id="record-payment"
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <p className="flex items-baseline justify-between gap-4">
          <span className="min-w-0">
            <b className="block font-[620] wrap-anywhere">{request.title}</b>
            <span className="text-caption text-muted">
              {request.number}, {request.account_name}, {stateWords(request, today).words.toLowerCase()}
            </span>
          </span>
          <span className="serif text-xl whitespace-nowrap">{money(request.amount_minor)}</span>
        </p>
        <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
          <TextField
            label={isRefund ? "Amount paid back" : "Amount received"}
            marked
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
          <Field label="Date" marked size="compact">
            {(control) => <LateDayInput label="Date" value={day ?? today} onChange={setDay} control={control} />}
          </Field>
          <SelectField label="How" size="compact" value={method} onChange={(event) => setMethod(event.target.value)}>
            <option value="bank">Bank transfer</option>
            <option value="cash">Cash</option>
            <option value="other">Other</option>
          </SelectField>
          <TextField
            label="Bank reference"
            size="compact"
            maxLength={200}
            autoComplete="off"
            value={reference}
            onChange={(event) => setReference(event.target.value)}
          />
        </div>
        <div>
          <PaidBar received={after} amount={request.amount_minor} />
          <p className="mt-1.5 flex flex-wrap justify-between gap-x-4 text-caption text-muted">
            <span>{money(Math.max(after, 0))} received</span>
            <span>
              {rest > 0
                ? `${money(rest)} stays open`
                : rest < 0
                  ? `${money(-rest)} too much, kept as credit`
                  : "Nothing stays open"}
            </span>
          </p>
        </div>
        {request.received_minor > 0 && (
          <Checkbox
            label="This is money we paid back"
            checked={isRefund}
            onChange={(event) => setIsRefund(event.target.checked)}
          />
        )}
        {request.contact_email && !isRefund && (
          <Checkbox
            label={`Queue a receipt to ${request.contact_email}.${safe ? " SAFE holds it in the outbox." : ""}`}
            checked={receipt}
            onChange={(event) => setReceipt(event.target.checked)}
          />
        )}
        {work.isError && <FieldError>{messageOf(work.error)}</FieldError>}
      </form>
    </FormDialog>
  );
}
