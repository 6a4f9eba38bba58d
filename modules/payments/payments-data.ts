// Every query and mutation of the payment screens. Sums, states and ages are the database's (sql/read.sql).
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { callApi } from "#app/lib/api.ts";
import { messageOf, unwrap } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";
import { call, callJson, rowsOf, withJson } from "#app/lib/typed-answers.ts";
import { toast } from "#app/ui/toast.ts";
import {
  type Ageing,
  type Bucket,
  type Payment,
  type PaymentRequest,
  type RequestState,
  type StatementRow,
  totalsSchema,
  type Unallocated,
} from "./payment.ts";

export const pageSize = 50;

export interface PaymentFilter {
  as_of?: string;
  state?: RequestState | "unpaid" | "credit";
  bucket?: Bucket;
  currency?: string;
  account?: string;
  contact?: string;
  deal?: string;
  search?: string;
  id?: string;
}

const key = ["payments"] as const;
export const requestsQuery = (filter: PaymentFilter, page = 1, size = pageSize) =>
  queryOptions({
    queryKey: [...key, "list", filter, page, size],
    queryFn: async ({ signal }) =>
      rowsOf<PaymentRequest>(await call("payment_list", { filter, at_most: size, skip: (page - 1) * size }, signal)),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });

export const ageingQuery = (asOf: string | null) =>
  queryOptions({
    queryKey: [...key, "ageing", asOf],
    queryFn: async ({ signal }) => rowsOf<Ageing>(await call("payment_ageing", { as_of: asOf }, signal)),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });

export const moneyQuery = (request: string) =>
  queryOptions({
    queryKey: [...key, "money", request],
    queryFn: async ({ signal }) => rowsOf<Payment>(await call("payments_of", { request }, signal)),
  });

export const unallocatedQuery = queryOptions({
  queryKey: [...key, "unallocated"],
  queryFn: async ({ signal }) => rowsOf<Unallocated>(await call("unallocated_payments", {}, signal)),
});

export const statementQuery = (account: string, since: string, until: string) =>
  queryOptions({
    queryKey: [...key, "statement", account, since, until],
    queryFn: async ({ signal }) =>
      rowsOf<StatementRow>(await call("account_statement", { account, since, until }, signal)),
    placeholderData: keepPreviousData,
    enabled: account !== "",
  });

/** What the lines come to: computed where everything is computed. */
export const totalsQuery = (items: object[], currency: string) =>
  queryOptions({
    queryKey: [...key, "totals", currency, items],
    queryFn: ({ signal }) => callJson("document_totals", { items, currency }, totalsSchema, signal),
    enabled: items.length > 0,
    placeholderData: keepPreviousData,
    retry: false,
  });

export const todayQuery = queryOptions({
  queryKey: ["office", "today"],
  queryFn: ({ signal }) => call("office_today", {}, signal),
  staleTime: 60_000,
});

export const currenciesQuery = queryOptions({
  queryKey: ["records", "currencies", "codes"],
  queryFn: async (): Promise<string[]> =>
    unwrap(await supabase().from("currencies").select("code").order("code")).map(({ code }) => code),
  staleTime: 60_000,
});

const bankDetailsSchema = z.object({
  holder: z.string(),
  bank: z.nullable(z.string()),
  account: z.string(),
  bic: z.nullable(z.string()),
});

const providerSchema = z.object({
  cards: z.enum(["off", "safe", "paused", "on"]),
  /** Receipts are held. */
  isSafe: z.boolean(),
  isLive: z.boolean(),
  isRestricted: z.boolean(),
  webhook: z.string(),
  /** Null: not set, and transfers are not offered. */
  bank: z.nullable(bankDetailsSchema),
});
export type Provider = z.output<typeof providerSchema>;
export const providerQuery = queryOptions({
  queryKey: [...key, "provider"],
  // Asked whenever it is shown: the bank details are changed elsewhere, in Settings, Firm.
  queryFn: () => callApi("/payments/provider", providerSchema),
});

