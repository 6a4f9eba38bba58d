// Every query and change of the screens. What each figure comes to, and the rows behind it, are the database's.
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { fetchApi } from "#app/lib/api.ts";
import { call, callJson, rowsOf } from "#app/lib/typed-answers.ts";
import { unwrap } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";
import { saveBlob } from "#app/records/csv/save-file.ts";
import type { Kind } from "./cash.ts";
import { type Datev, datevSchema } from "./datev.ts";

const kinds = ["received", "owed", "overdue", "agreed", "perhaps"] as const satisfies readonly Kind[];
const places = ["past", "undated", "later"] as const;

const sumSchema = z.object({
  currency: z.string(),
  received_minor: z.number(),
  received_lines: z.number(),
  owed_minor: z.number(),
  owed_lines: z.number(),
  overdue_minor: z.number(),
  overdue_lines: z.number(),
  next_asked_minor: z.number(),
  next_asked_lines: z.number(),
  next_agreed_minor: z.number(),
  next_agreed_lines: z.number(),
});
export type Sum = z.output<typeof sumSchema>;

const weekSchema = z.object({
  no: z.number(),
  from: z.string(),
  to: z.string(),
  owed_minor: z.number(),
  agreed_minor: z.number(),
  perhaps_minor: z.number(),
});
export type Week = z.output<typeof weekSchema>;

export const overviewSchema = z.object({
  as_of: z.string(),
  today: z.string(),
  currency: z.string(),
  ever: z.boolean(),
  closed_until: z.nullable(z.string()),
  without_rate: z.number(),
  sums: z.array(sumSchema),
  weeks: z.array(weekSchema),
  listed: z.array(z.object({ kind: z.enum(kinds), place: z.enum(places), minor: z.number(), lines: z.number() })),
});
export type Overview = z.output<typeof overviewSchema>;

export const lineSchema = z.object({
  kind: z.enum(kinds),
  day: z.nullable(z.string()),
  amount_minor: z.number(),
  currency: z.string(),
  office_minor: z.nullable(z.number()),
  source: z.enum(["payment", "unallocated", "request", "proposal", "retainer"]),
  source_id: z.string(),
  number: z.nullable(z.string()),
  title: z.nullable(z.string()),
  account_id: z.nullable(z.string()),
  account_name: z.nullable(z.string()),
  whole_minor: z.nullable(z.number()),
  chance: z.nullable(z.number()),
});
export type Line = z.output<typeof lineSchema>;

export const linesSchema = z.object({
  as_of: z.string(),
  currency: z.string(),
  count: z.number(),
  office_minor: z.number(),
  without_rate: z.number(),
  sums: z.array(z.object({ currency: z.string(), minor: z.number() })),
  rows: z.array(lineSchema),
});

const key = ["payments", "cash"] as const;
export const pageSize = 50;

export const overviewQuery = (asOf: string | null) =>
  queryOptions({
    queryKey: [...key, "overview", asOf],
    queryFn: ({ signal }) => callJson("cash_overview", asOf ? { as_of: asOf } : {}, overviewSchema, signal),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });

/** What narrows the lines to those of one figure. */
export interface LineFilter {
  as_of?: string;
  kind?: string;
  currency?: string;
  place?: string;
  from?: string;
  to?: string;
}
export const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

export const linesQuery = (filter: LineFilter, page: number) =>
  queryOptions({
    queryKey: [...key, "lines", filter, page],
    queryFn: ({ signal }) =>
      callJson(
        "cash_rows",
        { filter: { ...filter }, at_most: pageSize, skip: (page - 1) * pageSize },
        linesSchema,
        signal,
      ),
    placeholderData: keepPreviousData,
  });

const documentSchema = {
  invoice_id: z.string(),
  number: z.string(),
  type: z.enum(["invoice", "deposit", "final", "credit"]),
  title: z.string(),
  issued_on: z.string(),
  account_name: z.nullable(z.string()),
  currency: z.string(),
};

const rateSchema = z.object({
  category: z.string(),
  name: z.string(),
  rate_pcm: z.number(),
  currency: z.string(),
  base_minor: z.number(),
  tax_minor: z.number(),
  office_base_minor: z.nullable(z.number()),
  office_tax_minor: z.nullable(z.number()),
  count: z.number(),
});
export type Rate = z.output<typeof rateSchema>;
export const bases = ["issued", "received"] as const;
export type Basis = (typeof bases)[number];

export const taxSchema = z.object({
  from: z.string(),
  to: z.string(),
  basis: z.enum(bases),
  usual_basis: z.enum(bases),
  currency: z.string(),
  count: z.number(),
  without_rate: z.number(),
  base_minor: z.number(),
  tax_minor: z.number(),
  rates: z.array(rateSchema),
  reverse: z.array(
    z.object({
      vat_id: z.nullable(z.string()),
      name: z.nullable(z.string()),
      currency: z.string(),
      base_minor: z.number(),
      count: z.number(),
    }),
  ),
  withheld: z.array(z.object({ currency: z.string(), minor: z.number(), count: z.number() })),
});
export type Tax = z.output<typeof taxSchema>;

export interface Days {
  from: string;
  to: string;
}
export const taxQuery = ({ from, to }: Days, basis: Basis | null) =>
  queryOptions({
    queryKey: [...key, "tax", from, to, basis],
    queryFn: ({ signal }) =>
      callJson("tax_report", { from_day: from, to_day: to, ...(basis && { basis }) }, taxSchema, signal),
    placeholderData: keepPreviousData,
  });

