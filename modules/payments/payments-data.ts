// Every query and mutation of the payment screens. Sums, states and ages are the database's (sql/read.sql).
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { callApi } from "#app/lib/api.ts";
import { messageOf, unwrap } from "#app/lib/request-error.ts";
import { anyTable } from "#app/lib/supabase.ts";
import { toast } from "#app/ui/toast.ts";
import type {
  Ageing,
  Bucket,
  Payment,
  PaymentRequest,
  RequestState,
  StatementRow,
  Totals,
  Unallocated,
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
/** What a function answers; one without an answer is done when it says nothing. */
const call = async <T>(name: string, values: object, signal?: AbortSignal): Promise<T> => {
  const asked = anyTable().rpc(name, values);
  return unwrap(await (signal ? asked.abortSignal(signal) : asked)) as T;
};

export const requestsQuery = (filter: PaymentFilter, page = 1, size = pageSize) =>
  queryOptions({
    queryKey: [...key, "list", filter, page, size],
    queryFn: ({ signal }) =>
      call<PaymentRequest[]>("payment_list", { filter, at_most: size, skip: (page - 1) * size }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });

export const ageingQuery = (asOf: string | null) =>
  queryOptions({
    queryKey: [...key, "ageing", asOf],
    queryFn: ({ signal }) => call<Ageing[]>("payment_ageing", { as_of: asOf }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });

export const moneyQuery = (request: string) =>
  queryOptions({
    queryKey: [...key, "money", request],
    queryFn: ({ signal }) => call<Payment[]>("payments_of", { request }, signal),
  });

export const unallocatedQuery = queryOptions({
  queryKey: [...key, "unallocated"],
  queryFn: ({ signal }) => call<Unallocated[]>("unallocated_payments", {}, signal),
});

export const statementQuery = (account: string, since: string, until: string) =>
  queryOptions({
    queryKey: [...key, "statement", account, since, until],
    queryFn: ({ signal }) => call<StatementRow[]>("account_statement", { account, since, until }, signal),
    placeholderData: keepPreviousData,
    enabled: account !== "",
  });

/** What the lines come to: computed where everything is computed. */
export const totalsQuery = (items: object[], currency: string) =>
  queryOptions({
    queryKey: [...key, "totals", currency, items],
    queryFn: ({ signal }) => call<Totals>("document_totals", { items, currency }, signal),
    enabled: items.length > 0,
    placeholderData: keepPreviousData,
    retry: false,
  });

export const todayQuery = queryOptions({
  queryKey: ["office", "today"],
  queryFn: ({ signal }) => call<string>("office_today", {}, signal),
  staleTime: 60_000,
});

export const currenciesQuery = queryOptions({
  queryKey: ["records", "currencies", "codes"],
  queryFn: async (): Promise<string[]> =>
    unwrap(await anyTable().from("currencies").select<string, { code: string }>("code").order("code")).map(
      ({ code }) => code,
    ),
  staleTime: 60_000,
});

export interface Provider {
  cards: "off" | "safe" | "paused" | "on";
  /** Receipts are held. */
  isSafe: boolean;
  isLive: boolean;
  isRestricted: boolean;
  webhook: string;
}
export const providerQuery = queryOptions({
  queryKey: [...key, "provider"],
  queryFn: () => callApi<Provider>("/payments/provider"),
  staleTime: 60_000,
});

export interface Comparison {
  at: string;
  seen: number;
  unknown: string[];
  settled: string[];
}
export const comparisonQuery = queryOptions({
  queryKey: [...key, "comparison"],
  queryFn: async (): Promise<Comparison | null> => {
    const rows = unwrap(
      await anyTable()
        .from("payment_checks")
        .select<string, Comparison>("at, seen, unknown, settled")
        .order("at", { ascending: false })
        .limit(1),
    );
    return rows[0] ?? null;
  },
});

export const nameOfAccountQuery = (id: string | null) =>
  queryOptions({
    queryKey: ["records", "accounts", "name", id],
    enabled: id !== null,
    queryFn: async (): Promise<string> =>
      unwrap(await anyTable().from("accounts").select<string, { name: string }>("name").eq("id", id))[0]?.name ?? "",
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
  const run = async (name: string, values: object) => unwrap({ ...(await anyTable().rpc(name, values)), data: true });
  switch (work.what) {
    case "new":
      return call("new_payment_request", { asked: work.asked });
    case "open":
      return call("open_payment_request", { request: work.request });
    case "discard":
      return run("delete_payment_draft", { request: work.request });
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
      return run("cancel_payment_request", { request: work.request, reason: work.reason });
    case "change":
      return run("change_payment_request", { request: work.request, changes: work.changes });
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
    const { address } = await callApi<{ address: string }>(`/payments/requests/${request.id}/link`, { method: "POST" });
    await navigator.clipboard.writeText(address);
    toast({ title: "Link copied", text: `A new address of the page of ${request.number}. It is shown nowhere again.` });
  } catch (error) {
    toast({ title: "Failed to copy the link", text: messageOf(error as Error), tone: "danger" });
  }
}