const foundSchema = z.object({ unknown: z.array(z.string()), settled: z.array(z.string()) });
export interface Comparison extends z.output<typeof foundSchema> {
  at: string;
  seen: number;
}
export const comparisonQuery = queryOptions({
  queryKey: [...key, "comparison"],
  queryFn: async (): Promise<Comparison | null> => {
    const rows = unwrap(
      await supabase()
        .from("payment_checks")
        .select("at, seen, unknown, settled")
        .order("at", { ascending: false })
        .limit(1),
    );
    return withJson("payment_checks", foundSchema, rows)[0] ?? null;
  },
});

export const nameOfAccountQuery = (id: string | null) =>
  queryOptions({
    queryKey: ["records", "accounts", "name", id],
    enabled: id !== null,
    queryFn: async (): Promise<string> =>
      unwrap(
        await supabase()
          .from("accounts")
          .select("name")
          .eq("id", id ?? ""),
      )[0]?.name ?? "",
  });

export type PaymentWork =
  | { what: "new"; asked: object }
  | { what: "open" | "discard" | "send"; request: string }
  | {
      what: "record";
      request: string;
      entry: string;
      amount: number;
      on: string;
      method: string;
      reference: string;
      receipt: boolean;
    }
  | { what: "correct"; payment: string; amount: number; reason: string }
  | { what: "credit"; from: string; to: string; amount: number }
  | { what: "allocate"; payment: string; request: string }
  | { what: "cancel"; request: string; reason: string }
  | { what: "change"; request: string; changes: object }
  | { what: "credit invoice"; invoice: string; reason: string };

function doIt(work: PaymentWork): Promise<unknown> {
  // `unwrap` takes an answer for missing that says nothing; these functions may.
  switch (work.what) {
    case "new":
      return call("new_payment_request", { asked: work.asked });
    case "open":
      return call("open_payment_request", { request: work.request });
    case "discard":
      return call("delete_payment_draft", { request: work.request });
    case "send":
      return call("send_payment_request", { request: work.request });
    case "record":
      return call("record_payment", {
        request: work.request,
        entry: work.entry,
        amount_minor: work.amount,
        received_on: work.on,
        method: work.method,
        reference: work.reference,
        receipt: work.receipt,
      });
    case "correct":
      return call("correct_payment", { payment: work.payment, amount_minor: work.amount, reason: work.reason });
    case "credit":
      return call("use_credit", { from_request: work.from, for_request: work.to, amount_minor: work.amount });
    case "allocate":
      return call("allocate_payment", { payment: work.payment, request: work.request });
    case "cancel":
      return call("cancel_payment_request", { request: work.request, reason: work.reason });
    case "change":
      return call("change_payment_request", { request: work.request, changes: work.changes });
    case "credit invoice":
      return call("credit_invoice", { invoice: work.invoice, reason: work.reason });
  }
}

/** Does one thing, says so, and brings every list of payments up to date. */
export function usePaymentWork(onDone?: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ work }: { work: PaymentWork; done: string }) => doIt(work),
    onSuccess: (_, { done }) => {
      toast({ title: done, topic: "payments" });
      onDone?.();
    },
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: key }),
        queries.invalidateQueries({ queryKey: ["records"] }),
        queries.invalidateQueries({ queryKey: ["timeline"] }),
        queries.invalidateQueries({ queryKey: ["tasks"] }),
      ]),
  });
}

/** The address of the page is made now and shown once: only its hash is kept. */
export async function copyLink(request: PaymentRequest): Promise<void> {
  try {
    const path = `/payments/requests/${request.id}/link`;
    const { address } = await callApi(path, z.object({ address: z.string() }), { method: "POST" });
    await navigator.clipboard.writeText(address);
    toast({ title: "Link copied", text: `A new address of the page of ${request.number}. It is shown nowhere again.` });
  } catch (error) {
    toast({ title: "Failed to copy the link", text: messageOf(error as Error), tone: "danger" });
  }
}
