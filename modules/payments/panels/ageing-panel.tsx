// What is open by age: one row of bars for each currency, as of any day. A bucket is a link to the requests behind it.
import type { UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { formatMoney } from "#domain/money.ts";
import { countOf } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { LateDayInput } from "#app/records/field-kinds/late-day-input.tsx";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { Button } from "#app/ui/button.tsx";
import { FailedRow } from "#app/ui/compact/failed-row.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { type Ageing, buckets } from "../payment.ts";
import type { PaymentsView } from "../payments-page.tsx";

/** Darker with age; the last is hatched, so that colour alone says nothing. */
const looks = [
  "border-control bg-nil",
  "border-control bg-[color-mix(in_oklab,var(--nil),var(--ink)_35%)]",
  "border-control bg-[color-mix(in_oklab,var(--nil),var(--ink)_62%)]",
  "border-ink bg-ink",
  "border-danger bg-[repeating-linear-gradient(115deg,var(--danger)_0_3px,var(--surface)_3px_6px)]",
] as const;

export function AgeingPanel({ ageing, view }: { ageing: UseQueryResult<Ageing[]>; view: PaymentsView }) {
  const [choosing, setChoosing] = useState(false);
  const rows = ageing.data ?? [];
  const currencies = [...new Set(rows.map(({ currency }) => currency))];
  return (
    <section aria-label="Ageing" className={`${panelClass} rounded-br-turn-dialog`}>
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-2.5">
        <h2 className="text-small font-[640]">What is open, by age</h2>
        {view.asOf || choosing ? (
          <div className="flex items-center gap-2 text-caption text-muted">
            <span>As of</span>
            <div className="w-42">
              <LateDayInput
                label="As of"
                value={view.asOf ?? ""}
                onChange={(day) => view.change({ as_of: day || null })}
              />
            </div>
          </div>
        ) : (
          <Button variant="line" size="compact" icon="calendar" onClick={() => setChoosing(true)}>
            As of today
          </Button>
        )}
      </header>
      {ageing.isPending && <LoadingRows rows={2} />}
      {ageing.isError && !ageing.data && (
        <FailedRow what="what is open" why={messageOf(ageing.error)} onRetry={() => void ageing.refetch()}>
          Payment pages still work, and card payments are still received.
        </FailedRow>
      )}
      {ageing.data && currencies.length === 0 && <p className="px-4 py-4 text-muted">Nothing is open.</p>}
      {currencies.map((currency) => (
        <OfCurrency key={currency} currency={currency} rows={rows.filter((row) => row.currency === currency)} />
      ))}
    </section>
  );
}

function OfCurrency({ currency, rows }: { currency: string; rows: readonly Ageing[] }) {
  const [params] = useSearchParams();
  const of = (bucket: string) => rows.find((row) => row.bucket === bucket) ?? { open_minor: 0, requests: 0 };
  const total = rows.reduce((sum, row) => sum + row.open_minor, 0);
  const money = (minor: number) => formatMoney(minor, currency);
  const words = buckets.map(
    ({ id, words: name }) => `${name} ${of(id).open_minor ? money(of(id).open_minor) : "nothing"}`,
  );
  const behind = (bucket: string) => {
    const next = new URLSearchParams(params);
    const same = next.get("bucket") === bucket && next.get("currency") === currency;
    for (const name of ["page", "state"]) next.delete(name);
    for (const [name, value] of [
      ["bucket", bucket],
      ["currency", currency],
    ] as const)
      if (same) next.delete(name);
      else next.set(name, value);
    return { search: String(next), same };
  };
  return (
    <div className="border-b border-line p-4 last:border-0">
      <p className="sr-only">
        Open {money(total)}: {words.join(", ")}
      </p>
      <p aria-hidden="true" className="mb-1.5 text-caption">
        {/* "SEK 1,200" says its currency itself. */}
        {!money(total).includes(currency) && <b className="font-semibold">{currency} </b>}
        <span className="text-muted">{money(total)} open</span>
      </p>
      <div aria-hidden="true" className="mb-3 flex h-8 gap-0.5">
        {buckets.map(({ id }, place) =>
          of(id).open_minor > 0 ? (
            <i
              key={id}
              className={`min-w-1.5 border last:rounded-br-2 ${looks[place]}`}
              style={{ flexGrow: of(id).open_minor, flexBasis: 0 }}
            />
          ) : null,
        )}
      </div>
      <ul className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-5">
        {buckets.map(({ id, name }, place) => {
          const { search, same } = behind(id);
          const { open_minor, requests } = of(id);
          return (
            <li key={id} className="min-w-0">
              <span className="flex items-center gap-1.5 text-caption text-muted">
                <i aria-hidden="true" className={`size-3 shrink-0 border ${looks[place]}`} />
                {name}
              </span>
              <span className="serif block text-[1.375rem] leading-tight tracking-[-0.02em] wrap-anywhere">
                {money(open_minor)}
              </span>
              {requests > 0 ? (
                <Link
                  to={{ search }}
                  preventScrollReset
                  aria-current={same ? "true" : undefined}
                  className="inline-block min-h-6 text-caption text-muted underline decoration-control underline-offset-3 hover:text-ink aria-[current=true]:font-semibold aria-[current=true]:text-ink"
                >
                  {countOf(requests, "request")}
                  <span className="sr-only">
                    , {currency}, {name}
                  </span>
                </Link>
              ) : (
                <span className="text-caption text-muted">None</span>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