export const taxRowsSchema = z.object({
  count: z.number(),
  base_minor: z.number(),
  tax_minor: z.number(),
  rows: z.array(
    z.object({
      ...documentSchema,
      vat_id: z.nullable(z.string()),
      category: z.string(),
      rate_pcm: z.number(),
      base_minor: z.number(),
      tax_minor: z.number(),
    }),
  ),
});
export const taxRowsQuery = (filter: Record<string, string>) =>
  queryOptions({
    queryKey: [...key, "tax rows", filter],
    queryFn: ({ signal }) => callJson("tax_rows", { filter, at_most: 500 }, taxRowsSchema, signal),
  });

/** An administrator's choice; the log of acts keeps who made it. */
export function useSaveBasis() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (basis: Basis) =>
      unwrap(await supabase().from("cash_settings").update({ tax_basis: basis }).eq("id", true).select("id").single()),
    onSuccess: () => client.invalidateQueries({ queryKey: key }),
  });
}

export const datevQuery = queryOptions({
  queryKey: [...key, "datev"],
  queryFn: async ({ signal }) =>
    z
      .object({ datev: z.nullable(datevSchema) })
      .parse(unwrap(await supabase().from("cash_settings").select("datev").abortSignal(signal).single())).datev,
});

/** Null: the file for DATEV is not made. */
export function useSaveDatev() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (datev: Datev | null) =>
      unwrap(await supabase().from("cash_settings").update({ datev }).eq("id", true).select("id").single()),
    onSuccess: () => client.invalidateQueries({ queryKey: datevQuery.queryKey }),
  });
}

export const revenueSchema = z.object({
  from: z.string(),
  to: z.string(),
  currency: z.string(),
  count: z.number(),
  net_minor: z.number(),
  without_rate: z.number(),
  months: z.array(
    z.object({
      month: z.string(),
      invoiced_minor: z.number(),
      credited_minor: z.number(),
      net_minor: z.number(),
      count: z.number(),
    }),
  ),
  services: z.array(z.object({ service: z.nullable(z.string()), net_minor: z.number(), count: z.number() })),
  clients: z.array(
    z.object({ account_id: z.string(), name: z.nullable(z.string()), net_minor: z.number(), count: z.number() }),
  ),
});
export type Revenue = z.output<typeof revenueSchema>;
export const revenueQuery = ({ from, to }: Days) =>
  queryOptions({
    queryKey: [...key, "revenue", from, to],
    queryFn: ({ signal }) => callJson("revenue_report", { from_day: from, to_day: to }, revenueSchema, signal),
    placeholderData: keepPreviousData,
  });

export const revenueRowsSchema = z.object({
  count: z.number(),
  net_minor: z.number(),
  currency: z.string(),
  rows: z.array(
    z.object({
      ...documentSchema,
      service: z.nullable(z.string()),
      net_minor: z.number(),
      office_minor: z.nullable(z.number()),
    }),
  ),
});
export const revenueRowsQuery = (filter: Record<string, string>) =>
  queryOptions({
    queryKey: [...key, "revenue rows", filter],
    queryFn: ({ signal }) => callJson("revenue_rows", { filter, at_most: 500 }, revenueRowsSchema, signal),
  });

export const statementSchema = z.object({
  account_id: z.string(),
  name: z.string(),
  from: z.string(),
  to: z.string(),
  currencies: z.array(
    z.object({
      currency: z.string(),
      opening_minor: z.number(),
      asked_minor: z.number(),
      paid_minor: z.number(),
      closing_minor: z.number(),
      rows: z.array(
        z.object({
          day: z.string(),
          what: z.string(),
          number: z.nullable(z.string()),
          title: z.nullable(z.string()),
          asked_minor: z.number(),
          paid_minor: z.number(),
          balance_minor: z.number(),
        }),
      ),
    }),
  ),
});
export type Statement = z.output<typeof statementSchema>;
export const statementQuery = (account: string, { from, to }: Days) =>
  queryOptions({
    queryKey: [...key, "statement", account, from, to],
    queryFn: ({ signal }) =>
      callJson("cash_statement", { account, from_day: from, to_day: to }, statementSchema, signal),
    placeholderData: keepPreviousData,
    enabled: account !== "",
  });

export interface ClosedPeriod {
  id: string;
  starts_on: string;
  ends_on: string;
  closed_by: string | null;
  closed_at: string;
  reopened_by: string | null;
  reopened_at: string | null;
  why: string | null;
}
export const periodsQuery = queryOptions({
  queryKey: [...key, "periods"],
  queryFn: async ({ signal }) => rowsOf<ClosedPeriod>(await call("closed_period_list", {}, signal)),
});
export const todayQuery = queryOptions({
  queryKey: ["office", "today"],
  queryFn: ({ signal }) => call("office_today", {}, signal),
  staleTime: 60_000,
});

type PeriodChange = { does: "close"; from: string; to: string } | { does: "reopen"; id: string; why: string };
export function usePeriodChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (asked: PeriodChange): Promise<void> => {
      if (asked.does === "close") await call("close_period", { from_day: asked.from, to_day: asked.to });
      else await call("reopen_period", { period: asked.id, why: asked.why });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: key }),
  });
}

/** A file that the server makes, and notes in the audit log. */
export async function saveFromServer(path: string, name: string): Promise<void> {
  saveBlob(name, await (await fetchApi(path)).blob());
}
