// How many of the closed deals were won, and why the others were not. One vane is one deal: turned when won, level when lost.
import { useQuery } from "@tanstack/react-query";
import { lazy } from "react";
import { minForRate, rateWords } from "#domain/change.ts";
import { Link } from "react-router";
import { countOf } from "#app/lib/formats.ts";
import { StageIcon } from "#app/ui/compact/stage-icon.tsx";
import { beforeWords } from "../period.ts";
import { ReportPanel } from "../report-panel.tsx";
import type { Column } from "../report-table.tsx";
import { type ReasonRow, reasonsQuery, type WinRateRow, winRateQuery } from "../reports-data.ts";
import { convertedNote, moneyOf, sumOf, useRows, type View } from "../report-view.tsx";

const RowBars = lazy(() => import("#app/records/charts/row-bars.tsx"));
const maxVanes = 60;

interface Line {
  group: "All" | "Service" | "Lost because" | "Won because";
  name: string;
  rate: WinRateRow | null;
  reason: ReasonRow | null;
}

const closedOf = ({ won, lost }: WinRateRow) => won + lost;

export function WinRateReport({ view }: { view: View }) {
  const { asked, earlier, preset, currency } = view;
  const query = useQuery(winRateQuery(asked));
  const reasons = useQuery(reasonsQuery(asked));
  const before = useQuery({ ...winRateQuery({ ...asked, ...earlier }), enabled: earlier !== null });
  const { money, plain } = moneyOf(currency);
  const { figure, to } = useRows(view);
  const all = query.data?.find((row) => row.is_total);
  const beforeAll = before.data?.find((row) => row.is_total);
  const services = query.data?.filter((row) => !row.is_total) ?? [];
  const why = reasons.data ?? [];
  const lost = why.filter(({ kind }) => kind === "lost");
  const lines: Line[] = [
    ...(all ? [{ group: "All" as const, name: "All closed deals", rate: all, reason: null }] : []),
    ...services.map((rate) => ({
      group: "Service" as const,
      name: rate.of_service_line ?? "No service",
      rate,
      reason: null,
    })),
    ...why.map((reason) => ({
      group: reason.kind === "lost" ? ("Lost because" as const) : ("Won because" as const),
      name: reason.name,
      rate: null,
      reason,
    })),
  ];
  const keyOf = ({ group, rate }: Line) => (group === "Service" ? (rate?.of_service_line ?? "") : null);
  const behind = (line: Line) =>
    line.reason ? figure({ kind: "reason", key: line.reason.reason_id }) : figure({ kind: "closed", key: keyOf(line) });
  const columns: Column<Line>[] = [
    { head: "What", shown: ({ name }) => name },
    { head: "Group", shown: ({ group }) => group },
    {
      head: "Deals",
      number: true,
      shown: ({ rate, reason }) => String(rate ? closedOf(rate) : (reason?.deals ?? 0)),
      figure: behind,
    },
    {
      head: "Won",
      number: true,
      shown: ({ rate }) => (rate ? String(rate.won) : ""),
      figure: (line) => (line.rate ? figure({ kind: "closed won", key: keyOf(line) }) : null),
    },
    {
      head: "Win rate",
      number: true,
      shown: ({ rate }) => (rate ? rateWords(rate.won, closedOf(rate)) : ""),
      figure: (line) => (line.rate ? figure({ kind: "closed", key: keyOf(line) }) : null),
    },
    {
      head: "Amount",
      number: true,
      shown: ({ rate, reason }) => money(rate ? rate.won_minor + rate.lost_minor : (reason?.sum_minor ?? 0)),
      raw: ({ rate, reason }) => plain(rate ? rate.won_minor + rate.lost_minor : (reason?.sum_minor ?? 0)),
      figure: behind,
    },
  ];
  const closed = all ? closedOf(all) : 0;
  const most = lost[0];
  const summary =
    closed === 0
      ? "No deal was closed in this period."
      : `${all?.won ?? 0} won of ${closed} closed${closed < minForRate ? ", too few for a rate" : `, ${rateWords(all?.won ?? 0, closed)}`}.${
          most ? ` Lost most often because of: ${most.name}.` : ""
        }`;
  const earlierClosed = beforeAll ? closedOf(beforeAll) : 0;
  const earlierWords =
    earlier === null || !beforeAll
      ? ""
      : earlierClosed === 0
        ? `, new: nothing was closed in ${beforeWords(preset)}`
        : `, ${rateWords(beforeAll.won, earlierClosed)} of ${earlierClosed} in ${beforeWords(preset)}`;
  return (
    <ReportPanel<Line>
      name="Win rate and reasons"
      file="win-rate"
      className="lg:col-span-6"
      summary={summary}
      query={{
        ...query,
        isPending: query.isPending || reasons.isPending,
        isError: query.isError || reasons.isError,
        error: query.error ?? reasons.error,
        refetch: (async () => {
          await reasons.refetch();
          return query.refetch();
        }) as typeof query.refetch,
      }}
      columns={columns}
      rows={query.data && reasons.data ? lines : []}
      definition={
        <>
          Won deals as a share of won and lost ones, by the day they were closed on, with how many that are. Fewer than{" "}
          {minForRate} say “Too few”: a share of so few means nothing. A reopened deal is no longer closed; an archived
          one still counts. Reasons are those that were given when the deals were closed.
        </>
      }
      chart={
        all && (
          <>
            <p className="flex flex-wrap items-baseline gap-x-3">
              <Link
                to={to({ kind: "closed" })}
                preventScrollReset
                className="serif text-[2.25rem] leading-[1.1] tracking-[-0.03em] hover:underline"
              >
                {rateWords(all.won, closed)}
              </Link>
              <span className="text-caption text-muted">
                <Link
                  to={to({ kind: "won" })}
                  preventScrollReset
                  className="underline decoration-control underline-offset-3"
                >
                  {all.won} won
                </Link>{" "}
                of {closed} closed{earlierWords}
              </span>
            </p>
            {closed > 0 && <Vanes won={all.won} lost={all.lost} />}
            {lost.length > 0 && (
              <>
                <h3 className="mt-4 mb-1 text-caption font-[640]">
                  Why {countOf(all.lost, "deal")} {all.lost === 1 ? "was" : "were"} lost
                </h3>
                <RowBars
                  label={`Reasons of ${countOf(all.lost, "lost deal")}.`}
                  rest="flow"
                  bars={lost.map((reason) => ({
                    key: reason.reason_id,
                    name: reason.name,
                    note: money(reason.sum_minor),
                    whole: reason.deals,
                    solid: 0,
                    value: String(reason.deals),
                    spoken: `${reason.name}: ${countOf(reason.deals, "deal")}, ${money(reason.sum_minor)}`,
                    to: to({ kind: "reason", key: reason.reason_id }),
                  }))}
                />
              </>
            )}
            {services.length > 0 && (
              <>
                <h3 className="mt-4 mb-1 text-caption font-[640]">Won of closed, by service</h3>
                <RowBars
                  label={`Won of closed deals in ${countOf(services.length, "service")}.`}
                  rest="nil"
                  bars={services.map((row) => ({
                    key: row.of_service_line ?? "",
                    name: row.of_service_line ?? "No service",
                    note: rateWords(row.won, closedOf(row)),
                    whole: closedOf(row),
                    solid: row.won,
                    value: `${row.won} of ${closedOf(row)}`,
                    spoken: `${row.of_service_line ?? "No service"}: ${row.won} won of ${closedOf(row)} closed, ${rateWords(row.won, closedOf(row))}`,
                    to: to({ kind: "closed", key: row.of_service_line ?? "" }),
                  }))}
                />
              </>
            )}
          </>
        )
      }
      note={convertedNote(all?.converted ?? sumOf(why, (row) => row.converted), currency)}
    />
  );
}

function Vanes({ won, lost }: { won: number; lost: number }) {
  const per = Math.ceil((won + lost) / maxVanes);
  const drawn = [...Array(Math.round(won / per)).fill(true), ...Array(Math.round(lost / per)).fill(false)] as boolean[];
  return (
    <>
      <p aria-hidden="true" className="mt-3 flex flex-wrap gap-1">
        {drawn.map((isWon, index) => (
          <StageIcon key={index} angle={isWon ? 60 : 0} hollow={!isWon} />
        ))}
      </p>
      <p aria-hidden="true" className="mt-2 flex gap-4 text-caption text-muted">
        <span className="inline-flex items-center gap-1.5">
          <StageIcon angle={60} /> won
        </span>
        <span className="inline-flex items-center gap-1.5">
          <StageIcon angle={0} hollow /> lost
        </span>
        {per > 1 && <span>One vane stands for {per} deals.</span>}
      </p>
    </>
  );
}
