// What has come in for a request, and went back, with who entered it. Nothing here is edited: a correction is another row.
import { useQuery } from "@tanstack/react-query";
import { formatDay } from "#domain/days.ts";
import { formatMoney } from "#domain/money.ts";
import { may } from "#app/lib/access.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { StatusBadge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { toast } from "#app/ui/toast.ts";
import { PaidBar } from "./paid-bar.tsx";
import { kinds, methods, type Payment, type PaymentRequest, stateWords } from "../payment.ts";
import { moneyQuery, usePaymentWork } from "../payments-data.ts";
import type { OpenDialog } from "./request-dialogs.tsx";

export function RequestDetails({
  request,
  onOpen,
  onClose,
}: {
  request: PaymentRequest;
  onOpen: (dialog: OpenDialog) => void;
  onClose: () => void;
}) {
  const money = useQuery(moneyQuery(request.id));
  const work = usePaymentWork();
  const { words, look } = stateWords(request);
  const amount = (minor: number) => formatMoney(minor, request.currency);
  return (
    <Dialog
      open
      onClose={onClose}
      title={request.number ?? "Draft"}
      footer={
        request.state !== "draft" && (
          <>
            {request.invoice_id && request.state !== "cancelled" && (
              <Button
                variant="line"
                size="dialog"
                disabled={work.isPending}
                onClick={() =>
                  work.mutate(
                    {
                      work: { what: "credit invoice", invoice: request.invoice_id!, reason: "" },
                      done: "Credit note issued",
                    },
                    {
                      onError: (error) =>
                        toast({ title: "Failed to credit the invoice", text: messageOf(error), tone: "danger" }),
                    },
                  )
                }
              >
                Credit the invoice
              </Button>
            )}
            {may("payments", "money") && (
              <Button size="dialog" onClick={() => onOpen({ kind: "record", request })}>
                Record payment
              </Button>
            )}
          </>
        )
      }
    >
      <p className="flex items-baseline justify-between gap-4">
        <span className="min-w-0">
          <b className="block font-[620] wrap-anywhere">{request.title}</b>
          <span className="text-caption text-muted">
            {[request.account_name, request.contact_name, `due ${formatDay(request.due_on)}`]
              .filter(Boolean)
              .join(", ")}
          </span>
        </span>
        <span className="serif text-xl whitespace-nowrap">{amount(request.amount_minor)}</span>
      </p>
      <div className="mt-3 mb-4">
        <PaidBar received={request.received_minor} amount={request.amount_minor} />
        <p className="mt-1.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-caption text-muted">
          <span>
            {amount(request.received_minor)} received
            {request.credit_minor > 0 && `, ${amount(request.credit_minor)} of it credit`}
          </span>
          <StatusBadge status={look}>{words}</StatusBadge>
        </p>
      </div>
      {money.isPending && <LoadingRows rows={2} />}
      {money.isError && (
        <p role="alert" className="text-danger">
          Failed to load the payments. {messageOf(money.error)}
        </p>
      )}
      {money.data?.length === 0 && <p className="text-muted">Nothing has come in.</p>}
      <ul aria-label="Payments">
        {money.data?.map((payment) => (
          <li key={payment.id} className="flex items-baseline justify-between gap-3 border-t border-line py-2">
            <span className="min-w-0">
              <span className="block">
                {kinds[payment.kind]}, {methods[payment.method].toLowerCase()}
              </span>
              <span className="block text-caption wrap-anywhere text-muted">
                {[formatDay(payment.received_on), payment.entered_name, payment.reference].filter(Boolean).join(", ")}
              </span>
            </span>
            <span className="flex items-center gap-2 whitespace-nowrap">
              <b className="font-semibold">{amount(payment.amount_minor)}</b>
              {canBeCorrected(payment) && (
                <Button
                  variant="line"
                  size="compact"
                  aria-label={`Correct ${amount(payment.amount_minor)} of ${formatDay(payment.received_on)}`}
                  onClick={() =>
                    onOpen({
                      kind: "correct",
                      request,
                      payment: { id: payment.id, amount_minor: payment.stands_minor },
                    })
                  }
                >
                  Correct
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

const canBeCorrected = ({ kind, provider }: Payment) => kind === "payment" && provider === "entry";
