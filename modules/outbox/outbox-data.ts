// Every query of the outbox's screens. The database decides who may see what; this only asks.
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import { unwrap } from "#app/lib/request-error.ts";
import { searchTerm } from "#app/lib/search-term.ts";
import { supabase } from "#app/lib/supabase.ts";
import { call, callJson, withJson } from "#app/lib/typed-answers.ts";
import { type MessageClass, type State, states as allStates, type Tab, tabs } from "./message.ts";

interface Named {
  id: string;
  name: string;
}

/** What a row of the list shows: no text and no page, which may be long. */
export interface MessageRow {
  id: string;
  channel: string;
  class: MessageClass;
  state: State;
  to_address: string;
  subject: string;
  origin_kind: string;
  origin_id: string | null;
  not_before: string;
  created_at: string;
  expires_at: string;
  sent_at: string | null;
  finished_at: string | null;
  gate_code: string | null;
  gate_detail: string | null;
  attempts: number;
  contact: Named | null;
}

const jsonSchema = z.object({
  headers: z.nullable(z.record(z.string(), z.unknown())),
  attachments: z.array(z.unknown()),
});

export interface Message extends MessageRow {
  body_text: string;
  body_html: string | null;
  also_to: string[];
  cc: string[];
  headers: z.output<typeof jsonSchema>["headers"];
  attachments: z.output<typeof jsonSchema>["attachments"];
  from_identity: string | null;
  message_id: string | null;
  phase: string | null;
  provider: string | null;
  provider_id: string | null;
  error_code: string | null;
  delivered_at: string | null;
  released_at: string | null;
  settled_at: string | null;
  despite: string | null;
  contact_id: string | null;
  account: Named | null;
  writer: { name: string } | null;
  releaser: { name: string } | null;
  settler: { name: string } | null;
}

/** A message that was just written has facts and no words; the server gives it words within a moment. */
const worded = <Row extends { subject: string | null }>(row: Row): Omit<Row, "subject"> & { subject: string } => ({
  ...row,
  subject: row.subject ?? "Not composed yet",
});

const rowColumns =
  "id, channel, class, state, to_address, subject, origin_kind, origin_id, not_before, created_at, expires_at, sent_at, finished_at, gate_code, gate_detail, attempts, contact:contacts!contact_id(id, name)";
const columns =
  `${rowColumns}, body_text, body_html, also_to, cc, headers, attachments, from_identity, message_id, phase, provider, provider_id, error_code, delivered_at, released_at, settled_at, despite, contact_id, account:accounts!account_id(id, name), writer:staff!created_by(name), releaser:staff!released_by(name), settler:staff!settled_by(name)` as const;

export interface View {
  tab: Tab;
  search: string;
  origin: string | null;
  class: MessageClass | null;
  /** Only what goes to this contact. */
  contact: string | null;
  size: number;
}

export const stepSize = 50;

/** So many found ones are shown: their ids have to fit into an address. */
const maxFound = 150;

async function foundIds(search: string, signal?: AbortSignal): Promise<string[] | null> {
  if (!search.trim()) return null;
  const asked = supabase()
    .rpc("search_outbox", { term: searchTerm(search) }, { get: true })
    .limit(maxFound);
  const rows = unwrap(await (signal ? asked.abortSignal(signal) : asked));
  return rows.map(({ id }) => id);
}

async function matching(view: Omit<View, "size">, signal?: AbortSignal) {
  const ids = await foundIds(view.search, signal);
  let rows = supabase().from("outbox").select(rowColumns);
  if (ids) rows = rows.in("id", ids);
  if (view.tab.states) rows = rows.in("state", view.tab.states);
  if (view.origin) rows = rows.eq("origin_kind", view.origin);
  if (view.class) rows = rows.eq("class", view.class);
  if (view.contact) rows = rows.eq("contact_id", view.contact);
  // In an object: a query that is awaited is run.
  return { rows };
}

export const outboxQuery = (view: View) =>
  queryOptions({
    queryKey: ["records", "outbox", "list", view],
    queryFn: async ({ signal }) => {
      const { rows: found } = await matching(view, signal);
      const page = found.order("created_at", { ascending: false }).order("id").range(0, view.size).abortSignal(signal);
      const rows = unwrap(await page);
      return { rows: rows.slice(0, view.size).map(worded), more: rows.length > view.size };
    },
    placeholderData: keepPreviousData,
    refetchInterval: 15_000,
  });

