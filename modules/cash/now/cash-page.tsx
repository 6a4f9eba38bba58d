// /admin/cash: four figures as of a day, the 13 weeks that come, and the lines of any figure. The address holds the day and the figure.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { formatDay } from "#domain/days.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { LateDayInput } from "#app/records/field-kinds/late-day-input.tsx";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { useAddress } from "#app/records/list/use-address.ts";
import { Art } from "#app/ui/art.tsx";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { FailedRow } from "#app/ui/compact/failed-row.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { overviewQuery } from "../cash-data.ts";
import { CashFrame } from "../cash-frame.tsx";
import { Forecast } from "./forecast.tsx";
import { Lines } from "./lines.tsx";
import { Tiles } from "./tiles.tsx";

export default function CashPage() {
  const { params, change } = useAddress();
  const asOf = params.get("as_of");
  const [choosing, setChoosing] = useState(false);
  const overview = useQuery(overviewQuery(asOf));
  const { data } = overview;
  const without = data?.without_rate ?? 0;
  return (
    <CashFrame
      page="Overview"
      note={
        data &&
        `As of ${formatDay(data.as_of)}.${without > 0 ? ` ${without} without an exchange rate: in no sum of ${data.currency}.` : ""}`
      }
      actions={
        asOf || choosing ? (
          <div className="flex items-center gap-2 text-caption text-muted">
            <span>As of</span>
            <div className="w-42">
              <LateDayInput
                label="As of"
                value={asOf ?? ""}
                onChange={(day) => change({ as_of: day || null, rows: null, page: null })}
              />
            </div>
          </div>
        ) : (
          <Button variant="line" size="compact" icon="calendar" onClick={() => setChoosing(true)}>
            As of today
          </Button>
        )
      }
    >
      {overview.isPending && (
        <section className={panelClass}>
          <LoadingRows rows={4} />
        </section>
      )}
      {overview.isError && (
        <section className={panelClass}>
          <FailedRow what="the cash figures" why={messageOf(overview.error)} onRetry={() => void overview.refetch()}>
            Payments and invoices are where they were.
          </FailedRow>
        </section>
      )}
      {data && data.sums.length === 0 && data.listed.length === 0 && (
        <section aria-label="Cash" className={panelClass}>
          <EmptyState
            art={<Art name="still" />}
            title={data.ever ? "Nothing owed, and nothing came this month" : "No money asked for yet"}
          >
            <p className="max-w-96 text-muted">
              What came in, what is owed and what is coming shows here with the first invoice, retainer or accepted
              proposal.
            </p>
            <Link to="/admin/invoices" className={buttonClass({ variant: "line", size: "compact" })}>
              Go to invoices
            </Link>
          </EmptyState>
        </section>
      )}
      {data && (data.sums.length > 0 || data.listed.length > 0) && (
        <div aria-busy={overview.isPlaceholderData} className={overview.isPlaceholderData ? "opacity-55" : undefined}>
          <Tiles overview={data} />
          <Forecast overview={data} />
          <Lines overview={data} />
        </div>
      )}
    </CashFrame>
  );
}
