// Every query of the inbox. The database decides who may see and do what; this only asks.
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import { unwrap } from "#app/lib/request-error.ts";
import { searchTerm } from "#app/lib/search-term.ts";
import { supabase } from "#app/lib/supabase.ts";
import { messageFactsSchema } from "#app/lib/message-data.ts";
import { withJson } from "#app/lib/typed-answers.ts";
import { currentTime } from "#domain/clock.ts";
import { type Kind, type State, suggestionSchema, type Tab } from "./inquiry.ts";

interface Named {
  id: string;
  name: string;
}

/** Of an inquiry, what comes as JSON. */
const jsonSchema = z.object({
  fields: z.record(z.string(), z.unknown()),
  suggestions: z.array(suggestionSchema),
  made: z.record(z.string(), z.unknown()),
  /** The newest reply, and what became of it. */
  last_reply: z.nullable(messageFactsSchema),
});

export interface Inquiry extends z.output<typeof jsonSchema> {
  id: string;
  reference: string;
  kind: Kind;
  state: State;
  received_at: string;
  updated_at: string;
  subject_key: string | null;
  subject_text: string;
  name: string;
  email: string;
  company: string;
  message: string;
  held_because: string[];
  content_key: string | null;
  due_at: string | null;
  answered_at: string | null;
  /** The reply that answered it by leaving; null when a person marked it answered. */
  answer_id: string | null;
  answerer: { name: string } | null;
  assignee_id: string | null;
  contact_id: string | null;
  account_id: string | null;
  deal_id: string | null;
  task_id: string | null;
  same_address: number;
  page_path: string | null;
  referrer_host: string | null;
  erased_at: string | null;
  contact: Named | null;
  account: Named | null;
  assignee: { user_id: string; name: string } | null;
  deal: { id: string; name: string; inquiry_id: string | null; stage: { name: string } | null } | null;
  task: { id: string; title: string; due_at: string | null; done_at: string | null } | null;
}

const columns =
  "id, reference, kind, state, received_at, updated_at, subject_key, subject_text, name, email, company, message, fields, held_because, content_key, due_at, answered_at, answer_id, last_reply, assignee_id, contact_id, account_id, deal_id, task_id, same_address, suggestions, made, page_path, referrer_host, erased_at, contact:contacts!contact_id(id, name), account:accounts!account_id(id, name), assignee:staff!assignee_id(user_id, name), answerer:staff!answered_by(name), deal:deals!deal_id(id, name, inquiry_id, stage:deal_stages!stage_id(name)), task:tasks!task_id(id, title, due_at, done_at)";

export interface View {
  tab: Tab;
  search: string;
  kind: Kind | null;
  /** Only what this person has taken on. */
  mine: string | null;
  /** How many rows are shown. */
  size: number;
}

export const stepSize = 50;

/** What both have: the table, and what a search finds in it. */
interface Rows {
  eq(column: "state" | "kind" | "assignee_id", value: string): this;
  order(column: string, options?: { ascending?: boolean; nullsFirst?: boolean }): this;
  range(from: number, to: number): this;
  abortSignal(signal: AbortSignal): this;
}

function narrowed<Found extends Rows>(found: Found, view: Omit<View, "size">, [from, to]: [number, number]): Found {
  let rows = found;
  // What is searched for may be anywhere.
  if (!view.search.trim()) rows = rows.eq("state", view.tab.state);
  if (view.kind) rows = rows.eq("kind", view.kind);
  if (view.mine) rows = rows.eq("assignee_id", view.mine);
  // By time left: the most overdue first, what needs no answer last.
  return rows
    .order(view.tab.sort, { ascending: view.tab.sort === "due_at", nullsFirst: false })
    .order("received_at", { ascending: false })
    .order("id")
    .range(from, to);
}

async function readPart(view: Omit<View, "size">, part: [number, number], signal?: AbortSignal): Promise<Inquiry[]> {
  const term = view.search.trim();
  const asked = signal ?? new AbortController().signal;
  const rows = term
    ? await narrowed(
        supabase()
          .rpc("search_inquiries", { term: searchTerm(term) }, { get: true })
          .select(columns),
        view,
        part,
      ).abortSignal(asked)
    : await narrowed(supabase().from("inquiries").select(columns), view, part).abortSignal(asked);
  return withJson("inquiries", jsonSchema, unwrap(rows));
}

export const inboxQuery = (view: View) =>
  queryOptions({
    queryKey: ["records", "inquiries", "inbox", view],
    queryFn: async ({ signal }) => {
      const rows = await readPart(view, [0, view.size], signal);
      return { rows: rows.slice(0, view.size), more: rows.length > view.size };
    },
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });

export const inquiryQuery = (id: string) =>
  queryOptions({
    queryKey: ["records", "inquiries", "one", id],
    queryFn: async (): Promise<Inquiry | null> => {
      const found = supabase().from("inquiries").select(columns).eq("id", id);
      return withJson("inquiries", jsonSchema, unwrap(await found))[0] ?? null;
    },
    staleTime: 0,
  });

/** All rows of a view, for the file. */
export async function readAllInquiries(view: Omit<View, "size">): Promise<Inquiry[]> {
  const all: Inquiry[] = [];
  for (let from = 0; ; from += 500) {
    const rows = await readPart(view, [from, from + 499]);
    all.push(...rows);
    if (rows.length < 500) return all;
  }
}

export interface Counts extends Record<Tab["id"], number> {
  /** Those that wait and have a deadline, and those past it, waiting or quarantined. */
  due: number;
  overdue: number;
}

export const countsQuery = queryOptions({
  queryKey: ["records", "inquiries", "counts"],
  queryFn: async () => {
    const now = currentTime().toISOString();
    return unwrap(await supabase().rpc("inquiry_counts", { at: now }).single());
  },
  refetchInterval: 30_000,
});

export interface Colleague {
  user_id: string;
  name: string;
  active: boolean;
}

export const staffQuery = queryOptions({
  queryKey: ["staff"],
  queryFn: async () => unwrap(await supabase().from("staff").select("user_id, name, active").order("name")),
  staleTime: 60_000,
});

/** The office's zone, in which the promise is made. */
export const officeZoneQuery = queryOptions({
  queryKey: ["office", "time-zone"],
  queryFn: async () => {
    const found = supabase().from("office").select("time_zone, closes_at");
    const [office] = unwrap(await found);
    return { zone: office?.time_zone ?? "UTC", closesAt: (office?.closes_at ?? "17:00").slice(0, 5) };
  },
  staleTime: 60_000,
});

/** Contacts with the address of an inquiry, when there are several. */
export const sameAddressQuery = (email: string) =>
  queryOptions({
    queryKey: ["records", "contacts", "same-address", email.toLowerCase()],
    queryFn: async () => {
      // An underscore and a per cent sign in an address are letters, not patterns.
      const exact = email.trim().replace(/[\\%_]/g, "\\$&");
      const found = supabase().from("contacts").select("id, name").ilike("email", exact).order("created_at").limit(20);
      return unwrap(await found);
    },
  });
