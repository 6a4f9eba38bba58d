// A payout of cards: which of the payments that are known already came in this sum, and what the provider kept.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatDay } from "#domain/days.ts";
import { exactMoney } from "#domain/money.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { Checkbox, FieldError } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { type BankLine, payoutQuery, settlePayout, useBankWork } from "./bank-data.ts";

export function PayoutDialog({ line, onClose }: { line: BankLine; onClose: () => void }) {
  const money = (minor: number) => exactMoney(minor, line.currency);
  const candidates = useQuery(payoutQuery(line.id));
  const [left, setLeft] = useState<readonly string[]>([]);
  const rows = candidates.data ?? [];
  const chosen = rows.filter(({ payment_id }) => !left.includes(payment_id));
  const sum = chosen.reduce((all, { amount_minor }) => all + amount_minor, 0);
  const fees = sum - line.amount_minor;
  const work = useBankWork(settlePayout, () => "Payout settled", onClose);
  return (
    <FormDialog
      title="Payout of card payments"
      confirm="Settle the payout"
      busy={work.isPending}
      blocked={chosen.length === 0 || fees < 0}
      onConfirm={() => work.mutate({ line: line.id, payments: chosen.map(({ payment_id }) => payment_id) })}
      onClose={onClose}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <p className="text-muted">
          Card payments were recorded when they were made, so nothing is booked twice. Leave out what was not in this
          payout of {formatDay(line.day)}.
        </p>
        {candidates.isPending && <LoadingRows rows={3} />}
        {candidates.isError && <FieldError>{messageOf(candidates.error)}</FieldError>}
        {candidates.data?.length === 0 && <p>No card payment of the 90 days before is without a payout.</p>}
        <ul aria-label="Card payments" className="grid max-h-64 gap-1 overflow-y-auto">
          {rows.map((row) => (
            <li key={row.payment_id} className="flex items-baseline justify-between gap-3">
              <Checkbox
                label={[
                  row.number ?? "Without a request",
                  row.account_name,
                  formatDay(row.received_on),
                  row.kind === "payment" ? "" : row.kind,
                ]
                  .filter(Boolean)
                  .join(", ")}
                checked={!left.includes(row.payment_id)}
                onChange={(event) =>
                  setLeft(
                    event.target.checked ? left.filter((each) => each !== row.payment_id) : [...left, row.payment_id],
                  )
                }
              />
              <b className="font-semibold whitespace-nowrap">{money(row.amount_minor)}</b>
            </li>
          ))}
        </ul>
        <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 border-t border-line pt-3">
          <dt className="text-muted">Payments</dt>
          <dd className="text-right">{money(sum)}</dd>
          <dt className="text-muted">Came to the bank</dt>
          <dd className="text-right">{money(line.amount_minor)}</dd>
          <dt className="font-semibold">{fees < 0 ? "Missing" : "Fees"}</dt>
          <dd className={`text-right font-semibold ${fees < 0 ? "text-danger" : ""}`}>
            {money(Math.abs(fees))}
            {fees > 0 && sum > 0 && ` (${((fees / sum) * 100).toFixed(1)} %)`}
          </dd>
        </dl>
        {work.isError && <FieldError>{messageOf(work.error)}</FieldError>}
      </div>
    </FormDialog>
  );
}
