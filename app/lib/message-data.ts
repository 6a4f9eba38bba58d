// What becomes of a mail that is written now, asked before someone confirms it, and what became of one. The gate of the outbox decides
// when it leaves. And the signature below a mail, each person's own.
import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import { type MessageFacts, type MessageState, messageWords, type NextState } from "#domain/message-states.ts";
import { unwrap } from "./request-error.ts";
import { supabase } from "./supabase.ts";
import { callJson } from "./typed-answers.ts";

const messageStateSchema = z.enum(Object.keys(messageWords) as MessageState[]);

export const messageFactsSchema: z.ZodMiniType<MessageFacts> = z.object({
  id: z.string(),
  state: messageStateSchema,
  held_by_safe: z.boolean(),
  gate_code: z.nullable(z.string()),
  gate_detail: z.nullable(z.string()),
  written_at: z.string(),
  written_by: z.nullable(z.string()),
  left_at: z.nullable(z.string()),
});

export const nextStateSchema: z.ZodMiniType<NextState> = z.object({
  state: z.enum(["held", "queued", "suppressed", "leaving"]),
  code: z.nullable(z.string()),
});

export const nextStateQuery = (address: string) =>
  queryOptions({
    queryKey: ["records", "outbox", "next", address],
    queryFn: () => callJson("next_message_state", { address }, nextStateSchema),
  });

export const signatureQuery = (userId: string) =>
  queryOptions({
    queryKey: ["outbox", "signature", userId],
    queryFn: async (): Promise<string> =>
      unwrap(await supabase().from("outbox_signatures").select("words").eq("user_id", userId))[0]?.words ?? "",
  });

export async function saveSignature(userId: string, words: string) {
  const row = { user_id: userId, words };
  unwrap(await supabase().from("outbox_signatures").upsert(row).select("user_id"));
}
