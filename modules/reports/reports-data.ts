// Every query of the reports (20261117101100_reports.sql). The database decides who may see what; this only asks.
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { unwrap } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";
import { type Answered, type Arguments, call, type FunctionName, rowsOf } from "#app/lib/typed-answers.ts";

export interface Asked {
  from: string;
  to: string;
  owner: string | null;
  service: string | null;
}

interface MonthRow {
  month: string;
  first_day: string;
  last_day: string;
  /** It is not over. */
  so_far: boolean;
}
export interface StageRow {
  stage_id: string;
  key: string;
  name: string;
  probability: number;
  deals: number;
  sum_minor: number;
  weighted_minor: number;
}
export interface PipelineRow extends StageRow {
  without_amount: number;
  converted: number;
}
export interface ForecastRow extends Omit<MonthRow, "month" | "first_day" | "last_day"> {
  bucket: "month" | "overdue" | "outside" | "undated";
  month: string | null;
  first_day: string | null;
  last_day: string | null;
  won_deals: number;
  won_minor: number;
  open_deals: number;
  open_minor: number;
  weighted_minor: number;
  /** Null: the month is still to come. */
  forecast_minor: number | null;
  converted: number;
}
export interface WonRow extends MonthRow {
  deals: number;
  won_minor: number;
  converted: number;
}
export interface WinRateRow {
  of_service_line: string | null;
  is_total: boolean;
  won: number;
  lost: number;
  won_minor: number;
  lost_minor: number;
  converted: number;
}
export interface ReasonRow {
  reason_id: string;
  kind: "won" | "lost";
  name: string;
  deals: number;
  sum_minor: number;
  converted: number;
}
export interface StageTimesRow {
  stage_id: string;
  key: string;
  name: string;
  probability: number;
  left_stage: number;
  went_on: number;
  went_back: number;
  lost: number;
  median_days: number | null;
  closed: number;
  won: number;
}
export interface SubjectRow {
  subject: string;
  label: string;
  inquiries: number;
  deals: number;
  won: number;
  won_minor: number;
  converted: number;
}
export interface PromiseRow extends MonthRow {
  due: number;
  kept: number;
  answered: number;
  median_hours: number | null;
}
export interface ActivityRow {
  person: string;
  name: string;
  notes: number;
  tasks: number;
  answers: number;
  moves: number;
  total: number;
}

/** A report's rows, from the function that counts them. */
const report = <Name extends FunctionName, Row>(
  name: Name,
  args: Arguments<Name>,
  read: (answer: Answered<Name>) => Row[],
) =>
  queryOptions({
    queryKey: ["reports", name, args],
    queryFn: async ({ signal }) => read(await call(name, args, signal)),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
  });

const days = ({ from, to }: Asked) => ({ from_day: from, to_day: to });
const who = ({ owner, service }: Asked) => ({ owner, service_line: service });

export const pipelineQuery = (asked: Asked) => report("report_pipeline", who(asked), rowsOf<PipelineRow>);
export const asOfQuery = (day: string, asked: Asked) =>
  report("report_board_as_of", { day, ...who(asked) }, rowsOf<StageRow>);
export const forecastQuery = (asked: Asked) =>
  report("report_forecast", { ...days(asked), ...who(asked) }, rowsOf<ForecastRow>);
export const wonQuery = (asked: Asked) => report("report_won", { ...days(asked), ...who(asked) }, rowsOf<WonRow>);
export const winRateQuery = (asked: Asked) =>
  report("report_win_rate", { ...days(asked), ...who(asked) }, rowsOf<WinRateRow>);
export const reasonsQuery = (asked: Asked) =>
  report("report_reasons", { ...days(asked), ...who(asked) }, rowsOf<ReasonRow>);
export const stagesQuery = (asked: Asked) =>
  report("report_stages", { ...days(asked), ...who(asked) }, rowsOf<StageTimesRow>);
export const subjectsQuery = (asked: Asked) =>
  report("report_subjects", { ...days(asked), owner: asked.owner }, rowsOf<SubjectRow>);
export const promiseQuery = (asked: Asked) =>
  report("report_promise", { ...days(asked), owner: asked.owner }, rowsOf<PromiseRow>);
export const activityQuery = (asked: Asked) =>
  report("report_activity", { ...days(asked), owner: asked.owner }, rowsOf<ActivityRow>);

/** The office's day, zone and currency, in which everything here is counted. */
export const reportsOfficeQuery = queryOptions({
  queryKey: ["reports", "office"],
  queryFn: async () => {
    const [today, offices] = await Promise.all([
      supabase().rpc("office_today"),
      supabase().from("office").select("currency, time_zone"),
    ]);
    const office = unwrap(offices)[0];
    return {
      today: unwrap(today),
      currency: office?.currency ?? "USD",
      zone: office?.time_zone ?? "UTC",
    };
  },
  staleTime: 60_000,
});

/** Whether there is a deal or an inquiry at all. */
export const anythingQuery = queryOptions({
  queryKey: ["reports", "anything"],
  queryFn: async (): Promise<boolean> => {
    const [deals, inquiries] = await Promise.all([
      supabase().from("deals").select("id").limit(1),
      supabase().from("inquiries").select("id").limit(1),
    ]);
    return unwrap(deals).length + unwrap(inquiries).length > 0;
  },
});

/** The lines of business that deals were given, for the filter. */
export const serviceLinesQuery = queryOptions({
  queryKey: ["reports", "service lines"],
  queryFn: async (): Promise<string[]> => {
    const rows = await call("report_service_lines", {});
    return rows.map(({ service_line }) => service_line);
  },
  staleTime: 60_000,
});
