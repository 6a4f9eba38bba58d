// From what a visitor asked for to money.
import { useQuery } from "@tanstack/react-query";
import { lazy } from "react";
import { countOf } from "#app/lib/formats.ts";
import { netWords, ReportPanel } from "../report-panel.tsx";
import type { Column } from "../report-table.tsx";
import { type SubjectRow, subjectsQuery } from "../reports-data.ts";
import { convertedNote, moneyOf, sumOf, useRows, type View } from "../report-view.tsx";

const Streams = lazy(() => import("#app/records/charts/streams.tsx"));

export function SubjectsReport({ view }: { view: View }) {
  const query = useQuery(subjectsQuery(view.asked));
  const rows = query.data ?? [];
  const { money, plain } = moneyOf(view.currency);
  const { figure, to } = useRows(view);
  const total: SubjectRow = {
    subject: "",
    label: "Total",
    inquiries: sumOf(rows, (row) => row.inquiries),
    deals: sumOf(rows, (row) => row.deals),
    won: sumOf(rows, (row) => row.won),
    won_minor: sumOf(rows, (row) => row.won_minor),
    converted: sumOf(rows, (row) => row.converted),
  };
  const key = (row: SubjectRow) => ({ key: row.subject || null, service: null });
  const columns: Column<SubjectRow>[] = [
    { head: "Call to action", shown: (row) => row.label },
    {
      head: "Inquiries",
      number: true,
      shown: (row) => String(row.inquiries),
      raw: (row) => row.inquiries,
      figure: (row) => figure({ kind: "received", ...key(row) }),
    },
    {
      head: "Deals",
      number: true,
      shown: (row) => String(row.deals),
      raw: (row) => row.deals,
      figure: (row) => figure({ kind: "made", ...key(row) }),
    },
    {
      head: "Won",
      number: true,
      shown: (row) => String(row.won),
      raw: (row) => row.won,
      figure: (row) => figure({ kind: "made won", ...key(row) }),
    },
    {
      head: "Revenue",
      number: true,
      shown: (row) => money(row.won_minor),
      raw: (row) => plain(row.won_minor),
      figure: (row) => figure({ kind: "made won", ...key(row) }),
    },
  ];
  const [first] = rows;
  const best =
    first && first.won_minor > 0
      ? ` ${Math.round((100 * first.won_minor) / total.won_minor)}% of it began at “${first.label}”.`
      : "";
  const summary = `${countOf(total.inquiries, "inquiry", "inquiries")}, ${countOf(total.deals, "deal")}, ${total.won} won, ${money(total.won_minor)}.${best}`;
  return (
    <ReportPanel
      name="Which call to action brings revenue"
      file="subjects-to-won"
      className="lg:col-span-12"
      summary={summary}
      query={query}
      columns={columns}
      rows={rows}
      total={total}
      definition={
        <>
          {netWords} Inquiries received in the period, by what was asked for; held ones and spam are left out.{" "}
          <b>Deals</b> are those that an inquiry made (one that joined a deal which was there already counts with the
          one that made it). <b>Revenue</b> is the amount of those of them that are won, whenever that was. One line is
          one inquiry and runs as far as the inquiry went. The filter by service does not apply here; that by owner asks
          whose inquiry it is.
        </>
      }
      chart={
        rows.length === 0 ? (
          <p className="pb-2 text-muted">No inquiry was received in this period.</p>
        ) : (
          <Streams
            label={summary}
            gates={["Inquiries", "Deals", "Won"]}
            streams={rows.map((row) => ({
              key: row.subject,
              name: row.label,
              reached: [row.inquiries, row.deals, row.won],
              value: row.won_minor > 0 ? money(row.won_minor) : `${money(0)} so far`,
              strong: row.won_minor > 0,
              spoken: `${row.label}: ${countOf(row.inquiries, "inquiry", "inquiries")}, ${countOf(row.deals, "deal")}, ${row.won} won, ${money(row.won_minor)}`,
              to: to(row.won_minor > 0 ? { kind: "made won", ...key(row) } : { kind: "received", ...key(row) }),
            }))}
          />
        )
      }
      note={convertedNote(total.converted, view.currency)}
    />
  );
}
