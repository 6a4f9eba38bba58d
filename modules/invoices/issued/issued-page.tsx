// What was issued: its sums, what was paid, its credit notes and files. Nothing of it can be changed; what can be done is beside it.
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { formatDay } from "#domain/days.ts";
import { mayStillLeave } from "#domain/message-states.ts";
import { exactMoney } from "#domain/money.ts";
import { may } from "#app/lib/access.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { call, callJson } from "#app/lib/typed-answers.ts";
import { MessageBadge, MessageLink } from "#app/records/message-badge.tsx";
import { StatusBadge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Menu, type MenuAction } from "#app/ui/compact/menu.tsx";
import { FieldError, TextField } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { toast } from "#app/ui/toast.ts";
import { percentOf, ratePcm } from "../invoice.ts";
import { looks, types } from "../invoice-words.ts";
import { type IssuedInvoice, saveFile, useInvoiceWork, verifiedSchema } from "../invoices-data.ts";
import { Paper } from "../draft/paper.tsx";
import { CancelDialog, CreditDialog } from "./credit-dialog.tsx";

type Open = "credit" | "cancel" | "dispute" | null;

export function IssuedPage({ bill }: { bill: IssuedInvoice }) {
  const navigate = useNavigate();
  const [open, setOpen] = useState<Open>(null);
  const [words, look] = looks[bill.standing.state];
  // A second mail is not written while the first has not left.
  const waits = bill.mail !== null && mayStillLeave(bill.mail.state);
  const send = useInvoiceWork(
    () => call("send_invoice", { invoice: bill.id }),
    null,
    (answer) =>
      toast({
        title: answer === "waits" ? "It leaves when its files are made" : "Written to the outbox",
        topic: "invoices",
      }),
  );
  const creditable = bill.type !== "credit" && bill.standing.state !== "cancelled" && may("invoices", "money");
  const actions: MenuAction[] = [
    ...(bill.files.some(({ kind, ready }) => kind === "xml" && ready)
      ? [
          {
            id: "xml",
            label: "Save the XML",
            icon: "download" as const,
            onAction: () => void saveFile(bill.id, "xml", bill.number),
          },
        ]
      : []),
    ...(bill.type !== "credit" && may("invoices", "edit")
      ? [
          {
            id: "dispute",
            label: bill.dispute ? "The dispute is settled" : "It is in dispute",
            icon: "alert" as const,
            onAction: () => setOpen("dispute"),
          },
        ]
      : []),
    ...(creditable
      ? [
          {
            id: "cancel",
            label: "Cancel the invoice",
            icon: "close" as const,
            danger: true as const,
            onAction: () => setOpen("cancel"),
          },
        ]
      : []),
    {
      id: "verify",
      label: "Check that nothing was changed",
      icon: "check" as const,
      onAction: () => void verify(bill),
    },
  ];
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <p className="text-caption text-muted">
            <Link to="/admin/invoices" className="underline">
              Invoices
            </Link>
          </p>
          <h1 className="serif -mb-1 pb-1 text-[1.75rem] leading-[1.15] tracking-[-0.018em]" dir="auto">
            {bill.number} {bill.title}
          </h1>
          <p className="mt-0.5 flex min-h-5 flex-wrap items-center gap-x-3 gap-y-1 text-muted">
            <StatusBadge status={look}>{words}</StatusBadge>
            <Link to={`/admin/crm/accounts/${bill.account_id}`} dir="auto" className="hover:underline">
              {bill.account_name}
            </Link>
            <span>
              {types[bill.type]}, issued {formatDay(bill.issued_on)}
            </span>
          </p>
        </div>
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:min-h-11 max-sm:*:grow">
          {bill.type !== "credit" && bill.standing.open_minor > 0 && !waits && may("invoices", "send") && (
            <Button
              variant="line"
              size="compact"
              icon="letter"
              disabled={send.isPending}
              onClick={() => send.mutate(undefined)}
            >
              Send
            </Button>
          )}
          {creditable && (
            <Button variant="line" size="compact" onClick={() => setOpen("credit")}>
              Credit
            </Button>
          )}
          <Button
            size="compact"
            icon="download"
            disabled={!bill.files.some(({ kind, ready }) => kind === "pdf" && ready)}
            onClick={() => void saveFile(bill.id, "pdf", bill.number)}
          >
            PDF
          </Button>
          <Menu
            label={`More for ${bill.number}`}
            actions={actions}
            className="inline-grid size-9.5 place-items-center rounded-2 hover:bg-shade"
          />
        </div>
      </div>
      {send.isError && (
        <p role="alert" className="rounded-1 bg-danger-bg px-4 py-2.5 text-danger">
          {messageOf(send.error)}
        </p>
      )}
      {bill.dispute && (
        <p className="rounded-1 bg-dev-bg px-4 py-2.5 text-dev">
          <b className="font-semibold">In dispute since {formatDay(bill.dispute.since)}:</b> {bill.dispute.words}
        </p>
      )}
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
        <div className="grid gap-5">
          <Sums bill={bill} />
          <Requests bill={bill} />
          <Related bill={bill} />
          <Files bill={bill} />
        </div>
        {bill.seller && <Paper id={bill.id} version={bill.number} label={`${bill.number} as it is printed`} />}
      </div>
      {open === "credit" && (
        <CreditDialog
          bill={bill}
          onClose={() => setOpen(null)}
          onMade={(id) => void navigate(`/admin/invoices/${id}`)}
        />
      )}
      {open === "cancel" && (
        <CancelDialog
          bill={bill}
          onClose={() => setOpen(null)}
          onMade={(id) => void navigate(`/admin/invoices/${id}`)}
        />
      )}
      {open === "dispute" && <DisputeDialog bill={bill} onClose={() => setOpen(null)} />}
    </>
  );
}

