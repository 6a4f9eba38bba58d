// Who introduced whom, and what came of it: received solid, won and not yet paid hatched. The sums equal the list behind them.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { formatDay } from "#domain/days.ts";
import { exactMoney, formatMoney, plainMoney } from "#domain/money.ts";
import { may } from "#app/lib/access.ts";
import { countOf } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { csvLine } from "#domain/csv-text.ts";
import { exportFile } from "#app/records/csv/save-file.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { Button } from "#app/ui/button.tsx";
import { FailedRow } from "#app/ui/compact/failed-row.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { toast } from "#app/ui/toast.ts";
import { introducedDealsQuery, type Introducer, introducersQuery } from "../relationships-data.ts";

const listed = (names: readonly string[]) => {
  const shown = names.slice(0, 4);
  const more = names.length - shown.length;
  if (more > 0) return `${shown.join(", ")} and ${more} more`;
  return shown.length < 2 ? (shown[0] ?? "") : `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}`;
};

type Sum = NonNullable<Introducer["won"]>[number];

export function IntroducersTab() {
  const query = useQuery(introducersQuery);
  const rows = query.data ?? [];
  const sums = new Map<string, Sum>();
  for (const { won } of rows)
    for (const { currency, won: amount, received } of won ?? []) {
      const sum = sums.get(currency) ?? { currency, won: 0, received: 0 };
      sums.set(currency, {
        currency,
        won: sum.won + amount,
        received: sum.received === null || received === null ? null : sum.received + received,
      });
    }
  const most = Math.max(1, ...rows.flatMap(({ won }) => won?.map((sum) => sum.won) ?? []));
  return (
    <section aria-label="Introducers" className={`${panelClass} rounded-br-turn-btn`}>
      <header className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-4 py-3">
        <h2 className="text-small font-[640]">Introducers</h2>
        <p className="text-caption text-muted">Deals won after the introduction, each counted once</p>
      </header>
      {query.isError && (
        <FailedRow what="introducers" why={messageOf(query.error)} onRetry={() => void query.refetch()} />
      )}
      {query.isPending && <LoadingRows rows={4} />}
      {query.data?.length === 0 && (
        <EmptyState title="Nobody introduced anyone yet">
          <p className="max-w-96 text-muted">
            On a contact’s page, say who introduced them. Deals won with them are then counted here.
          </p>
        </EmptyState>
      )}
      <ul>
        {rows.map((introducer) => (
          <IntroducerRow key={introducer.by_contact ?? introducer.by_staff} introducer={introducer} most={most} />
        ))}
      </ul>
      {rows.length > 0 && (
        <footer className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-t border-line px-4 py-2.5 text-caption text-muted">
          <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <span className="inline-flex items-center gap-2">
              <i aria-hidden="true" className="size-3 bg-ink" /> Received
            </span>
            <span className="inline-flex items-center gap-2">
              <i aria-hidden="true" className={`size-3 border border-control ${hatched}`} /> Won, not yet paid
            </span>
          </span>
          {sums.size > 0 && (
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
              {[...sums.values()]
                .map(
                  ({ currency, won, received }) =>
                    `${formatMoney(won, currency)} won${received === null ? "" : `, ${formatMoney(received, currency)} received`}.`,
                )
                .join(" ")}
              {may("deals", "read") && <DealList />}
            </span>
          )}
        </footer>
      )}
    </section>
  );
}

const hatched = "bg-[repeating-linear-gradient(115deg,var(--ink)_0_1px,transparent_1px_4px)]";

