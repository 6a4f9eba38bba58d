// What was typed wrongly: the difference becomes its own row, with a reason.
import { useState } from "react";
import { parseMoney, typedMoney } from "#domain/money.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { FieldError, TextField } from "#app/ui/field.tsx";
import type { PaymentRequest } from "../payment.ts";
import { usePaymentWork } from "../payments-data.ts";

export function CorrectDialog({
  request,
  payment,
  onClose,
}: {
  request: PaymentRequest;
  payment: { id: string; amount_minor: number };
  onClose: () => void;
}) {
  const [amount, setAmount] = useState(() => typedMoney(payment.amount_minor, request.currency));
  const [reason, setReason] = useState("");
  const [complaint, setComplaint] = useState<string | null>(null);
  const work = usePaymentWork(onClose);
  const submit = () => {
    const minor = parseMoney(amount, request.currency);
    if (minor === null || minor < 0) return setComplaint("Write an amount like 1,250.50");
    work.mutate({ work: { what: "correct", payment: payment.id, amount: minor, reason }, done: "Payment corrected" });
  };
  return (
    <FormDialog
      narrow
      onClose={onClose}
      busy={work.isPending}
      title="Correct a payment"
      confirm="Correct"
      form="correct-payment"
    >
      <form
        id="correct-payment"
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <p className="text-muted">What was written stays. The difference is added as a correction, in your name.</p>
        <TextField
          label="It should have been"
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
        <TextField
          label="Why"
          marked
          size="compact"
          maxLength={200}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        {work.isError && <FieldError>{messageOf(work.error)}</FieldError>}
      </form>
    </FormDialog>
  );
}