async function verify(bill: IssuedInvoice): Promise<void> {
  try {
    const { checks } = await callJson("verify_invoice", { invoice: bill.id }, verifiedSchema);
    const wrong = checks.filter(({ ok }) => !ok).map(({ what }) => what);
    toast(
      wrong.length === 0
        ? { title: `${bill.number} is as it was issued` }
        : { title: `${bill.number} was changed`, text: wrong.join(", "), tone: "danger" },
    );
  } catch (error) {
    toast({ title: "It could not be checked", text: messageOf(error as Error), tone: "danger" });
  }
}

const Row = ({ term, value, strong = false }: { term: string; value: string; strong?: boolean }) => (
  <div className={`col-span-2 grid grid-cols-subgrid ${strong ? "font-semibold" : ""}`}>
    <dt className={strong ? "" : "text-muted"}>{term}</dt>
    <dd className="text-right">{value}</dd>
  </div>
);

function Sums({ bill }: { bill: IssuedInvoice }) {
  const money = (minor: number) => exactMoney(minor, bill.currency);
  const { totals, standing } = bill;
  return (
    <section aria-label="Sums" className={panelClass}>
      <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1 px-4 py-3">
        <Row term="Net" value={money(totals.net_minor)} />
        {totals.taxes.map((tax) => (
          <Row
            key={`${tax.name} ${tax.bp} ${tax.category}`}
            term={`${tax.name || "Tax"} ${percentOf(ratePcm(tax))} on ${money(tax.base_minor)}`}
            value={money(tax.tax_minor)}
          />
        ))}
        <Row term="Total" value={money(bill.total_minor)} strong />
        {bill.withheld_minor !== 0 && <Row term="Withheld by the client" value={money(-bill.withheld_minor)} />}
        {bill.withheld_minor !== 0 && <Row term="To be paid" value={money(bill.payable_minor)} strong />}
        {standing.credited_minor > 0 && <Row term="Credited" value={money(-standing.credited_minor)} />}
        {standing.received_minor !== 0 && <Row term="Received" value={money(standing.received_minor)} />}
        {bill.type !== "credit" && <Row term="Open" value={money(standing.open_minor)} strong />}
      </dl>
      {bill.rate !== null && bill.office_currency !== null && bill.office_currency !== bill.currency && (
        <p className="border-t border-line px-4 py-2.5 text-caption text-muted">
          Tax in {bill.office_currency}: {exactMoney(bill.tax_office_minor ?? 0, bill.office_currency)}, at {bill.rate}{" "}
          of {formatDay(bill.rate_day ?? bill.issued_on)} (
          {bill.rate_source === "ecb" ? "European Central Bank" : "entered by hand"}).
        </p>
      )}
    </section>
  );
}

