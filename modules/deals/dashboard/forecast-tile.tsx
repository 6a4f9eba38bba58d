// What was won and what is expected, month by month.
import { dateFormat } from "#domain/formats.ts";
import { lazy, Suspense } from "react";
import { formatMoney, shortMoney } from "#domain/money.ts";
import type { DealsPart, ForecastMonth } from "#app/lib/owner-dashboard.ts";
import { useDashboardRows } from "./deal-figures.tsx";
import { DealTile } from "./deal-tile.tsx";

const MonthBars = lazy(() => import("#app/records/charts/month-bars.tsx"));
const shortMonth = dateFormat({ month: "short", timeZone: "UTC" });

export default function ForecastTile() {
  return (
    <DealTile
      name="Forecast"
      // The reports print it larger; the dashboard prints on one page.
      className="print:hidden"
      more="Deals"
      empty="What is won and what is expected appears here with the first deal."
    >
      {(part) => <Forecast part={part} />}
    </DealTile>
  );
}

function Forecast({ part }: { part: DealsPart }) {
  const rows = useDashboardRows();
  const money = (minor: number) => formatMoney(minor, part.currency);
  const shown = part.months.filter(
    ({ bucket, open_deals }) => bucket === "month" || (bucket === "overdue" && open_deals > 0),
  );
  const weighted = shown.reduce((sum, each) => sum + each.weighted_minor, 0);
  const label = `${money(part.won.minor)} won this month, ${money(weighted)} weighted in the months to come.`;
  const isEmpty = shown.every((each) => !each.won_minor && !each.weighted_minor && !each.forecast_minor);
  if (isEmpty)
    return (
      <p className="p-4 text-muted">
        Nothing is won this month, and no open deal with an amount has an expected close.
      </p>
    );
  const range = (each: ForecastMonth) => ({ from: each.first_day ?? part.month, to: each.last_day ?? part.month });
  return (
    <div className="px-4 pt-3 pb-3">
      <p className="mb-2 text-caption text-muted">{label}</p>
      <Suspense fallback={<div className="h-50" />}>
        <MonthBars
          label={label}
          height={200}
          amount={(minor) => shortMoney(minor, part.currency)}
          bars={shown.map((each) => {
            const name = each.month ? shortMonth.format(new Date(each.month)) : "Overdue";
            return {
              key: each.month ?? each.bucket,
              name,
              note: each.so_far ? "so far" : undefined,
              solid: each.won_minor,
              hatched: each.weighted_minor,
              tick: each.forecast_minor,
              value: shortMoney(each.won_minor + each.weighted_minor, part.currency),
              strong: each.so_far,
              spoken: `${name}${each.so_far ? " so far" : ""}: won ${money(each.won_minor)}, open weighted ${money(each.weighted_minor)}${
                each.forecast_minor === null ? "" : `, forecast ${money(each.forecast_minor)}`
              }`,
              to: rows({ kind: "expected", ...range(each), key: each.bucket === "month" ? null : each.bucket }),
            };
          })}
        />
      </Suspense>
    </div>
  );
}
