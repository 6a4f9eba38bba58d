// Every query and mutation of the invoice screens. Sums, states and what is missing are the database's (sql/).
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { fetchApi } from "#app/lib/api.ts";
import { messageOf, unwrap } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";
import { messageFactsSchema } from "#app/lib/message-data.ts";
import { call, callJson, rowsOf } from "#app/lib/typed-answers.ts";
import { toast } from "#app/ui/toast.ts";
import { draftSchema, type InvoiceState, type InvoiceType, issuedSchema, taxSchema } from "./invoice.ts";

export const pageSize = 50;
export interface InvoiceFilter {
  state?: InvoiceState | "unpaid";
  account?: string;
  deal?: string;
  search?: string;
}
export interface InvoiceRow {
  id: string;
  number: string;
  type: InvoiceType;
  title: string;
  account_id: string;
  account_name: string;
  issued_on: string;
  due_on: string;
  currency: string;
  minor_digits: number;
  net_minor: number;
  tax_minor: number;
  total_minor: number;
  payable_minor: number;
  withheld_minor: number;
  state: InvoiceState;
  credited_minor: number;
  received_minor: number;
  open_minor: number;
  credit_of: string | null;
  corrects: string | null;
  files: "ready" | "waiting" | "trouble" | null;
  total_count: number;
}
export interface DraftRow {
  id: string;
  type: InvoiceType;
  title: string;
  account_id: string;
  account_name: string;
  currency: string;
  total_minor: number;
  missing: number;
  updated_at: string;
  late_fee_of: string | null;
}

