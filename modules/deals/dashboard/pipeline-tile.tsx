// The pipeline to scale and the deals that changed last; over them, the rows behind a figure of deals.
import { Link } from "react-router";
import { formatMoney } from "#domain/money.ts";
import { countOf } from "#app/lib/formats.ts";
import { type DealsPart, useDashboardPart } from "#app/lib/owner-dashboard.ts";
import { FigureRows } from "#app/records/figure-rows.tsx";
import { StageIcon, stageAngle } from "#app/ui/compact/stage-icon.tsx";
import { useDashboardRows } from "./deal-figures.tsx";
import { DealTile } from "./deal-tile.tsx";
import { RecentDeals } from "./recent-deals.tsx";

export default function PipelineTile() {
  const { part } = useDashboardPart("deals");
  return (
    <div className="grid gap-5 print:contents">
      <DealTile name="Pipeline" more="Board" empty="No open deal yet. New Deal adds the first.">
        {(deals) => <PipelineStrip part={deals} />}
      </DealTile>
      <DealTile name="Recent deals" more="All deals" empty="No deal yet. New Deal adds the first.">
        {({ rows }) => <RecentDeals deals={rows} />}
      </DealTile>
      <FigureRows currency={part?.currency ?? "USD"} />
    </div>
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
    <div className="@container px-4 py-3.5">
      <div
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- bars that are drawn with boxes
        role="img"
        aria-label={`Open ${money(part.pipeline.minor)}: ${words.join("; ")}`}
        // Amounts are not set yet: nothing to draw to scale.
        hidden={part.pipeline.minor === 0}
        className="flex h-13 gap-0.5 [&[hidden]]:hidden"
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
      <dl className="mt-2.5 grid grid-cols-2 gap-x-3 gap-y-2 @lg:grid-cols-[repeat(auto-fit,minmax(7rem,1fr))]">
        {part.stages.map((stage, index) => (
          <div key={stage.stage_id} className="relative">
            <dt className="flex items-center gap-1.5 text-caption font-semibold">
              <StageIcon angle={stageAngle(stage.key, index, part.stages.length)} />
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
