// The live dashboard's one answer (public.owner_dashboard), which its figures and the tiles of modules share.
import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, useSyncExternalStore } from "react";
import * as z from "zod/mini";
import { callJson, parsed } from "./typed-answers.ts";

/** A part that could not be had says why; its neighbours are not touched. */
const failedPartSchema = z.object({
  error: z.string(),
});
export type FailedPart = z.output<typeof failedPartSchema>;
const tasksPartSchema = z.object({
  overdue: z.number(),
  today: z.number(),
  open: z.number(),
  rows: z.array(z.unknown()),
});
export type TasksPart = z.output<typeof tasksPartSchema>;
const inquiriesPartSchema = z.object({
  waiting: z.number(),
  late: z.number(),
  oldest_due_at: z.nullable(z.string()),
  /** Quarantined messages, and those of them past the promised day. */
  held: z.number(),
  held_late: z.number(),
  rows: z.array(z.unknown()),
  promise: z.object({ kept: z.number(), of: z.number() }),
});
export type InquiriesPart = z.output<typeof inquiriesPartSchema>;
/** A count of deals and their money in the office's currency. */
const dealSumSchema = z.object({
  minor: z.number(),
  deals: z.number(),
});
const stageSumSchema = z.object({
  stage_id: z.string(),
  key: z.string(),
  name: z.string(),
  probability: z.number(),
  deals: z.number(),
  sum_minor: z.number(),
  weighted_minor: z.number(),
});
const forecastMonthSchema = z.object({
  bucket: z.enum(["month", "overdue", "outside", "undated"]),
  month: z.nullable(z.string()),
  first_day: z.nullable(z.string()),
  last_day: z.nullable(z.string()),
  so_far: z.boolean(),
  won_minor: z.number(),
  weighted_minor: z.number(),
  open_deals: z.number(),
  forecast_minor: z.nullable(z.number()),
});
export type ForecastMonth = z.output<typeof forecastMonthSchema>;
const recentDealSchema = z.object({
  id: z.string(),
  name: z.string(),
  account_name: z.nullable(z.string()),
  amount_minor: z.nullable(z.number()),
  currency: z.string(),
  service_line: z.nullable(z.string()),
  stage: z.string(),
  stage_key: z.string(),
  stage_kind: z.enum(["open", "won", "lost"]),
});
export type RecentDeal = z.output<typeof recentDealSchema>;
/** Figures of deals, each from the function that its report uses. */
const dealsPartSchema = z.object({
  currency: z.string(),
  today: z.string(),
  month: z.string(),
  last_month: z.string(),
  last_until: z.string(),
  quarter: z.string(),
  quarter_end: z.string(),
  month_ago: z.string(),
  pipeline: z.extend(dealSumSchema, { weighted: z.number(), without_amount: z.number(), converted: z.number() }),
  /** The board 30 days ago, from the record of stage changes. */
  before: dealSumSchema,
  won: dealSumSchema,
  /** Of last month, until the same day. */
  won_before: dealSumSchema,
  forecast: z.nullable(z.number()),
  in_quarter: z.object({ weighted: z.number(), deals: z.number(), overdue: z.number() }),
  stale: z.number(),
  stages: z.array(stageSumSchema),
  months: z.array(forecastMonthSchema),
  rows: z.array(recentDealSchema),
});
export type DealsPart = z.output<typeof dealsPartSchema>;
/** Sequences that run, and the people in them. */
const sequencesPartSchema = z.object({
  active: z.number(),
  enrolments: z.number(),
  waiting: z.number(),
});
export type SequencesPart = z.output<typeof sequencesPartSchema>;
/** Money of each currency: what came this month, what is owed, and what of it is late. */
const paymentsPartSchema = z.object({
  month: z.string(),
  /** Whether anything was ever asked for. */
  ever: z.boolean(),
  sums: z.array(
    z.object({
      currency: z.string(),
      received_minor: z.number(),
      owed_minor: z.number(),
      requests: z.number(),
      late_minor: z.number(),
      late: z.number(),
    }),
  ),
});
export type PaymentsPart = z.output<typeof paymentsPartSchema>;
/** The tiles of the cash page, each currency by itself. */
const cashPartSchema = z.object({
  as_of: z.string(),
  sums: z.array(
    z.object({
      currency: z.string(),
      received_minor: z.number(),
      owed_minor: z.number(),
      overdue_minor: z.number(),
      overdue_lines: z.number(),
      next_asked_minor: z.number(),
      next_agreed_minor: z.number(),
    }),
  ),
});
export type CashPart = z.output<typeof cashPartSchema>;
/** Loose: a module may have a part that no figure here needs by name. */
export const ownerDashboardSchema = z.looseObject({
  /** The office's day and clock when this was read: "2026-11-15", "12:04". */
  today: z.string(),
  clock: z.string(),
  zone: z.string(),
  /** Null: the module is off. */
  deals: z.nullable(z.union([failedPartSchema, dealsPartSchema])),
  payments: z.nullable(z.union([failedPartSchema, paymentsPartSchema])),
  /** Absent where an answer was asked in parts. */
  cash: z.optional(z.nullable(z.union([failedPartSchema, cashPartSchema]))),
  tasks: z.nullable(z.union([failedPartSchema, tasksPartSchema])),
  inquiries: z.nullable(z.union([failedPartSchema, inquiriesPartSchema])),
  sequences: z.nullable(z.union([failedPartSchema, sequencesPartSchema])),
  contacts: z.union([failedPartSchema, z.object({ count: z.number() })]),
});
export type OwnerDashboard = z.output<typeof ownerDashboardSchema>;
export type PartName = "deals" | "tasks" | "inquiries" | "sequences" | "contacts" | "payments" | "cash";
export const hasFailed = (part: object | null | undefined): part is FailedPart => Boolean(part && "error" in part);

