// Who did how much of what.
import { useQuery } from "@tanstack/react-query";
import { lazy } from "react";
import { countOf } from "#app/lib/formats.ts";
import { ReportPanel } from "../report-panel.tsx";
import type { Column } from "../report-table.tsx";
import { type ActivityRow, activityQuery } from "../reports-data.ts";
import { sumOf, useRows, type View } from "../report-view.tsx";

const RowBars = lazy(() => import("#app/records/charts/row-bars.tsx"));
const kinds = [
  ["notes", "Notes"],
  ["tasks", "Tasks done"],
  ["answers", "Answers"],
  ["moves", "Deals moved"],
] as const;

export function ActivityReport({ view }: { view: View }) {
  const query = useQuery(activityQuery(view.asked));
  const rows = query.data ?? [];
  const { figure, to } = useRows(view);
  const of = (row: ActivityRow) => ({ key: row.person, service: null });
  const columns: Column<ActivityRow>[] = [
    { head: "Person", shown: ({ name }) => name },
    ...kinds.map(([kind, head]): Column<ActivityRow> => ({
      head,
      number: true,
      shown: (row) => String(row[kind]),
      figure: (row) => figure({ kind, ...of(row) }),
    })),
    {
      head: "All",
      number: true,
      shown: (row) => String(row.total),
      figure: (row) => figure({ kind: "done", ...of(row) }),
    },
  ];
  const all = sumOf(rows, (row) => row.total);
  const most = kinds
    .map(([kind, head]) => ({ words: head.toLowerCase(), count: sumOf(rows, (row) => row[kind]) }))
    .toSorted((a, b) => b.count - a.count)[0];
  const summary =
    all === 0 || !most
      ? "Nothing was noted, done, answered or moved in this period."
      : most.count === all
        ? `All ${all} are ${most.words}.`
        : `Mostly ${most.words}: ${most.count} of ${all}.`;
  return (
    <ReportPanel
      name="Activity per person"
      file="activity"
      summary={summary}
      query={query}
      columns={columns}
      rows={rows}
      definition={
        <>
          Notes written and not deleted, tasks done, inquiries answered and deals moved to another stage, by the person
          who did it and the office’s day. A task that was taken back does not count. It says what was done, not how
          well. The filter by service does not apply here.
        </>
      }
      chart={
        <RowBars
          label={summary}
          rest="flow"
          bars={rows.map((row) => ({
            key: row.person,
            name: row.name.length > 19 ? `${row.name.slice(0, 18)}…` : row.name,
            note: `${countOf(row.tasks, "task")}, ${countOf(row.moves, "move")}`,
            whole: row.total,
            solid: 0,
            value: String(row.total),
            spoken: `${row.name}: ${countOf(row.notes, "note")}, ${countOf(row.tasks, "task")} done, ${countOf(row.answers, "answer")}, ${countOf(row.moves, "deal")} moved`,
            to: to({ kind: "done", ...of(row) }),
          }))}
        />
      }
    />
  );
}
