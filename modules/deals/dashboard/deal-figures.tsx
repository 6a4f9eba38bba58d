// The figures of deals, from the same functions as the reports.
import { dateFormat } from "#domain/formats.ts";
import { useSearchParams } from "react-router";
import { changeWords, isComparable } from "#domain/change.ts";
import { formatMoney } from "#domain/money.ts";
import { useSession } from "#app/auth/session.tsx";
import { type Figure as RowsOf, withRows } from "#app/lib/figure-rows.ts";
import { countOf, formatNumber } from "#app/lib/formats.ts";
import { useDashboardPart, useDashboardWhose } from "#app/lib/owner-dashboard.ts";
import { Figure } from "#app/records/dashboard/figure.tsx";

const monthName = dateFormat({ month: "long", timeZone: "UTC" });
const dayName = dateFormat({ month: "short", day: "numeric", timeZone: "UTC" });

/** The address in which the rows behind a figure are open: mine, where the dashboard shows mine. */
export function useDashboardRows() {
  const [params] = useSearchParams();
  const [whose] = useDashboardWhose();
  const { user } = useSession();
  return (figure: RowsOf) => ({
    search: String(withRows(params, { ...figure, owner: whose === "mine" ? user?.id : null })),
  });
}

export function PipelineFigures() {
  const { part, ...state } = useDashboardPart("deals");
  const rows = useDashboardRows();
  const money = (minor: number) => formatMoney(minor, part?.currency ?? "USD");
  return (
    <>
      <Figure
        name="Pipeline value"
        value={part && money(part.pipeline.minor)}
        note={
          part &&
          (part.pipeline.deals === 0
            ? "No open deal. Add one on the board"
            : `Weighted ${money(part.pipeline.weighted)}; ${changeWords(part.pipeline.minor, part.before.minor, money)} in 30 days`)
        }
        to={rows({ kind: "pipeline" })}
        {...state}
      />
      <Figure
        name="Active deals"
        value={part && formatNumber(part.pipeline.deals)}
        note={
          part &&
          [
            `30 days ago: ${formatNumber(part.before.deals)}`,
            part.pipeline.without_amount > 0 && `${part.pipeline.without_amount} without an amount`,
          ]
            .filter(Boolean)
            .join("; ")
        }
        to={rows({ kind: "pipeline" })}
        {...state}
      />
    </>
  );
}

export function DealFigures({ small }: { small: boolean }) {
  const { part, ...state } = useDashboardPart("deals");
  const rows = useDashboardRows();
  const money = (minor: number) => formatMoney(minor, part?.currency ?? "USD");
  const until = part && dayName.format(new Date(part.last_until));
  return (
    <>
      <Figure
        small={small}
        // The same name while it loads, so that nothing moves.
        name={part ? `Won in ${monthName.format(new Date(part.month))}` : "Won this month"}
        value={part && money(part.won.minor)}
        note={
          part &&
          (part.won.minor === 0 && part.won_before.minor === 0
            ? "Nothing won yet"
            : isComparable(part.won.minor, part.won_before.minor) && part.won.minor !== part.won_before.minor
              ? `${changeWords(part.won.minor, part.won_before.minor, money)} than ${money(part.won_before.minor)} until ${until}`
              : `from ${money(part.won_before.minor)} until ${until}`)
        }
        to={rows({ kind: "won", from: part?.month, to: part?.today })}
        {...state}
      />
      <Figure
        small={small}
        name="Weighted this quarter"
        value={part && money(part.in_quarter.weighted)}
        note={
          part &&
          (part.in_quarter.overdue > 0
            ? `${countOf(part.in_quarter.deals, "deal")}; ${part.in_quarter.overdue} overdue besides`
            : `${countOf(part.in_quarter.deals, "deal")} expected to close`)
        }
        to={rows({ kind: "expected", from: part?.quarter, to: part?.quarter_end })}
        {...state}
      />
      <Figure
        small={small}
        name="Stale deals"
        value={part && formatNumber(part.stale)}
        note={part && (part.stale === 0 ? "Every deal moves" : "Longer in their stage than usual")}
        tone={(part?.stale ?? 0) > 0 ? "warn" : "plain"}
        to={rows({ kind: "stale" })}
        {...state}
      />
    </>
  );
}
