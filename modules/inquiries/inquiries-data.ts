// Every query of the inbox. The database decides who may see and do what; this only asks.
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { MessageFacts } from "#domain/message-states.ts";
import { unwrap } from "#app/lib/request-error.ts";
import { searchTerm } from "#app/lib/search-term.ts";
import { anyTable } from "#app/lib/supabase.ts";
import { type Kind, type State, type Suggestion, type Tab } from "./inquiry.ts";

interface Named {
  id: string;
  name: string;
}

export interface Inquiry {
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
  fields: Record<string, unknown>;
  held_because: string[];
  content_key: string | null;
  due_at: string | null;
  answered_at: string | null;
  /** The reply that answered it by leaving; null when a person marked it answered. */
  answer_id: string | null;
  answerer: { name: string } | null;
  /** The newest reply, and what became of it. */
  last_reply: MessageFacts | null;
  assignee_id: string | null;
  contact_id: string | null;
  account_id: string | null;
  deal_id: string | null;
  task_id: string | null;
  same_address: number;
  suggestions: Suggestion[];
  made: Record<string, unknown>;
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
  "id, reference, kind, state, received_at, updated_at, subject_key, subject_text, name, email, company, message, fields, held_because, " +
  "content_key, due_at, answered_at, answer_id, last_reply, assignee_id, contact_id, account_id, deal_id, task_id, same_address, suggestions, made, page_path, " +
  "referrer_host, erased_at, contact:contacts!contact_id(id, name), account:accounts!account_id(id, name), " +
  "assignee:staff!assignee_id(user_id, name), answerer:staff!answered_by(name), deal:deals!deal_id(id, name, inquiry_id, stage:deal_stages!stage_id(name)), task:tasks!task_id(id, title, due_at, done_at)";

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

function matching(view: Omit<View, "size">, select: string) {
  const term = view.search.trim();
  let rows = term
    ? anyTable()
        .rpc("search_inquiries", { term: searchTerm(term) }, { get: true })
        .select(select)
    : anyTable().from("inquiries").select(select);
  // What is searched for may be anywhere.
  if (!term) rows = rows.eq("state", view.tab.state);
  if (view.kind) rows = rows.eq("kind", view.kind);
  if (view.mine) rows = rows.eq("assignee_id", view.mine);
  // By time left: the most overdue first, what needs no answer last.
  return rows
    .order(view.tab.sort, { ascending: view.tab.sort === "due_at", nullsFirst: false })
    .order("received_at", { ascending: false })
    .order("id");
}

export const inboxQuery = (view: View) =>
  queryOptions({
    queryKey: ["records", "inquiries", "inbox", view],
    queryFn: async ({ signal }) => {
      const found = matching(view, columns)
        .range(0, view.size)
        .abortSignal(signal)
        .overrideTypes<Inquiry[], { merge: false }>();
      const rows = unwrap(await found);
      return { rows: rows.slice(0, view.size), more: rows.length > view.size };
    },
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });

export const inquiryQuery = (id: string) =>
  queryOptions({
    queryKey: ["records", "inquiries", "one", id],
    queryFn: async () => {
      const found = anyTable().from("inquiries").select(columns).eq("id", id);
      return unwrap(await found.overrideTypes<Inquiry[], { merge: false }>())[0] ?? null;
    },
    staleTime: 0,
  });

/** All rows of a view, for the file. */
export async function readAllInquiries(view: Omit<View, "size">): Promise<Inquiry[]> {
  const all: Inquiry[] = [];
  for (let from = 0; ; from += 500) {
    const page = matching(view, columns).range(from, from + 499);
    const rows = unwrap(await page.overrideTypes<Inquiry[], { merge: false }>());
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
    const now = new Date().toISOString();
    return unwrap(await anyTable().rpc("inquiry_counts", { at: now }).single<Counts>());
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
  queryFn: async () =>
    unwrap(
      await anyTable()
        .from("staff")
        .select("user_id, name, active")
        .order("name")
        .overrideTypes<Colleague[], { merge: false }>(),
    ),
  staleTime: 60_000,
});

/** The office's zone, in which the promise is made. */
export const officeZoneQuery = queryOptions({
  queryKey: ["office", "time-zone"],
  queryFn: async () => {
    const found = anyTable().from("office").select("time_zone, closes_at");
    const [office] = unwrap(await found.overrideTypes<{ time_zone: string; closes_at: string }[], { merge: false }>());
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
      const found = anyTable().from("contacts").select("id, name").ilike("email", exact).order("created_at").limit(20);
      return unwrap(await found.overrideTypes<Named[], { merge: false }>());
    },
  });
