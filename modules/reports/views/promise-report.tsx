// The promise on the contact page, as a number.
import { useQuery } from "@tanstack/react-query";
import { lazy } from "react";
import { minForRate, rateWords } from "#domain/change.ts";
import { beforeWords, longMonth, shortMonth } from "../period.ts";
import { Legend, ReportPanel } from "../report-panel.tsx";
import type { Column } from "../report-table.tsx";
import { type PromiseRow, promiseQuery } from "../reports-data.ts";
import { sumOf, useRows, type View } from "../report-view.tsx";

const MonthBars = lazy(() => import("#app/records/charts/month-bars.tsx"));
const hoursWords = ({ median_hours }: PromiseRow) =>
  median_hours === null ? "None" : `${median_hours} ${median_hours === 1 ? "hour" : "hours"}`;

export function PromiseReport({ view }: { view: View }) {
  const { asked, earlier, preset } = view;
  const query = useQuery(promiseQuery(asked));
  const before = useQuery({ ...promiseQuery({ ...asked, ...earlier }), enabled: earlier !== null });
  const rows = query.data ?? [];
  const { figure, to } = useRows(view);
  const nameOf = (row: PromiseRow) => `${longMonth(row.month)}${row.so_far ? ", so far" : ""}`;
  const range = (row: PromiseRow) => ({ from: row.first_day, to: row.last_day, service: null });
  const columns: Column<PromiseRow>[] = [
    { head: "Month", shown: nameOf },
    {
      head: "Due",
      number: true,
      shown: ({ due }) => String(due),
      figure: (row) => figure({ kind: "promised", ...range(row) }),
    },
    {
      head: "In time",
      number: true,
      shown: ({ kept }) => String(kept),
      figure: (row) => figure({ kind: "kept", ...range(row) }),
    },
    {
      head: "Kept",
      number: true,
      shown: ({ kept, due }) => rateWords(kept, due),
      figure: (row) => figure({ kind: "kept", ...range(row) }),
    },
    {
      head: "Median working hours",
      number: true,
      shown: (row) => (row.median_hours === null ? "None" : String(row.median_hours)),
      raw: (row) => row.median_hours,
      figure: (row) => figure({ kind: "promised", ...range(row) }),
    },
  ];
  const [due, kept] = [sumOf(rows, (row) => row.due), sumOf(rows, (row) => row.kept)];
  const [dueBefore, keptBefore] = [
    sumOf(before.data ?? [], (row) => row.due),
    sumOf(before.data ?? [], (row) => row.kept),
  ];
  const summary =
    due === 0
      ? "No answer was due in this period."
      : `${kept} of ${due} answers in time${due < minForRate ? "" : `, ${rateWords(kept, due)}`}${
          earlier === null || !before.data
            ? ""
            : dueBefore === 0
              ? `; new: none was due in ${beforeWords(preset)}`
              : `; ${rateWords(keptBefore, dueBefore)} of ${dueBefore} in ${beforeWords(preset)}`
        }.`;
  return (
    <ReportPanel
      name="Answer promise kept"
      file="promise"
      className="lg:col-span-6"
      summary={summary}
      query={query}
      columns={columns}
      rows={rows}
      definition={
        <>
          Messages whose answer was due in the month, by the promise on the contact page (closing time of the second
          working day); in time is what was answered by then: a reply counts from the moment its mail left, not while it
          is held. What was closed late without an answer was missed; what was closed in time, held or spam was promised
          nothing. Working hours are the eight before closing time on working days. The filter by service does not apply
          here.
        </>
      }
      chart={
        <MonthBars
          label={summary}
          amount={String}
          whole
          height={210}
          bars={rows.map((row) => ({
            key: row.month,
            name: shortMonth(row.month),
            note: row.so_far ? "so far" : undefined,
            solid: row.kept,
            hatched: row.due - row.kept,
            value: row.due === 0 ? "0" : `${row.kept} of ${row.due}`,
            strong: row.so_far,
            spoken: `${nameOf(row)}: ${row.kept} of ${row.due} in time, median ${hoursWords(row)}`,
            to: to({ kind: "promised", ...range(row) }),
          }))}
        />
      }
      legend={
        <Legend
          of={[
            ["solid", "in time"],
            ["hatch", "late or not answered"],
          ]}
        />
      }
    />
  );
}
