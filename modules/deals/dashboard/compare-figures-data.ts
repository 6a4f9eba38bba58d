import { formatMoney } from "#domain/money.ts";
import type { DealsPart } from "#app/lib/owner-dashboard.ts";
import { unwrap } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";
import { allFigureRows, allRows, comparison, rowsAtOnce, sumOf } from "#app/records/dashboard/compare-figures.ts";

/** The deals themselves, as the data API has them, past every function of the reports. */
const openDeals = () =>
  allRows(async (from) =>
    unwrap(
      await supabase()
        .from("deals")
        .select("minor:base_minor")
        .eq("stage_kind", "open")
        .is("archived_at", null)
        .order("id")
        .range(from, from + rowsAtOnce - 1),
    ),
  );

export default async (deals: DealsPart) => {
  const money = (minor: number) => formatMoney(minor, deals.currency);
  const [open, listed, won, quarter, stale] = await Promise.all([
    openDeals(),
    allFigureRows({ kind: "pipeline" }),
    allFigureRows({ kind: "won", from: deals.month, to: deals.today }),
    allFigureRows({ kind: "expected", from: deals.quarter, to: deals.quarter_end }),
    allFigureRows({ kind: "stale" }),
  ]);
  return [
    comparison("Pipeline value", deals.pipeline.minor, sumOf(listed), money),
    comparison("Pipeline value, of the deals themselves", deals.pipeline.minor, sumOf(open), money),
    comparison("Active deals", deals.pipeline.deals, listed.length),
    comparison("Won this month", deals.won.minor, sumOf(won), money),
    comparison("Weighted this quarter", deals.in_quarter.weighted, sumOf(quarter), money),
    comparison("Stale deals", deals.stale, stale.length),
  ];
};
