// What can be changed of a request, cancelling it, and using its credit.
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { formatMoney, parseMoney, typedMoney } from "#domain/money.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { LateDayInput } from "#app/records/field-kinds/late-day-input.tsx";
import { ReferencePicker } from "#app/records/field-kinds/reference-picker.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { Checkbox, Field, FieldError, SelectField, TextField } from "#app/ui/field.tsx";
import { type PaymentRequest, personTarget } from "../payment.ts";
import { requestsQuery, usePaymentWork } from "../payments-data.ts";

interface Parts {
  request: PaymentRequest;
  onClose: () => void;
}

/** A dialog with one form, and why the work failed. */
function PaymentDialog({
  title,
  confirm,
  danger = false,
  work,
  onClose,
  onSubmit,
  disabled = false,
  children,
}: {
  title: string;
  confirm: string;
  danger?: boolean;
  work: ReturnType<typeof usePaymentWork>;
  onClose: () => void;
  onSubmit: () => void;
  disabled?: boolean;
  children: ReactNode;
}) {
  return (
    <FormDialog
      narrow
      onClose={onClose}
      busy={work.isPending}
      title={title}
      keep={danger ? "Keep it" : "Cancel"}
      confirm={confirm}
      danger={danger}
      form="payment-form"
      blocked={disabled}
    >
      <form
        id="payment-form"
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {children}
        {work.isError && <FieldError>{messageOf(work.error)}</FieldError>}
      </form>
    </FormDialog>
  );
}

export function ChangeDialog({ request, onClose }: Parts) {
  const [due, setDue] = useState(request.due_on);
  const [contact, setContact] = useState(request.contact_id ?? "");
  const [reminders, setReminders] = useState(request.reminders_on);
  const work = usePaymentWork(onClose);
  return (
    <PaymentDialog
      title={`Change ${request.number}`}
      confirm="Save"
      {...{ work, onClose }}
      onSubmit={() =>
        work.mutate({
          work: {
            what: "change",
            request: request.id,
            changes: { due_on: due || request.due_on, contact_id: contact || null, reminders_on: reminders },
          },
          done: `${request.number} changed`,
        })
      }
    >
      <p className="text-muted">What it asks for stays. For another amount, cancel it and write a new one.</p>
      <Field label="Due" size="compact">
        {(control) => <LateDayInput label="Due" value={due} onChange={setDue} control={control} />}
      </Field>
      <Field label="Contact" size="compact">
        {(control) => (
          <ReferencePicker label="Contact" to={personTarget} value={contact} onChange={setContact} control={control} />
        )}
      </Field>
      <Checkbox
        label="Remind by mail: 3 days before, then 4, 11 and 18 days after it is due, until it is paid"
        checked={reminders}
        onChange={(event) => setReminders(event.target.checked)}
      />
    </PaymentDialog>
  );
}

export function CancelDialog({ request, onClose }: Parts) {
  const [reason, setReason] = useState("");
  const work = usePaymentWork(onClose);
  return (
    <PaymentDialog
      title={`Cancel ${request.number}?`}
      confirm="Cancel the request"
      danger
      {...{ work, onClose }}
      onSubmit={() =>
        work.mutate({ work: { what: "cancel", request: request.id, reason }, done: `${request.number} cancelled` })
      }
    >
      <p>
        Its page says that it has ended, and its number stays taken.
        {request.received_minor > 0 &&
          ` ${formatMoney(request.received_minor, request.currency)} that came in for it becomes credit.`}
      </p>
      <TextField
        label="Why"
        size="compact"
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </PaymentDialog>
  );
}

export function CreditDialog({ request, onClose }: Parts) {
  const { currency } = request;
  const others = useQuery(requestsQuery({ account: request.account_id, currency, state: "unpaid" }, 1, 200));
  const open = others.data?.filter(({ id }) => id !== request.id) ?? [];
  const [to, setTo] = useState("");
  const [amount, setAmount] = useState(() => typedMoney(request.credit_minor, currency));
  const [complaint, setComplaint] = useState<string | null>(null);
  const work = usePaymentWork(onClose);
  const chosen = to || (open[0]?.id ?? "");
  return (
    <PaymentDialog
      title="Use the credit"
      confirm="Use it"
      disabled={chosen === ""}
      {...{ work, onClose }}
      onSubmit={() => {
        const minor = parseMoney(amount, currency);
        if (minor === null || minor <= 0) return setComplaint("Write an amount like 1,250.50");
        work.mutate({ work: { what: "credit", from: request.id, to: chosen, amount: minor }, done: "Credit used" });
      }}
    >
      <p>
        {request.account_name} has {formatMoney(request.credit_minor, currency)} of credit from {request.number}.
      </p>
      {others.data && open.length === 0 ? (
        <p className="text-muted">
          There is no other open request of this company in {currency}. Pay it back, and record that as a refund.
        </p>
      ) : (
        <>
          <SelectField label="For" size="compact" value={chosen} onChange={(event) => setTo(event.target.value)}>
            {open.map(({ id, number, title, open_minor }) => (
              <option key={id} value={id}>
                {number} {title}, {formatMoney(open_minor, currency)} open
              </option>
            ))}
          </SelectField>
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
        </>
      )}
    </PaymentDialog>
  );
}
