// Stage by stage: how many went on, how long it took, and how likely it proved against what the stage says.
import { useQuery } from "@tanstack/react-query";
import { lazy } from "react";

import { minForRate, rateWords } from "#domain/change.ts";
import { Legend, ReportPanel } from "../report-panel.tsx";
import type { Column } from "../report-table.tsx";
import { type StageTimesRow, stagesQuery } from "../reports-data.ts";
import { useRows, type View } from "../report-view.tsx";

const RowBars = lazy(() => import("#app/records/charts/row-bars.tsx"));
const daysWords = ({ median_days }: StageTimesRow) =>
  median_days === null ? "None" : `${median_days} ${median_days === 1 ? "day" : "days"}`;
/** "43 % of 12"; under five, where a rate would say nothing, "1 of 3". */
const shareWords = (part: number, of: number) => `${of < minForRate ? part : rateWords(part, of)} of ${of}`;
const measured = ({ won, closed }: StageTimesRow) => (closed === 0 ? "None" : shareWords(won, closed));

export function StagesReport({ view }: { view: View }) {
  const query = useQuery(stagesQuery(view.asked));
  const rows = query.data ?? [];
  const { figure, to } = useRows(view);
  const columns: Column<StageTimesRow>[] = [
    { head: "Stage", shown: ({ name }) => name },
    {
      head: "Left it",
      number: true,
      shown: (row) => String(row.left_stage),
      figure: (row) => figure({ kind: "left stage", key: row.stage_id }),
    },
    {
      head: "Went on",
      number: true,
      shown: (row) => String(row.went_on),
      figure: (row) => figure({ kind: "went on", key: row.stage_id }),
    },
    {
      head: "Conversion",
      number: true,
      shown: (row) => rateWords(row.went_on, row.left_stage),
      figure: (row) => figure({ kind: "went on", key: row.stage_id }),
    },
    {
      head: "Median days",
      number: true,
      shown: (row) => (row.median_days === null ? "None" : String(row.median_days)),
      raw: (row) => row.median_days,
      figure: (row) => figure({ kind: "left stage", key: row.stage_id }),
    },
    { head: "Probability set", number: true, shown: (row) => `${row.probability}%`, raw: (row) => row.probability },
    {
      head: "Measured",
      number: true,
      shown: (row) => rateWords(row.won, row.closed),
      figure: (row) => figure({ kind: "passed won", key: row.stage_id }),
    },
    {
      head: "of closed",
      number: true,
      shown: (row) => String(row.closed),
      figure: (row) => figure({ kind: "passed", key: row.stage_id }),
    },
  ];
  const slowest = rows
    .filter((row) => row.median_days !== null)
    .toSorted((a, b) => (b.median_days ?? 0) - (a.median_days ?? 0))[0];
  const summary = slowest
    ? `Deals stay longest in ${slowest.name}: a median of ${daysWords(slowest)}, and ${shareWords(slowest.went_on, slowest.left_stage)} went on.`
    : "No deal left a stage in this period.";
  return (
    <ReportPanel
      name="Conversion and days per stage"
      file="stages"
      summary={summary}
      query={query}
      columns={columns}
      rows={rows}
      definition={
        <>
          Of the moves out of a stage in the period: <b>conversion</b> is the share that went to a later stage or was
          won, <b>days</b> is the median time they had been in it. <b>Measured</b> is the share won of the deals closed
          in the period that had been in the stage, beside the probability that is set for it in Settings; with how many
          that are, and “Too few” under {minForRate}.
        </>
      }
      chart={
        <RowBars
          label={summary}
          rest="nil"
          bars={rows.map((row) => ({
            key: row.key,
            name: row.name,
            note: `${daysWords(row)}, ${row.probability}% set`,
            whole: row.left_stage,
            solid: row.went_on,
            value: `${row.went_on} of ${row.left_stage}`,
            second: row.closed === 0 ? undefined : `won ${measured(row)}`,
            spoken: `${row.name}: ${row.went_on} of ${row.left_stage} went on, ${rateWords(row.went_on, row.left_stage)}, median ${daysWords(row)}; probability set ${row.probability}%, measured ${measured(row)}`,
            to: to({ kind: "left stage", key: row.stage_id }),
          }))}
        />
      }
      legend={
        <Legend
          of={[
            ["solid", "went on"],
            ["nil", "left the stage"],
          ]}
        />
      }
    />
  );
}