export const messageQuery = (id: string) =>
  queryOptions({
    queryKey: ["records", "outbox", "one", id],
    queryFn: async () => {
      const found = supabase().from("outbox").select(columns).eq("id", id);
      const message = withJson("outbox", jsonSchema, unwrap(await found))[0];
      return message ? { ...worded(message), body_text: message.body_text ?? "" } : null;
    },
    staleTime: 0,
    refetchInterval: 15_000,
  });

const attachedFileSchema = z.object({
  /** Null: an invitation, or a file of which nothing is known any more. */
  version_id: z.nullable(z.string()),
  name: z.string(),
  size: z.nullable(z.number()),
  is_there: z.boolean(),
});
export type AttachedFile = z.output<typeof attachedFileSchema>;

export const filesSchema = z.object({
  files: z.array(attachedFileSchema),
  /** There are documents to choose from. */
  may_attach: z.boolean(),
});

export const filesQuery = (id: string) =>
  queryOptions({
    queryKey: ["records", "outbox", "files", id],
    queryFn: () => callJson("outbox_files", { id }, filesSchema),
  });

export async function readDocuments(account: string | null) {
  const rows = await call("document_list", { of_account: account, most: 100 });
  return rows.filter(({ state }) => state === "ready");
}

/** Documents to attach: those of the recipient's company, or the newest of all. */
export const documentsQuery = (account: string | null) =>
  queryOptions({
    queryKey: ["records", "outbox", "documents", account],
    queryFn: () => readDocuments(account),
  });

export interface Attempt {
  no: number;
  started_at: string;
  phase: string;
  result: string | null;
}

export const attemptsQuery = (id: string) =>
  queryOptions({
    queryKey: ["records", "outbox", "attempts", id],
    queryFn: async () => {
      const found = supabase()
        .from("outbox_attempts")
        .select("no, started_at, phase, result")
        .eq("outbox_id", id)
        .order("started_at");
      return unwrap(await found);
    },
  });

export interface Answer {
  id: string;
  from_address: string;
  real_sender: string | null;
  received_at: string;
  body_text: string;
  is_automatic: boolean;
  doubt: "failed_checks" | "other_address" | "unproved" | null;
}

export const answersQuery = (id: string) =>
  queryOptions({
    queryKey: ["records", "outbox", "answers", id],
    queryFn: async () => {
      const found = supabase()
        .from("mail_replies")
        .select("id, from_address, real_sender, received_at, body_text, is_automatic, doubt")
        .eq("outbox_id", id)
        .order("received_at", { ascending: false })
        .limit(20);
      return unwrap(await found);
    },
  });

export type Counts = Record<Tab["id"], number>;

/** How the outbox stands (public.outbox_summary): counts by state, and what the gate was told. */
export const summarySchema = z.object({
  states: z.partialRecord(z.enum(allStates), z.number()),
  /** Due and waiting: messages that have not been taken up, and steps of sequences that have not been planned. */
  due: z.number(),
  steps_due: z.number(),
  safe: z.boolean(),
  paused_at: z.nullable(z.string()),
  paused_by: z.nullable(z.string()),
  identities: z.array(z.string()),
  replies_are_seen: z.boolean(),
  /** Whether a one-click address can be given along: it needs https. */
  one_click: z.boolean(),
  caps: z.object({ per_address_a_day: z.number(), per_host_a_day: z.number(), in_all_a_day: z.number() }),
});
export type Summary = z.output<typeof summarySchema>;

export const summaryQuery = queryOptions({
  queryKey: ["records", "outbox", "summary"],
  queryFn: () => callJson("outbox_summary", {}, summarySchema),
  refetchInterval: 15_000,
});

export const countsOf = ({ states }: Summary): Counts => {
  const sum = (of: readonly State[]) => of.reduce((total, state) => total + (states[state] ?? 0), 0);
  return Object.fromEntries(tabs.map((tab) => [tab.id, sum(tab.states ?? allStates)])) as Counts;
};
