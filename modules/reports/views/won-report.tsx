// Won per month, what is still expected, and what had been forecast.
import { useQuery } from "@tanstack/react-query";
import { lazy } from "react";
import { changeWords, isComparable } from "#domain/change.ts";
import { countOf } from "#app/lib/formats.ts";
import { beforeWords, longMonth, monthEnd, shortMonth } from "../period.ts";
import { type ForecastRow, forecastQuery, wonQuery } from "../reports-data.ts";
import { Legend, netWords, ReportPanel } from "../report-panel.tsx";
import type { Column } from "../report-table.tsx";
import { convertedNote, moneyOf, sumOf, useRows, type View } from "../report-view.tsx";

const MonthBars = lazy(() => import("#app/records/charts/month-bars.tsx"));

/** A period that is running is shown with the two months after this one: that is where its open deals close. */
const shownUntil = ({ asked, today }: View) => {
  const soon = monthEnd(today, 2);
  return asked.from <= today && today <= asked.to && soon > asked.to ? soon : asked.to;
};

/** What is overdue first, then the months, then what is in none of them. */
const order = ({ bucket, month }: ForecastRow) =>
  bucket === "overdue" ? 0 : month !== null ? Date.parse(month) : bucket === "outside" ? 8e15 : 9e15;

export const wonReportQuery = (view: View) => forecastQuery({ ...view.asked, to: shownUntil(view) });

export function WonReport({ view }: { view: View }) {
  const { asked, earlier, preset, currency, today } = view;
  const query = useQuery(wonReportQuery(view));
  const won = useQuery(wonQuery(asked));
  const before = useQuery({ ...wonQuery({ ...asked, ...earlier }), enabled: earlier !== null });
  const { money, short, plain } = moneyOf(currency);
  const { figure, to } = useRows(view);
  const rows = (query.data ?? []).toSorted((one, other) => order(one) - order(other));
  const inPeriod = won.data ?? [];
  const sum = sumOf(inPeriod, (row) => row.won_minor);
  const months = rows.filter(({ bucket }) => bucket === "month");
  const overdue = rows.find(({ bucket }) => bucket === "overdue");
  const bars = overdue && overdue.open_deals > 0 ? [overdue, ...months] : months;
  const nameOf = (row: ForecastRow) =>
    row.month === null
      ? { overdue: "Overdue", outside: "Outside these months", undated: "No day", month: "" }[row.bucket]
      : `${longMonth(row.month)}${row.so_far ? ", so far" : ""}`;
  const range = (row: ForecastRow) => ({ from: row.first_day ?? asked.from, to: row.last_day ?? shownUntil(view) });
  const openKey = (row: ForecastRow) => (row.bucket === "month" ? null : row.bucket);

  const columns: Column<ForecastRow>[] = [
    { head: "Month", shown: nameOf },
    {
      head: "Won",
      number: true,
      shown: (row) => money(row.won_minor),
      raw: (row) => plain(row.won_minor),
      figure: (row) => (row.bucket === "month" ? figure({ kind: "won", ...range(row) }) : null),
    },
    {
      head: "Forecast",
      number: true,
      shown: (row) => (row.forecast_minor === null ? "None" : money(row.forecast_minor)),
      raw: (row) => (row.forecast_minor === null ? "" : plain(row.forecast_minor)),
      figure: (row) => (row.forecast_minor === null ? null : figure({ kind: "forecast", ...range(row) })),
    },
    {
      head: "Open, weighted",
      number: true,
      shown: (row) => money(row.weighted_minor),
      raw: (row) => plain(row.weighted_minor),
      figure: (row) => figure({ kind: "expected", ...range(row), key: openKey(row) }),
    },
    {
      head: "Open deals",
      number: true,
      shown: (row) => String(row.open_deals),
      raw: (row) => row.open_deals,
      figure: (row) => figure({ kind: "expected", ...range(row), key: openKey(row) }),
    },
  ];
  const beforeSum = before.data ? sumOf(before.data, (row) => row.won_minor) : null;
  const last = months.findLast(({ month, so_far }) => month !== null && !so_far && month < today);
  const gap = last && last.forecast_minor !== null ? last.won_minor - last.forecast_minor : null;
  const summary = [
    `${money(sum)} won from ${countOf(
      sumOf(inPeriod, (row) => row.deals),
      "deal",
    )}`,
    beforeSum === null
      ? "."
      : isComparable(sum, beforeSum)
        ? `, ${changeWords(sum, beforeSum, money)} against ${beforeWords(preset)} (${money(beforeSum)}).`
        : `, from ${money(beforeSum)} in ${beforeWords(preset)}.`,
    last?.month && gap !== null && gap !== 0
      ? ` ${longMonth(last.month).split(" ")[0]} ${gap > 0 ? "passed" : "missed"} its forecast by ${money(Math.abs(gap))}.`
      : "",
  ].join("");
  return (
    <ReportPanel
      name="Won per month against forecast"
      file="won-by-month"
      className="lg:col-span-7"
      summary={summary}
      query={query}
      columns={columns}
      rows={rows}
      definition={
        <>
          {netWords} <b>Won</b> is the amount of deals in a won stage, by the day they were closed on; a reopened deal
          leaves it.
          <b> Open, weighted</b> is the amount of open deals times their probability, by the day they are expected to
          close; a day that has passed stands under Overdue. <b>Forecast</b> is what was open, weighted, when the month
          began, for deals that were then expected to close in it. A month that is not over says “so far”, and the
          period before is cut to the same length.
        </>
      }
      chart={
        <MonthBars
          label={summary}
          amount={short}
          bars={bars.map((row) => {
            const all = row.won_minor + row.weighted_minor;
            return {
              key: row.month ?? row.bucket,
              name: row.month ? shortMonth(row.month) : "Overdue",
              note: row.so_far ? "so far" : undefined,
              solid: row.won_minor,
              hatched: row.weighted_minor,
              tick: row.forecast_minor,
              value: short(all),
              strong: row.so_far,
              spoken: `${nameOf(row)}: won ${money(row.won_minor)}, open weighted ${money(row.weighted_minor)}${
                row.forecast_minor === null ? "" : `, forecast ${money(row.forecast_minor)}`
              }`,
              to:
                row.bucket === "month" && (row.won_minor > 0 || row.weighted_minor === 0)
                  ? to({ kind: "won", ...range(row) })
                  : to({ kind: "expected", ...range(row), key: openKey(row) }),
            };
          })}
        />
      }
      legend={
        <Legend
          of={[
            ["solid", "won"],
            ["hatch", "open, weighted"],
            ["tick", "forecast on the first of the month"],
          ]}
        />
      }
      note={convertedNote(
        sumOf(rows, (row) => row.converted),
        currency,
      )}
    />
  );
}
