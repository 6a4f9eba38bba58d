// Open deals by stage, now; and the same as it stood when a past day ended.
import { useQuery } from "@tanstack/react-query";
import { lazy } from "react";
import { changeWords } from "#domain/change.ts";
import { formatDay } from "#domain/days.ts";
import { countOf } from "#app/lib/formats.ts";
import { LateDayInput } from "#app/records/field-kinds/late-day-input.tsx";
import { useAddress } from "#app/records/list/use-address.ts";
import { addDays } from "../period.ts";
import { asOfQuery, pipelineQuery, type StageRow } from "../reports-data.ts";
import { Legend, netWords, ReportPanel } from "../report-panel.tsx";
import type { Column } from "../report-table.tsx";
import { convertedNote, moneyOf, sumOf, useRows, type View } from "../report-view.tsx";

const RowBars = lazy(() => import("#app/records/charts/row-bars.tsx"));
const legend = (
  <Legend
    of={[
      ["solid", "weighted"],
      ["hatch", "full sum"],
    ]}
  />
);

const totalOf = (rows: readonly StageRow[]): StageRow => ({
  stage_id: "",
  key: "",
  name: "Total",
  probability: 0,
  deals: sumOf(rows, (row) => row.deals),
  sum_minor: sumOf(rows, (row) => row.sum_minor),
  weighted_minor: sumOf(rows, (row) => row.weighted_minor),
});

/** `kinds`: what the sum and the weighted sum are called where their rows are asked for. */
function useStageParts(
  view: View,
  rows: readonly StageRow[],
  kinds: { sum: "pipeline" | "as of"; weighted: "weighted" | "as of weighted"; day?: string },
) {
  const { money, short, plain } = moneyOf(view.currency);
  const { figure, to } = useRows(view);
  const at = (row: StageRow, kind: "sum" | "weighted") =>
    ({ kind: kinds[kind], from: kinds.day ?? null, to: null, key: row.stage_id || null }) as const;
  const columns: Column<StageRow>[] = [
    { head: "Stage", shown: (row) => row.name },
    {
      head: "Deals",
      number: true,
      shown: (row) => String(row.deals),
      raw: (row) => row.deals,
      figure: (row) => figure(at(row, "sum")),
    },
    {
      head: "Sum",
      number: true,
      shown: (row) => money(row.sum_minor),
      raw: (row) => plain(row.sum_minor),
      figure: (row) => figure(at(row, "sum")),
    },
    {
      head: "Weighted",
      number: true,
      shown: (row) => money(row.weighted_minor),
      raw: (row) => plain(row.weighted_minor),
      figure: (row) => figure(at(row, "weighted")),
    },
  ];
  const bars = rows.map((row) => ({
    key: row.key,
    name: row.name,
    note: `${countOf(row.deals, "deal")} at ${row.probability}%`,
    whole: row.sum_minor,
    solid: row.weighted_minor,
    value: short(row.sum_minor),
    second: short(row.weighted_minor),
    spoken: `${row.name}: ${countOf(row.deals, "deal")}, ${money(row.sum_minor)}, weighted ${money(row.weighted_minor)}`,
    to: to(at(row, "sum")),
  }));
  return { columns, bars, money };
}

export function PipelineReport({ view }: { view: View }) {
  const query = useQuery(pipelineQuery(view.asked));
  const rows = query.data ?? [];
  const total = totalOf(rows);
  const { columns, bars, money } = useStageParts(view, rows, { sum: "pipeline", weighted: "weighted" });
  const without = sumOf(rows, (row) => row.without_amount);
  const most = rows.toSorted((a, b) => b.sum_minor - a.sum_minor)[0];
  const finding =
    most && total.sum_minor > 0
      ? `${most.name} holds ${Math.round((100 * most.sum_minor) / total.sum_minor)}% of the open sum. `
      : "";
  const summary = `${finding}${countOf(total.deals, "open deal")}, ${money(total.sum_minor)}. Weighted ${money(total.weighted_minor)}.`;
  return (
    <ReportPanel<StageRow>
      name="Pipeline by stage"
      file="pipeline"
      className="lg:col-span-5"
      summary={summary}
      query={query}
      columns={columns}
      rows={rows}
      total={total}
      definition={
        <>
          {netWords} Open deals on the board now, whatever the period: archived ones are left out. <b>Weighted</b> is
          the amount times the deal’s own probability, or that of its stage; lost deals count nothing, won ones are not
          here. A deal without an amount counts as 0.
        </>
      }
      chart={<RowBars label={summary} bars={bars} />}
      legend={legend}
      note={
        [
          without > 0 && `${without} without an amount.`,
          convertedNote(
            sumOf(rows, (row) => row.converted),
            view.currency,
          ),
        ]
          .filter(Boolean)
          .join(" ") || null
      }
    />
  );
}

export function AsOfReport({ view }: { view: View }) {
  const { params, change } = useAddress();
  const day = params.get("day") ?? addDays(view.today, -30);
  const query = useQuery(asOfQuery(day, view.asked));
  const now = useQuery(pipelineQuery(view.asked));
  const rows = query.data ?? [];
  const total = totalOf(rows);
  const { columns, bars, money } = useStageParts(view, rows, { sum: "as of", weighted: "as of weighted", day });
  const today = now.data ? sumOf(now.data, (row) => row.sum_minor) : null;
  const summary = `${formatDay(day)}: ${countOf(total.deals, "open deal")}, ${money(total.sum_minor)}.${
    today === null ? "" : ` Since then ${changeWords(today, total.sum_minor, money)}: ${money(today)} now.`
  }`;
  return (
    <ReportPanel<StageRow>
      name="The board on a past day"
      file={`board-${day}`}
      className="lg:col-span-6"
      summary={summary}
      query={query}
      columns={columns}
      rows={rows}
      total={total}
      definition={
        <>
          {netWords} The open deals as they stood when that day ended, from the record of stage changes and of amounts:
          each in the stage it was in, with the amount and the probability it had. Deals that were closed or archived by
          then are not in it.
        </>
      }
      controls={
        <div className="flex max-w-60 flex-col gap-1 text-caption font-semibold">
          <span aria-hidden="true">Day</span>
          <LateDayInput label="Day of the board" value={day} onChange={(next) => change({ day: next || null }, true)} />
        </div>
      }
      chart={<RowBars label={summary} bars={bars} />}
      legend={legend}
    />
  );
}
