// Among the details of a deal's page: what it is worth by its chance, and how long it has been where it is.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { currentMillis } from "#domain/clock.ts";
import { formatMoney } from "#domain/money.ts";
import type { PanelProps } from "#domain/module.ts";
import { officeQuery } from "#app/lib/office.ts";
import { Detail } from "#app/records/page/detail.tsx";
import { dealStateQuery } from "./deal-page-data.ts";
import { daysIn, daysWords } from "../deal-words.ts";
import { stagesQuery } from "../deals-data.ts";

export default function DealDetails({ record }: PanelProps) {
  const { data: deal } = useQuery(dealStateQuery(record.id));
  const { data: stages } = useQuery(stagesQuery);
  const { data: office } = useQuery(officeQuery);
  const [now] = useState(currentMillis);
  const stage = stages?.find(({ id }) => id === deal?.stage_id);
  if (!deal || !stages || !office) return null;
  const probability = deal.probability_own ?? stage?.probability ?? 0;
  const days = daysIn(deal.stage_since, now);
  const usual = stage?.stale_after_days ?? null;
  return (
    <>
      <Detail name={`Weighted at ${probability}%`}>
        {formatMoney(Math.round(((deal.base_minor ?? 0) * probability) / 100), office.currency)}
      </Detail>
      {stage?.kind === "open" && usual !== null && (
        <Detail name="Stale after">
          {daysWords(usual)}
          {days >= usual && <span className="text-dev">, longer by now</span>}
        </Detail>
      )}
    </>
  );
}
