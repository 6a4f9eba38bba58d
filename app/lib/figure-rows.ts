// The rows behind a figure (report_rows in 20261117101200_reports_rows.sql). What is shown is in the address, so that a link to a figure's
// rows can be kept and sent: ?rows=won&rows-from=2026-10-01&rows-to=2026-10-31.
import { infiniteQueryOptions } from "@tanstack/react-query";
import { call, rowsOf } from "./typed-answers.ts";

const kinds = {
  pipeline: "Open deals",
  weighted: "Open deals, weighted",
  stale: "Stale deals",
  expected: "Open deals by expected close, weighted",
  forecast: "Forecast when the month began, weighted",
  won: "Won deals",
  lost: "Lost deals",
  closed: "Closed deals",
  "closed won": "Won deals",
  reason: "Closed deals, by reason",
  "left stage": "Moves out of a stage",
  "went on": "Moves to a later stage",
  passed: "Closed deals that had been in a stage",
  "passed won": "Won deals that had been in a stage",
  "as of": "Open deals on a past day",
  "as of weighted": "Open deals on a past day, weighted",
  received: "Inquiries",
  made: "Deals made from inquiries",
  "made won": "Won deals made from inquiries",
  promised: "Answers that were due",
  kept: "Answers in time",
  notes: "Notes written",
  tasks: "Tasks done",
  answers: "Inquiries answered",
  moves: "Deals moved",
  done: "Notes, tasks, answers and moves",
} as const;
export type FigureKind = keyof typeof kinds;

export interface Figure {
  kind: FigureKind;
  from?: string | null | undefined;
  to?: string | null | undefined;
  owner?: string | null | undefined;
  service?: string | null | undefined;
  /** A stage, a reason, a subject, a person. */
  key?: string | null | undefined;
}
export const figureName = ({ kind }: Figure): string => kinds[kind];

const names = ["from", "to", "owner", "service", "key"] as const;

/** The address with the rows of a figure open; without one, closed. */
export function withRows(params: URLSearchParams, figure: Figure | null): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of ["rows", ...names.map((each) => `rows-${each}`)]) next.delete(name);
  if (!figure) return next;
  next.set("rows", figure.kind);
  for (const name of names) {
    const value = figure[name];
    if (value !== null && value !== undefined) next.set(`rows-${name}`, value);
  }
  return next;
}

export function readFigure(params: URLSearchParams): Figure | null {
  const kind = params.get("rows");
  if (kind === null || !(kind in kinds)) return null;
  return { kind: kind as FigureKind, ...Object.fromEntries(names.map((name) => [name, params.get(`rows-${name}`)])) };
}

export interface FigureRow {
  record: "deal" | "inquiry" | "task" | "note";
  id: string;
  name: string | null;
  detail: string | null;
  day: string | null;
  /** What the figure sums, in the office's currency; null where it only counts. */
  minor: number | null;
  amount_minor: number | null;
  currency: string | null;
  place: number;
  of_count: number;
  of_minor: number;
}

export const rowsAtOnce = 100;

export async function readFigureRows(figure: Figure, skipping: number, most = rowsAtOnce): Promise<FigureRow[]> {
  return rowsOf<FigureRow>(
    await call("report_rows", {
      figure: figure.kind,
      from_day: figure.from ?? null,
      to_day: figure.to ?? null,
      owner: figure.owner ?? null,
      service_line: figure.service ?? null,
      key: figure.key ?? null,
      most,
      skipping,
    }),
  );
}

export const figureRowsQuery = (figure: Figure) =>
  infiniteQueryOptions({
    queryKey: ["figure-rows", figure],
    queryFn: ({ pageParam }) => readFigureRows(figure, pageParam),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const shown = pages.reduce((sum, page) => sum + page.length, 0);
      return shown < (last[0]?.of_count ?? 0) ? shown : null;
    },
    staleTime: 0,
  });