function IntroducerRow({ introducer, most }: { introducer: Introducer; most: number }) {
  const { name, about, people, deals, won } = introducer;
  const sums = won ?? [];
  return (
    <li className="grid items-center gap-x-4 gap-y-1 border-b border-line px-4 py-3 last:border-0 sm:grid-cols-[12rem_minmax(0,1fr)_auto]">
      <p className="min-w-0 leading-tight font-[620]">
        {introducer.by_contact ? (
          <Link to={`/admin/crm/contacts/${introducer.by_contact}`} dir="auto" className="hover:underline">
            {name}
          </Link>
        ) : (
          name
        )}
        <span dir="auto" className="block text-xs font-normal text-muted">
          {about}
        </span>
      </p>
      <div className="grid gap-1">
        {(sums.length > 0 ? sums : [{ currency: "", won: 0, received: 0 }]).map(
          ({ currency, won: amount, received }) => {
            const paid = Math.max(0, Math.min(received ?? 0, amount));
            return (
              <div key={currency} aria-hidden="true" className="flex h-4 border-l border-ink">
                <i className="h-4 bg-ink" style={{ width: `${(paid / most) * 100}%` }} />
                <i
                  className={`h-4 ${amount > paid ? `border border-control ${hatched}` : ""}`}
                  style={{ width: `${((amount - paid) / most) * 100}%` }}
                />
              </div>
            );
          },
        )}
        <p className="text-xs text-muted">
          Introduced {listed(people.map((person) => person.name))}.{" "}
          {won &&
            (deals
              ? `${countOf(deals, "deal")} won${sums
                  .map(({ currency, received }) =>
                    received === null ? "" : `, ${formatMoney(received, currency)} received`,
                  )
                  .join("")}.`
              : "Nothing won yet.")}
        </p>
      </div>
      <p className="serif text-xl sm:min-w-28 sm:text-right">
        {won &&
          (sums.length > 0 ? sums.map(({ currency, won: amount }) => formatMoney(amount, currency)).join(" + ") : "–")}
      </p>
    </li>
  );
}

/** The deals that the sums are made of. */
function DealList() {
  const [open, setOpen] = useState(false);
  const deals = useQuery({ ...introducedDealsQuery, enabled: open });
  const save = () =>
    exportFile("relationships", "introduced-deals.csv", [
      csvLine(["Deal", "Through", "Won on", "Currency", "Won", "Received"]),
      ...(deals.data ?? []).map((deal) =>
        csvLine([
          deal.deal_name,
          deal.contact_name,
          deal.closed_on,
          deal.currency,
          plainMoney(deal.amount_minor, deal.currency),
          deal.received_minor === null ? "" : plainMoney(deal.received_minor, deal.currency),
        ]),
      ),
    ]).catch((error: unknown) => toast({ title: "Failed to export", text: messageOf(error as Error), tone: "danger" }));
  return (
    <>
      <Button variant="line" size="compact" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? "Hide the list" : "Show the list"}
      </Button>
      {open && may("relationships", "export") && (
        <Button variant="line" size="compact" icon="download" disabled={!deals.data} onClick={() => void save()}>
          CSV
        </Button>
      )}
      {open && (
        <div className="basis-full overflow-x-auto text-ink">
          {deals.isPending && <LoadingRows rows={2} />}
          {deals.isError && (
            <FailedRow what="the list" why={messageOf(deals.error)} onRetry={() => void deals.refetch()} />
          )}
          {deals.data && (
            <table className="w-full text-caption">
              <caption className="sr-only">Deals won after an introduction</caption>
              <thead>
                <tr className="text-left text-muted">
                  {["Deal", "Through", "Won on", "Won", "Received"].map((head) => (
                    <th key={head} scope="col" className="py-1 pr-4 font-normal">
                      {head}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {deals.data.map((deal) => (
                  <tr key={deal.deal_id} className="border-t border-line">
                    <td className="py-1 pr-4">
                      <Link to={`/admin/deals/${deal.deal_id}`} className="hover:underline">
                        {deal.deal_name}
                      </Link>
                    </td>
                    <td className="pr-4">{deal.contact_name}</td>
                    <td className="pr-4 whitespace-nowrap">{formatDay(deal.closed_on)}</td>
                    <td className="pr-4 whitespace-nowrap">{exactMoney(deal.amount_minor, deal.currency)}</td>
                    <td className="whitespace-nowrap">
                      {deal.received_minor === null ? "" : exactMoney(deal.received_minor, deal.currency)}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </div>
      )}
    </>
  );
}
