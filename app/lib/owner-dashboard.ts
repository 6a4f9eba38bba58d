// The live dashboard's one answer (20261116095000_dashboard.sql, 20261117101300_reports_dashboard.sql), which its figures and the tiles of modules share.
import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, useSyncExternalStore } from "react";
import { unwrap } from "./request-error.ts";
import { anyTable } from "./supabase.ts";

/** A part that could not be had says why; its neighbours are not touched. */
export interface FailedPart {
  error: string;
}
export interface TasksPart {
  overdue: number;
  today: number;
  open: number;
  rows: unknown[];
}
export interface InquiriesPart {
  waiting: number;
  late: number;
  oldest_due_at: string | null;
  /** Quarantined messages, and those of them past the promised day. */
  held: number;
  held_late: number;
  rows: unknown[];
  promise: { kept: number; of: number };
}
/** A count of deals and their money in the office's currency. */
export interface DealSum {
  minor: number;
  deals: number;
}
export interface StageSum {
  stage_id: string;
  key: string;
  name: string;
  probability: number;
  deals: number;
  sum_minor: number;
  weighted_minor: number;
}
export interface ForecastMonth {
  bucket: "month" | "overdue" | "outside" | "undated";
  month: string | null;
  first_day: string | null;
  last_day: string | null;
  so_far: boolean;
  won_minor: number;
  weighted_minor: number;
  open_deals: number;
  forecast_minor: number | null;
}
export interface RecentDeal {
  id: string;
  name: string;
  account_name: string | null;
  amount_minor: number | null;
  currency: string;
  module: string | null;
  stage: string;
  stage_key: string;
  stage_kind: "open" | "won" | "lost";
}
/** Figures of deals, each from the function that its report uses. */
export interface DealsPart {
  currency: string;
  today: string;
  month: string;
  last_month: string;
  last_until: string;
  quarter: string;
  quarter_end: string;
  month_ago: string;
  pipeline: DealSum & { weighted: number; without_amount: number; converted: number };
  /** The board 30 days ago, from the record of stage changes. */
  before: DealSum;
  won: DealSum;
  /** Of last month, until the same day. */
  won_before: DealSum;
  forecast: number | null;
  in_quarter: { weighted: number; deals: number; overdue: number };
  stale: number;
  stages: StageSum[];
  months: ForecastMonth[];
  rows: RecentDeal[];
}
/** Sequences that run, and the people in them. */
export interface SequencesPart {
  active: number;
  enrolments: number;
  waiting: number;
}
export interface OwnerDashboard {
  /** The office's day and clock when this was read: "2026-11-15", "12:04". */
  today: string;
  clock: string;
  zone: string;
  /** Null: the module is off. */
  deals: DealsPart | FailedPart | null;
  tasks: TasksPart | FailedPart | null;
  inquiries: InquiriesPart | FailedPart | null;
  sequences: SequencesPart | FailedPart | null;
  contacts: { count: number } | FailedPart;
}
export type PartName = "deals" | "tasks" | "inquiries" | "sequences" | "contacts";
export const hasFailed = (part: object | null | undefined): part is FailedPart => Boolean(part && "error" in part);

/** A module's part, by the module's key. */
export const partOf = (answer: OwnerDashboard, key: string) =>
  answer[key as PartName] as object | FailedPart | null | undefined;

export type DashboardWhose = "mine" | "all";
const storageKey = "dashboard-whose";
const listeners = new Set<() => void>();
let chosen: DashboardWhose | null = null;

function whose(): DashboardWhose {
  if (chosen) return chosen;
  try {
    chosen = localStorage.getItem(storageKey) === "mine" ? "mine" : "all";
  } catch {
    chosen = "all";
  }
  return chosen;
}

/** Mine or all, as this browser last chose. */
export function useDashboardWhose(): [DashboardWhose, (next: DashboardWhose) => void] {
  const value = useSyncExternalStore(
    (tell) => {
      listeners.add(tell);
      return () => listeners.delete(tell);
    },
    whose,
    () => "all" as const,
  );
  return [
    value,
    (next) => {
      chosen = next;
      try {
        localStorage.setItem(storageKey, next);
      } catch {
        // Storage is blocked: the choice holds until the page is left.
      }
      for (const tell of listeners) tell();
    },
  ];
}

export const readOwnerDashboard = async (mine: boolean, parts?: PartName[], signal?: AbortSignal) => {
  const asked = anyTable().rpc("owner_dashboard", { mine, ...(parts && { parts }) });
  return unwrap(await (signal ? asked.abortSignal(signal) : asked)) as OwnerDashboard;
};

/** Read again when the tab is looked at, and every 30 seconds while it is. */
export const ownerDashboardQuery = (of: DashboardWhose) =>
  queryOptions({
    queryKey: ["dashboard", of],
    queryFn: ({ signal }) => readOwnerDashboard(of === "mine", undefined, signal),
    refetchInterval: 30_000,
    refetchOnWindowFocus: "always",
    staleTime: 5000,
  });

/** The office's time zone. */
export function useDashboardZone(): string {
  const [of] = useDashboardWhose();
  return useQuery(ownerDashboardQuery(of)).data?.zone ?? "UTC";
}

export interface ShownPart<Part> {
  part: Part | null;
  /** Why there is nothing newer; null while nothing failed. */
  failure: string | null;
  /** Asks for this part alone, or for all when nothing came. */
  retry: () => void;
  retrying: boolean;
}

/** One part of the answer, with what to do when it failed. The last copy stays. */
export function useDashboardPart<Name extends PartName>(
  name: Name,
): ShownPart<Exclude<OwnerDashboard[Name], FailedPart | null>> {
  const [of] = useDashboardWhose();
  const answer = useQuery(ownerDashboardQuery(of));
  const client = useQueryClient();
  const [retrying, setRetrying] = useState(false);
  const part = answer.data?.[name];
  const failed = hasFailed(part);
  return {
    part: part && !failed ? (part as Exclude<OwnerDashboard[Name], FailedPart | null>) : null,
    failure: failed ? part.error : answer.isError ? answer.error.message : null,
    retrying: retrying || (answer.isError && answer.isFetching),
    retry: () => {
      if (!failed) return void answer.refetch();
      setRetrying(true);
      void askAgain(client, of, name).finally(() => setRetrying(false));
    },
  };
}

async function askAgain(client: QueryClient, of: DashboardWhose, name: PartName) {
  const fresh = await readOwnerDashboard(of === "mine", [name]).catch(() => null);
  if (fresh)
    client.setQueryData(
      ownerDashboardQuery(of).queryKey,
      (old: OwnerDashboard | undefined) => old && { ...old, ...fresh },
    );
}