/** A module's part, by the module's key. */
export const partOf = (answer: OwnerDashboard, key: string) =>
  answer[key as PartName] as object | FailedPart | null | undefined;

/** True when nothing was ever recorded. A part that failed is no proof of that. */
export function hasNothing({ contacts, deals, tasks, inquiries, payments }: OwnerDashboard): boolean {
  if ([contacts, deals, tasks, inquiries, payments].some((part) => hasFailed(part))) return false;
  return (
    !hasFailed(contacts) &&
    contacts.count === 0 &&
    !(deals && !hasFailed(deals) && (deals.rows.length > 0 || deals.pipeline.deals > 0)) &&
    !(tasks && !hasFailed(tasks) && (tasks.open > 0 || tasks.rows.length > 0)) &&
    !(
      inquiries &&
      !hasFailed(inquiries) &&
      (inquiries.waiting > 0 || inquiries.held > 0 || inquiries.promise.of > 0)
    ) &&
    !(payments && !hasFailed(payments) && payments.ever)
  );
}

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

/** All of it, as it stands now. */
export const readOwnerDashboard = (mine: boolean, signal?: AbortSignal) =>
  callJson("owner_dashboard", { mine }, ownerDashboardSchema, signal);

/** Read again when the tab is looked at, and every 30 seconds while it is. */
export const ownerDashboardQuery = (of: DashboardWhose) =>
  queryOptions({
    queryKey: ["dashboard", of],
    queryFn: ({ signal }) => readOwnerDashboard(of === "mine", signal),
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
): ShownPart<Exclude<OwnerDashboard[Name], FailedPart | null | undefined>> {
  const [of] = useDashboardWhose();
  const answer = useQuery(ownerDashboardQuery(of));
  const client = useQueryClient();
  const [retrying, setRetrying] = useState(false);
  const part = answer.data?.[name];
  const failed = hasFailed(part);
  return {
    part: part && !failed ? (part as Exclude<OwnerDashboard[Name], FailedPart | null | undefined>) : null,
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
  const asked = { mine: of === "mine", parts: [name] };
  const fresh = await callJson("owner_dashboard", asked, z.partial(ownerDashboardSchema)).catch(() => null);
  if (fresh)
    client.setQueryData(
      ownerDashboardQuery(of).queryKey,
      (old: OwnerDashboard | undefined) => old && parsed("owner_dashboard", ownerDashboardSchema, { ...old, ...fresh }),
    );
}