const key = ["invoices"] as const;
export const invoicesQuery = (filter: InvoiceFilter, page = 1, size = pageSize) =>
  queryOptions({
    queryKey: [...key, "list", filter, page, size],
    queryFn: async ({ signal }) =>
      rowsOf<InvoiceRow>(
        await call(
          "invoice_list",
          { filter: filter as Record<string, string>, at_most: size, skip: (page - 1) * size },
          signal,
        ),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });

export const draftsQuery = queryOptions({
  queryKey: [...key, "drafts"],
  queryFn: async ({ signal }) => rowsOf<DraftRow>(await call("invoice_drafts_list", {}, signal)),
});

export const sumsSchema = z.object({
  currency: z.string(),
  count: z.number(),
  net_minor: z.number(),
  open_minor: z.number(),
  without_rate: z.number(),
});
export const sumsQuery = (filter: InvoiceFilter) =>
  queryOptions({
    queryKey: [...key, "sums", filter],
    queryFn: ({ signal }) => callJson("invoice_sums", { filter: filter as Record<string, string> }, sumsSchema, signal),
    placeholderData: keepPreviousData,
  });

const mailSchema = { mail: z.nullable(messageFactsSchema) };
export const recordSchema = z.union([draftSchema, z.extend(issuedSchema, mailSchema)]);
export type IssuedInvoice = Extract<z.output<typeof recordSchema>, { is_draft: false }>;
export const recordQuery = (id: string) =>
  queryOptions({
    queryKey: [...key, "record", id],
    queryFn: ({ signal }) => callJson("invoice_record", { record: id }, recordSchema, signal),
    // Its files are made in the background.
    refetchInterval: ({ state: { data } }) =>
      data && !data.is_draft && data.files.some(({ ready, trouble }) => !ready && trouble === null) ? 2000 : false,
  });

export const usualTaxesSchema = z.nullable(z.array(taxSchema));
export const usualTaxesQuery = (account: string) =>
  queryOptions({
    queryKey: [...key, "usual taxes", account],
    enabled: account !== "",
    queryFn: ({ signal }) => callJson("usual_taxes", { account }, usualTaxesSchema, signal),
  });

export const billStateSchema = z.object({
  number: z.string(),
  title: z.nullable(z.string()),
  currency: z.string(),
  net_minor: z.number(),
  total_minor: z.number(),
  billed_minor: z.number(),
  is_final: z.boolean(),
  billed: z.array(
    z.object({
      invoice_id: z.string(),
      number: z.string(),
      type: z.string(),
      total_minor: z.number(),
      issued_on: z.string(),
    }),
  ),
  drafts: z.array(z.object({ id: z.string(), title: z.string(), type: z.string() })),
  schedule: z.array(
    z.object({
      no: z.number(),
      label: z.string(),
      on: z.nullable(z.string()),
      gross_minor: z.number(),
      rest: z.boolean(),
      billed: z.nullable(z.string()),
    }),
  ),
});
export type BillState = z.output<typeof billStateSchema>;
export const billStateQuery = (proposal: string) =>
  queryOptions({
    queryKey: [...key, "bill", proposal],
    queryFn: ({ signal }) => callJson("bill_state", { proposal }, billStateSchema, signal),
  });

export type BillAsked =
  | { kind: "share"; pcm: number }
  | { kind: "amount"; gross_minor: number }
  | { kind: "schedule"; no: number }
  | { kind: "rest" };
export const billPreviewSchema = z.object({
  problem: z.nullable(z.string()),
  total_minor: z.number(),
  billed_minor: z.number(),
  this_minor: z.number(),
  rest_minor: z.number(),
  net_minor: z.nullable(z.number()),
  tax_minor: z.nullable(z.number()),
  currency: z.string(),
});
export const billPreviewQuery = (proposal: string, asked: BillAsked | null) =>
  queryOptions({
    queryKey: [...key, "bill preview", proposal, asked],
    enabled: asked !== null,
    queryFn: ({ signal }) => callJson("bill_preview", { proposal, asked: asked! }, billPreviewSchema, signal),
    placeholderData: keepPreviousData,
  });

export type CreditAsked = {
  kind: "whole" | "lines" | "amounts";
  positions?: number[];
  amounts?: { category: string; name: string; rate_pcm: number; net_minor: number }[];
  reason: string;
};
export const creditPreviewSchema = z.object({
  problem: z.nullable(z.string()),
  total_minor: z.number(),
  credited_minor: z.number(),
  this_minor: z.number(),
  after_minor: z.number(),
  currency: z.string(),
});
export const creditPreviewQuery = (invoice: string, asked: CreditAsked) =>
  queryOptions({
    queryKey: [...key, "credit preview", invoice, asked.kind, asked.positions, asked.amounts],
    queryFn: ({ signal }) => callJson("credit_preview", { invoice, asked }, creditPreviewSchema, signal),
    placeholderData: keepPreviousData,
  });

/** Taken back whole: the credit note, and the draft like it, if one was asked for. */
export const cancelledSchema = z.object({ credit: z.string(), draft: z.nullable(z.string()) });
export const verifiedSchema = z.object({ checks: z.array(z.object({ what: z.string(), ok: z.boolean() })) });

/** Accepted proposals of a deal or company, which can be billed. */
export const acceptedQuery = (of: { account?: string; deal?: string }) =>
  queryOptions({
    queryKey: [...key, "accepted", of],
    queryFn: async () => {
      const asked = supabase().from("proposals").select("id, number").eq("state", "accepted");
      return unwrap(
        await (of.deal ? asked.eq("deal_id", of.deal) : asked.eq("account_id", of.account ?? ""))
          .order("number")
          .limit(20),
      );
    },
  });

export const classesQuery = queryOptions({
  queryKey: [...key, "tax classes"],
  queryFn: async () =>
    unwrap(await supabase().from("tax_classes").select("id, name, is_default").is("archived_at", null).order("name")),
});

export const currenciesQuery = queryOptions({
  queryKey: ["records", "currencies", "codes"],
  queryFn: async (): Promise<string[]> =>
    unwrap(await supabase().from("currencies").select("code").order("code")).map(({ code }) => code),
  staleTime: 60_000,
});

/** Does one thing, says so, and brings every list of invoices and payments up to date. */
export function useInvoiceWork<Input, Answer>(
  work: (input: Input) => Promise<Answer>,
  done: string | null,
  onDone?: (answer: Answer) => void,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: work,
    onSuccess: (answer) => {
      if (done) toast({ title: done, topic: "invoices" });
      onDone?.(answer);
    },
    onSettled: () =>
      Promise.all(
        [["invoices"], ["payments"], ["records"], ["timeline"], ["tasks"]].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
  });
}

export const newDraft = (asked: object) => call("new_invoice_draft", { asked: asked as Record<string, string> });
export const saveDraft = ({ draft, changes, seen }: { draft: string; changes: object; seen: string }) =>
  call("save_invoice_draft", { draft, changes: changes as Record<string, string>, seen });

/** A file of an invoice, for keeping. */
export async function saveFile(id: string, kind: "pdf" | "xml", name: string): Promise<void> {
  try {
    const blob = await (await fetchApi(`/invoices/${id}/files/${kind}`)).blob();
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = `${name}.${kind}`;
    link.click();
    URL.revokeObjectURL(link.href);
  } catch (error) {
    toast({ title: "The file could not be read", text: messageOf(error as Error), tone: "danger" });
  }
}