function Requests({ bill }: { bill: IssuedInvoice }) {
  if (bill.requests.length === 0) return null;
  return (
    <section aria-label="Requests" className={panelClass}>
      <h2 className="border-b border-line px-4 py-3 text-small font-[640]">Requests for it</h2>
      <ul>
        {bill.requests.map((request) => (
          <li
            key={request.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-4 py-2.5 last:border-0"
          >
            <Link to={`/admin/payments?search=${request.number ?? ""}`} className="font-semibold hover:underline">
              {request.number}
            </Link>
            <span className="text-caption text-muted">due {formatDay(request.due_on)}</span>
            <span className="ml-auto text-right">
              {exactMoney(request.amount_minor, bill.currency)}
              {request.open_minor > 0 && request.open_minor < request.amount_minor && (
                <span className="block text-caption text-muted">
                  {exactMoney(request.open_minor, bill.currency)} open
                </span>
              )}
              {request.state === "cancelled" && <span className="block text-caption text-muted">cancelled</span>}
            </span>
          </li>
        ))}
      </ul>
      {bill.mail && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-4 py-2.5">
          <MessageBadge message={bill.mail} />
          <MessageLink message={bill.mail} />
        </p>
      )}
    </section>
  );
}

function Related({ bill }: { bill: IssuedInvoice }) {
  const rows = [
    ...(bill.credit_of && bill.corrects
      ? [{ id: bill.credit_of, words: `Corrects ${bill.corrects}${bill.reason ? `: ${bill.reason}` : ""}` }]
      : []),
    ...bill.credits.map((note) => ({
      id: note.id,
      words: `${note.number}, ${exactMoney(note.total_minor, bill.currency)}${note.reason ? `: ${note.reason}` : ""}`,
    })),
    ...bill.nets.map((earlier) => ({ id: earlier.id, words: `Takes off ${earlier.number}` })),
    ...(bill.netted_by ? [{ id: bill.netted_by.id, words: `Taken off by ${bill.netted_by.number}` }] : []),
  ];
  if (rows.length === 0) return null;
  return (
    <section aria-label="Belongs together" className={panelClass}>
      <h2 className="border-b border-line px-4 py-3 text-small font-[640]">Belongs together</h2>
      <ul>
        {rows.map((row) => (
          <li key={row.id} className="border-b border-line px-4 py-2.5 last:border-0">
            <Link
              to={`/admin/invoices/${row.id}`}
              dir="auto"
              className="underline decoration-control underline-offset-3 hover:decoration-ink"
            >
              {row.words}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Files({ bill }: { bill: IssuedInvoice }) {
  const again = useInvoiceWork(
    () => call("make_invoice_files_again", { invoice: bill.id }),
    "The files are made again",
  );
  const waits = bill.files.filter(({ ready }) => !ready);
  if (bill.files.length === 0)
    return <p className="text-caption text-muted">Issued before files were kept: its page shows it, and prints it.</p>;
  if (waits.length === 0) return null;
  return (
    <section aria-label="Files" className={panelClass}>
      {waits.map(({ kind, trouble }) => (
        <div key={kind} className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-2.5 last:border-0">
          <p className={`min-w-0 grow basis-60 ${trouble ? "text-danger" : "text-muted"}`}>
            {trouble
              ? `The ${kind.toUpperCase()} could not be made: ${trouble}`
              : `The ${kind.toUpperCase()} is being made. It is issued all the same.`}
          </p>
          {trouble && may("invoices", "edit") && (
            <Button variant="line" size="compact" disabled={again.isPending} onClick={() => again.mutate(undefined)}>
              Try again
            </Button>
          )}
        </div>
      ))}
    </section>
  );
}

function DisputeDialog({ bill, onClose }: { bill: IssuedInvoice; onClose: () => void }) {
  const [words, setWords] = useState("");
  const work = useInvoiceWork(
    () => call("set_invoice_dispute", { invoice: bill.id, words }),
    bill.dispute ? "Dispute settled" : "Dispute noted",
    onClose,
  );
  return (
    <FormDialog
      narrow
      title={bill.dispute ? "The dispute is settled" : "In dispute"}
      confirm={bill.dispute ? "Settled" : "Note it"}
      form="dispute"
      busy={work.isPending}
      blocked={!bill.dispute && words.trim() === ""}
      onClose={onClose}
    >
      <form
        id="dispute"
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          work.mutate(undefined);
        }}
      >
        <p className="text-muted">
          {bill.dispute
            ? "Reminders stay off until someone turns them on at its requests."
            : "The invoice stays as it is; it is not reminded of while it is disputed."}
        </p>
        {!bill.dispute && (
          <TextField
            label="What the client says"
            marked
            size="compact"
            maxLength={500}
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        )}
        {work.isError && <FieldError>{messageOf(work.error)}</FieldError>}
      </form>
    </FormDialog>
  );
}
