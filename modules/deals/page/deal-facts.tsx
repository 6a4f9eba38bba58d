// Among the facts of a deal's page: what it is worth by its chance, and how long it has been where it is.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { formatMoney } from "#domain/money.ts";
import type { PanelProps } from "#domain/module.ts";
import { officeQuery } from "#app/lib/office.ts";
import { Fact } from "#app/records/page/fact.tsx";
import { SkeletonBar } from "#app/ui/skeleton.tsx";
import { dealStateQuery } from "./deal-page-data.ts";
import { daysIn, daysWords } from "../deal-words.ts";
import { stagesQuery } from "../deals-data.ts";

export default function DealFacts({ record }: PanelProps) {
  const { data: deal } = useQuery(dealStateQuery(record.id));
  const { data: stages } = useQuery(stagesQuery);
  const { data: office } = useQuery(officeQuery);
  const [now] = useState(() => Date.now());
  const stage = stages?.find(({ id }) => id === deal?.stage_id);
  if (!deal || !stages || !office)
    return ["Weighted", "In this stage"].map((name) => (
      <Fact key={name} name={name}>
        <SkeletonBar className="my-2 h-3 w-24" />
      </Fact>
    ));
  const probability = deal.probability_own ?? stage?.probability ?? 0;
  const closed = stage?.kind !== "open";
  const days = daysIn(deal.stage_since, now);
  const usual = stage?.stale_after_days ?? null;
  const stale = usual !== null && days >= usual;
  return (
    <>
      <Fact
        name={`Weighted at ${probability}%`}
        figure
        beside={
          !closed && (
            <Link
              to="?dialog=edit"
              preventScrollReset
              className="text-caption whitespace-nowrap text-muted underline decoration-control underline-offset-3 hover:text-ink"
            >
              {deal.probability_own === null ? `of ${stage?.name}` : "its own"}
            </Link>
          )
        }
      >
        {formatMoney(Math.round(((deal.base_minor ?? 0) * probability) / 100), office.currency)}
      </Fact>
      {closed ? (
        <Fact name="Closed">{[deal.closed_on, deal.reason, deal.close_note].filter(Boolean).join(", ")}</Fact>
      ) : (
        <Fact
          name="In this stage"
          beside={
            usual !== null && (
              <span className={stale ? "text-dev" : "text-muted"}>
                {stale ? "longer than the usual" : "stale after"} {usual}
              </span>
            )
          }
        >
          {daysWords(days)}
        </Fact>
      )}
    </>
  );
}
