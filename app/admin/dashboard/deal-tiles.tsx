// The pipeline to scale, the forecast, and the deals that changed last.
import { lazy, type ReactNode, Suspense } from "react";
import { Link } from "react-router";
import { formatMoney, shortMoney } from "#domain/money.ts";
import { panelClass } from "#app/admin/shell/page-head.tsx";
import { countOf } from "#app/lib/formats.ts";
import { type DealsPart, type ForecastMonth, useDashboardPart } from "#app/lib/owner-dashboard.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { PartFailure } from "#app/ui/desk/part-failure.tsx";
import { Vane, vaneAngle } from "#app/ui/desk/vane.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { useDashboardRows } from "./deal-figures.tsx";
import { RecentDeals } from "./recent-deals.tsx";

const MonthBars = lazy(() => import("#app/records/charts/month-bars.tsx"));
const shortMonth = new Intl.DateTimeFormat("en-US", { month: "short", timeZone: "UTC" });

export function DealTiles() {
  return (
    <>
      <div className="grid gap-5 print:contents">
        <Tile title="Pipeline" more="Board" to="/admin/deals" empty="No open deal yet. New Deal adds the first.">
          {(part) => <PipelineStrip part={part} />}
        </Tile>
        <Tile title="Recent deals" more="All deals" to="/admin/deals" empty="No deal yet. New Deal adds the first.">
          {(part) => <RecentDeals deals={part.rows} />}
        </Tile>
      </div>
      <Tile
        title="Forecast"
        // The reports print it larger; the dashboard prints on one page.
        className="print:hidden"
        more="Deals"
        to="/admin/deals"
        empty="What is won and what is expected appears here with the first deal."
      >
        {(part) => <Forecast part={part} />}
      </Tile>
    </>
  );
}

function Tile({
  title,
  more,
  to,
  empty,
  className,
  children,
}: {
  title: string;
  className?: string;
  more: string;
  to: string;
  empty: string;
  children: (part: DealsPart) => ReactNode;
}) {
  const { part, failure, retry, retrying } = useDashboardPart("deals");
  return (
    <section aria-label={title} className={classNames(panelClass, className)}>
      <header className="flex items-center justify-between gap-3 border-b border-line px-4 py-2">
        <h2 className="text-small font-[640]">{title}</h2>
        <Link to={to} className={buttonClass({ variant: "line", size: "desk" })}>
          {more}
        </Link>
      </header>
      {failure !== null && <PartFailure what="deals" why={failure} onRetry={retry} busy={retrying} />}
      {!part && failure === null && <Skeleton rows={5} />}
      {part && (part.rows.length === 0 ? <p className="px-4 py-4 text-muted">{empty}</p> : children(part))}
    </section>
  );
}

/** Width is the sum, the filled part is the weighted sum. */
function PipelineStrip({ part }: { part: DealsPart }) {
  const rows = useDashboardRows();
  const money = (minor: number) => formatMoney(minor, part.currency);
  const words = part.stages.map(
    ({ name, deals, sum_minor }) => `${name} ${money(sum_minor)}, ${countOf(deals, "deal")}`,
  );
  const total = Math.max(part.pipeline.minor, 1);
  return (
    <div className="px-4 py-3.5">
      <div
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- bars that are drawn with boxes
        role="img"
        aria-label={`Open ${money(part.pipeline.minor)}: ${words.join("; ")}`}
        className="flex h-13 gap-0.5"
      >
        {part.stages
          .filter(({ sum_minor }) => sum_minor > 0)
          .map((stage) => (
            <span
              key={stage.stage_id}
              style={{ flexGrow: stage.sum_minor / total }}
              className="flex min-w-1 basis-0 flex-col justify-end border border-ink last:rounded-br-turn-sm"
            >
              <i className="block bg-ink" style={{ height: `${(100 * stage.weighted_minor) / stage.sum_minor}%` }} />
            </span>
          ))}
      </div>
      <dl className="mt-2.5 grid grid-cols-2 gap-x-3 gap-y-2 sm:grid-cols-[repeat(auto-fit,minmax(7rem,1fr))]">
        {part.stages.map((stage, index) => (
          <div key={stage.stage_id} className="relative">
            <dt className="flex items-center gap-1.5 text-caption font-semibold">
              <Vane angle={vaneAngle(stage.key, index, part.stages.length)} />
              <Link
                to={rows({ kind: "pipeline", key: stage.stage_id })}
                preventScrollReset
                className="after:absolute after:inset-0 hover:underline"
              >
                {stage.name}
              </Link>
            </dt>
            <dd className="serif text-[1.1875rem] leading-[1.25]">{money(stage.sum_minor)}</dd>
            <dd className="text-xs text-muted">{countOf(stage.deals, "deal")}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2.5 text-caption text-muted">Width is the sum, the filled part is the weighted sum.</p>
    </div>
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
