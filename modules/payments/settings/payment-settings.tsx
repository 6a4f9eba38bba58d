// Settings, Payments: whether cards are taken, where Stripe is to tell us of payments, what the last comparison found, and the bank
// details that every page shows.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import { fetchApi } from "#app/lib/api.ts";
import { countOf, formatMoment } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { type Status, StatusBadge } from "#app/ui/badge.tsx";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { toast } from "#app/ui/toast.ts";
import { comparisonQuery, type Provider, providerQuery } from "../payments-data.ts";

const head = "border-b border-line px-4 py-3";

export default function PaymentSettings() {
  const provider = useQuery(providerQuery);
  return (
    <div className="grid gap-5">
      <section aria-label="Cards" className={panelClass}>
        <header className={head}>
          <h2 className="text-small font-[640]">Cards</h2>
          <p className="text-caption text-muted">
            Visitors pay on Stripe’s own page. No card number reaches this server, and the key is shown nowhere.
          </p>
        </header>
        {provider.isPending && <LoadingRows rows={2} />}
        {provider.isError && (
          <p role="alert" className="px-4 py-3 text-danger">
            Failed to load the state of Stripe. {messageOf(provider.error)}
          </p>
        )}
        {provider.data && <Cards provider={provider.data} />}
      </section>
      {provider.data && provider.data.cards !== "off" && <LastComparison />}
      {provider.data && <Bank bank={provider.data.bank} />}
    </div>
  );
}

function Bank({ bank }: { bank: Provider["bank"] }) {
  return (
    <section aria-label="Bank details" className={panelClass}>
      <header className={`${head} flex flex-wrap items-center justify-between gap-3`}>
        <div>
          <h2 className="text-small font-[640]">Bank details</h2>
          <p className="text-caption text-muted">
            {bank
              ? "Shown on every page that asks for money."
              : "Not set: pages to pay on and invoices offer no transfer."}
          </p>
        </div>
        <Link to="/admin/settings?tab=firm" className={buttonClass({ variant: "line", size: "compact" })}>
          {bank ? "Change in Firm" : "Set in Firm"}
        </Link>
      </header>
      {bank && (
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 px-4 py-3">
          {(
            [
              ["Name", bank.holder],
              ["Bank", bank.bank],
              ["Account", bank.account],
              ["BIC", bank.bic],
            ] as const
          ).map(
            ([term, fact]) =>
              fact && (
                <div key={term} className="contents">
                  <dt className="text-muted">{term}</dt>
                  <dd className="wrap-anywhere">{fact}</dd>
                </div>
              ),
          )}
        </dl>
      )}
    </section>
  );
}

const badges: Record<Provider["cards"], [Status, string]> = {
  on: ["Live", "Taken"],
  paused: ["Beta", "Paused"],
  safe: ["Beta", "Held by SAFE"],
  off: ["Missing", "Not set up"],
};
const words: Record<Provider["cards"], string> = {
  off: "Paste the keys of Stripe in Settings, Integrations (STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET) to take cards. Until then pages show the bank details.",
  paused: "Sending is paused in the outbox: pages show the bank details until someone resumes it.",
  safe: "The safe mode is on (external publishing is off): pages show the bank details. Payments that Stripe tells us of are recorded all the same.",
  on: "Pages offer a bank transfer and a card.",
};

const Cards = ({ provider }: { provider: Provider }) => (
  <div className="grid gap-3 px-4 py-3">
    <p className="flex flex-wrap items-center gap-3">
      <StatusBadge status={badges[provider.cards][0]}>{badges[provider.cards][1]}</StatusBadge>
      <span className="min-w-0 grow">{words[provider.cards]}</span>
    </p>
    {provider.cards !== "off" && (
      <>
        <p>
          The key is for {provider.isLive ? "real payments" : "tests"}
          {provider.isRestricted
            ? " and restricted."
            : " and may do everything. Make a restricted one at Stripe: Checkout Sessions write, Refunds and Disputes read."}
        </p>
        <p>
          Stripe sends its events to <code className="text-caption wrap-anywhere">{provider.webhook}</code>: all of
          checkout.session, charge.refunded, refund and charge.dispute.
        </p>
      </>
    )}
  </div>
);

function LastComparison() {
  const queries = useQueryClient();
  const last = useQuery(comparisonQuery);
  const run = useMutation({
    mutationFn: () => fetchApi("/payments/compare", { method: "POST" }),
    onSuccess: () => toast({ title: "Compared with Stripe" }),
    onError: (error) => toast({ title: "Failed to compare", text: messageOf(error), tone: "danger" }),
    onSettled: () => queries.invalidateQueries({ queryKey: ["payments"] }),
  });
  const found = last.data;
  return (
    <section aria-label="Comparison with Stripe" className={panelClass}>
      <header className={`${head} flex flex-wrap items-center justify-between gap-3`}>
        <div>
          <h2 className="text-small font-[640]">Comparison with Stripe</h2>
          <p className="text-caption text-muted">Every night, over the last seven days.</p>
        </div>
        <Button variant="line" size="compact" disabled={run.isPending} onClick={() => run.mutate()}>
          Compare now
        </Button>
      </header>
      <div className="grid gap-2 px-4 py-3">
        {found === null && <p className="text-muted">Not compared yet.</p>}
        {found && (
          <>
            <p>
              {formatMoment(found.at)}: {countOf(found.seen, "session")} seen, {found.settled.length} finished here,{" "}
              {found.unknown.length} unknown.
            </p>
            {found.unknown.length > 0 && (
              <ul className="text-caption wrap-anywhere text-danger">
                {found.unknown.map((id) => (
                  <li key={id}>Not ours: {id}</li>
                ))}
              </ul>
            )}
          </>
        )}
      </div>
    </section>
  );
}
