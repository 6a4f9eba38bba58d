// Every query and change of the screens. The database counts the periods and what each costs.
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { call, callJson } from "#app/lib/typed-answers.ts";

const states = ["draft", "active", "paused", "ended"] as const;
const modes = ["draft", "issue", "issue_and_send"] as const;
export type Mode = (typeof modes)[number];

const lineSchema = z.object({
  title: z.string(),
  description: z.optional(z.string()),
  unit: z.optional(z.string()),
  quantity_milli: z.optional(z.number()),
  unit_minor: z.number(),
  discount_bp: z.optional(z.number()),
});
export type RetainerLine = z.output<typeof lineSchema>;

export const rowSchema = z.object({
  id: z.string(),
  title: z.string(),
  account_id: z.string(),
  account_name: z.string(),
  currency: z.string(),
  every_months: z.number(),
  state: z.enum(states),
  mode: z.enum(modes),
  next_due_on: z.nullable(z.string()),
  ends_on: z.nullable(z.string()),
  net_minor: z.nullable(z.number()),
  /** Periods that are due and have no invoice. */
  waiting: z.number(),
});
export type RetainerRow = z.output<typeof rowSchema>;

export const recordSchema = z.object({
  id: z.string(),
  title: z.string(),
  account_id: z.string(),
  account_name: z.string(),
  contact_name: z.nullable(z.string()),
  owner_name: z.nullable(z.string()),
  proposal_id: z.nullable(z.string()),
  currency: z.string(),
  every_months: z.number(),
  anchor_on: z.string(),
  timing: z.enum(["advance", "arrears"]),
  starts_on: z.string(),
  ends_on: z.nullable(z.string()),
  mode: z.enum(modes),
  state: z.enum(states),
  next_due_on: z.nullable(z.string()),
  updated_at: z.string(),
  prices: z.array(z.object({ from_on: z.string(), lines: z.array(lineSchema), net_minor: z.number() })),
  pauses: z.array(z.object({ from: z.string(), to: z.nullable(z.string()), why: z.string() })),
  periods: z.array(
    z.object({
      starts_on: z.string(),
      ends_on: z.string(),
      invoice_id: z.nullable(z.string()),
      result: z.enum(["planned", "invoiced", "skipped"]),
      why: z.nullable(z.string()),
      net_minor: z.number(),
    }),
  ),
  /** The next twelve, as they would be billed today. */
  plan: z.array(
    z.object({
      starts_on: z.string(),
      ends_on: z.string(),
      due_on: z.string(),
      paused: z.nullable(z.string()),
      is_part: z.boolean(),
      net_minor: z.number(),
      lines: z.array(lineSchema),
    }),
  ),
  credit_offer: z.nullable(
    z.object({
      starts_on: z.string(),
      invoice_id: z.nullable(z.string()),
      from: z.string(),
      to: z.string(),
      net_minor: z.number(),
      /** The credit note that was written of it; without a number it is a draft. */
      credit: z.nullable(z.object({ id: z.string(), number: z.nullable(z.string()) })),
    }),
  ),
});
export type RetainerRecord = z.output<typeof recordSchema>;

const key = ["records", "retainers"] as const;
export const retainersQuery = (account?: string) =>
  queryOptions({
    queryKey: [...key, "list", account ?? "all"],
    queryFn: () => callJson("retainer_list", account ? { of_account: account } : {}, z.array(rowSchema)),
  });
export const retainerQuery = (id: string) =>
  queryOptions({
    queryKey: [...key, "record", id],
    queryFn: () => callJson("retainer_record", { retainer: id }, recordSchema),
  });

export interface NewRetainer {
  title: string;
  account_id: string;
  currency: string;
  every_months: number;
  anchor_on: string;
  starts_on: string;
  timing: "advance" | "arrears";
  mode: Mode;
  lines: RetainerLine[];
}

type Change =
  | { does: "add"; retainer: NewRetainer }
  | { does: "mode"; id: string; mode: Mode; seen: string }
  | { does: "start"; record: RetainerRecord; from: string }
  | { does: "price"; id: string; from: string; lines: RetainerLine[] }
  | { does: "pause"; id: string; from: string; to: string; why: string }
  | { does: "resume"; id: string; from: string }
  | { does: "end"; id: string; on: string }
  | { does: "bill"; id: string; period: string };

async function change(asked: Change): Promise<RetainerRecord> {
  switch (asked.does) {
    case "add":
      return callJson(
        "save_retainer",
        { retainer: { ...asked.retainer, lines: [...asked.retainer.lines] } as never },
        recordSchema,
      );
    case "mode":
      return callJson(
        "save_retainer",
        { retainer: { id: asked.id, mode: asked.mode }, seen: asked.seen },
        recordSchema,
      );
    case "start":
      // Periods that were counted from the first day still are.
      if (asked.from !== asked.record.starts_on) {
        const { id, anchor_on: anchor, starts_on: first, updated_at: seen } = asked.record;
        const days = { starts_on: asked.from, ...(anchor === first && { anchor_on: asked.from }) };
        await callJson("save_retainer", { retainer: { id, ...days }, seen }, recordSchema);
      }
      return callJson("start_retainer", { retainer: asked.record.id }, recordSchema);
    case "price":
      return callJson(
        "set_retainer_price",
        { retainer: asked.id, from_day: asked.from, lines: asked.lines as never },
        recordSchema,
      );
    case "pause":
      return callJson(
        "pause_retainer",
        { retainer: asked.id, from_day: asked.from, ...(asked.to && { to_day: asked.to }), why: asked.why },
        recordSchema,
      );
    case "resume":
      return callJson("resume_retainer", { retainer: asked.id, on_day: asked.from }, recordSchema);
    case "end":
      return callJson("end_retainer", { retainer: asked.id, on_day: asked.on }, recordSchema);
    case "bill":
      return callJson("bill_retainer_period", { retainer: asked.id, period: asked.period }, recordSchema);
  }
}

export function useRetainerChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (record) => {
      client.setQueryData(retainerQuery(record.id).queryKey, record);
      return client.invalidateQueries({ queryKey: key });
    },
  });
}

export function useDiscardRetainer(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (retainer: string) => call("delete_retainer", { retainer }),
    onSuccess: onDone,
    onSettled: () => client.invalidateQueries({ queryKey: [...key, "list"] }),
  });
}

/** The credit note of what was invoiced after the last day: a draft, the same at each press. */
export function useCreditOfEnd(onDone: (id: string) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (retainer: string) => call("credit_retainer_end", { retainer }),
    onSuccess: onDone,
    onSettled: () => Promise.all([key, ["invoices"]].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}

export const everyWords = (months: number) =>
  months === 1 ? "a month" : months === 12 ? "a year" : `every ${months} months`;
export const modeWords: Record<Mode, string> = {
  draft: "Each invoice is a draft, and a task says so",
  issue: "Each invoice is issued when it is due",
  issue_and_send: "Each invoice is issued and sent when it is due",
};
