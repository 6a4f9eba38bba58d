// The dialogs of one request. One is open at a time; what it shows is read again, so that it never works with old sums.
import { useQuery } from "@tanstack/react-query";
import type { PaymentRequest } from "../payment.ts";
import { CancelDialog, ChangeDialog, CreditDialog } from "./change-dialogs.tsx";
import { CorrectDialog } from "./correct-dialog.tsx";
import { requestsQuery } from "../payments-data.ts";
import { RecordPaymentDialog } from "./record-payment-dialog.tsx";
import { RequestDetails } from "./request-details.tsx";

export type OpenDialog =
  | { kind: "details" | "record" | "change" | "cancel" | "credit"; request: PaymentRequest }
  | { kind: "correct"; request: PaymentRequest; payment: { id: string; amount_minor: number } };

export function RequestDialogs({
  open,
  onOpen,
  onClose,
}: {
  open: OpenDialog | null;
  onOpen: (dialog: OpenDialog) => void;
  onClose: () => void;
}) {
  const fresh = useQuery({ ...requestsQuery({ id: open?.request.id ?? "" }, 1, 1), enabled: open !== null });
  if (!open) return null;
  const request = fresh.data?.find(({ id }) => id === open.request.id) ?? open.request;
  const back = () => onOpen({ kind: "details", request });
  switch (open.kind) {
    case "details":
      return <RequestDetails {...{ request, onOpen, onClose }} />;
    case "record":
      return <RecordPaymentDialog {...{ request, onClose }} />;
    case "change":
      return <ChangeDialog {...{ request, onClose }} />;
    case "cancel":
      return <CancelDialog {...{ request, onClose }} />;
    case "credit":
      return <CreditDialog {...{ request, onClose }} />;
    case "correct":
      return <CorrectDialog request={request} payment={open.payment} onClose={back} />;
  }
}
