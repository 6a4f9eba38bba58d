// Every query and change of the screens. The database decides and computes (sql/proposals.sql); this only asks.
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { callApi, fetchApi } from "#app/lib/api.ts";
import { messageOf, unwrap } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";
import { messageFactsSchema } from "#app/lib/message-data.ts";
import { call, callJson } from "#app/lib/typed-answers.ts";
import { toast } from "#app/ui/toast.ts";
import { messageSentence } from "#domain/message-states.ts";
import {
  changeRequestSchema,
  type ProposalDate,
  proposalDateSchema,
  type ProposalGroup,
  proposalGroupSchema,
  recurringSchema,
  type SchedulePart,
  schedulePartSchema,
  type ProposalItem,
  proposalItemSchema,
  shownStates,
  totalsSchema,
} from "./proposal.ts";

export const tabs = ["all", "open", "written", "drafts", "answered"] as const;
export type Tab = (typeof tabs)[number];

const proposalRowSchema = z.object({
  id: z.string(),
  number: z.string(),
  title: z.string(),
  account_id: z.string(),
  account_name: z.string(),
  deal_id: z.nullable(z.string()),
  owner_name: z.nullable(z.string()),
  shown_state: z.enum(shownStates),
  /** The mail that brings this version to the client. */
  mail: z.nullable(messageFactsSchema),
  current_version: z.number(),
  total_minor: z.number(),
  currency: z.string(),
  valid_until: z.nullable(z.string()),
  days_left: z.nullable(z.number()),
  decided_at: z.nullable(z.string()),
  views: z.number(),
  fetches: z.number(),
  last_seen: z.nullable(z.string()),
});
export type ProposalRow = z.output<typeof proposalRowSchema>;

export const proposalListSchema = z.object({
  rows: z.array(proposalRowSchema),
  count: z.number(),
  tabs: z.record(z.enum(tabs), z.number()),
  open_sums: z.array(z.object({ currency: z.string(), total_minor: z.number() })),
  recent: z.object({ answered: z.number(), accepted: z.number() }),
});
export type ProposalList = z.output<typeof proposalListSchema>;

export interface ProposalFilter {
  tab?: Tab;
  search?: string;
  owner?: string;
  account?: string;
  contact?: string;
  deal?: string;
}

export const perPage = 50;
const key = ["proposals"] as const;

export const proposalsQuery = (filter: ProposalFilter, page = 1) =>
  queryOptions({
    queryKey: [...key, "list", filter, page],
    queryFn: ({ signal }) =>
      callJson("proposal_list", { filter, most: perPage, skipping: (page - 1) * perPage }, proposalListSchema, signal),
    placeholderData: keepPreviousData,
  });

export const proposalRecordSchema = z.object({
  id: z.string(),
  number: z.string(),
  account_id: z.string(),
  account_name: z.string(),
  contact_id: z.nullable(z.string()),
  contact: z.nullable(
    z.object({ id: z.string(), name: z.string(), email: z.nullable(z.string()), title: z.nullable(z.string()) }),
  ),
  deal_id: z.nullable(z.string()),
  deal_name: z.nullable(z.string()),
  owner_id: z.nullable(z.string()),
  owner_name: z.nullable(z.string()),
  refers_to: z.nullable(z.string()),
  refers_to_number: z.nullable(z.string()),
  state: z.string(),
  shown_state: z.enum(shownStates),
  mail: z.nullable(messageFactsSchema),
  current_version: z.number(),
  valid_until: z.nullable(z.string()),
  timezone: z.string(),
  currency: z.string(),
  decided_at: z.nullable(z.string()),
  updated_at: z.string(),
  version: z.object({
    no: z.number(),
    title: z.string(),
    intro: z.string(),
    body: z.string(),
    terms: z.string(),
    dates: z.array(proposalDateSchema),
    tax_note: z.string(),
    discount_bp: z.number(),
    deposit_bp: z.number(),
    payment_days: z.number(),
    consent_text: z.string(),
    content_sha256: z.nullable(z.string()),
    sent_at: z.nullable(z.string()),
    groups: z.array(proposalGroupSchema),
  }),
  items: z.array(
    z.extend(proposalItemSchema, {
      id: z.string(),
      group_key: z.nullable(z.string()),
      service_id: z.nullable(z.string()),
      /** The catalogue had no price in this currency: one is typed before it is sent. */
      price_missing: z.boolean(),
      tax_class_id: z.nullable(z.string()),
    }),
  ),
  schedule: z.array(schedulePartSchema),
  /** The same with what each part comes to, as it is now. */
  parts: z.array(schedulePartSchema),
  recurring: z.array(recurringSchema),
  requests: z.array(changeRequestSchema),
  totals: totalsSchema,
  versions: z.array(
    z.object({
      no: z.number(),
      title: z.string(),
      written_at: z.nullable(z.string()),
      left_at: z.nullable(z.string()),
      total_minor: z.number(),
      sha256: z.nullable(z.string()),
    }),
  ),
  /** What was agreed, frozen with the answer; `items` and `totals` are what was sent. */
  accepted: z.nullable(
    z.object({
      items: z.array(proposalItemSchema),
      totals: totalsSchema,
      recurring: z.array(recurringSchema),
      parts: z.array(schedulePartSchema),
    }),
  ),
  decision: z.nullable(
    z.object({
      kind: z.enum(["accepted", "declined"]),
      typed_name: z.nullable(z.string()),
      reason: z.nullable(z.string()),
      decided_at: z.string(),
      total_minor: z.number(),
      deposit_minor: z.number(),
      content_sha256: z.string(),
      ip: z.nullable(z.string()),
      payment_request_id: z.nullable(z.string()),
    }),
  ),
  events: z.array(
    z.object({
      no: z.number(),
      at: z.string(),
      kind: z.string(),
      // In the client's area there is no link.
      data: z.object({ version: z.optional(z.number()), link: z.optional(z.nullable(z.string())) }),
    }),
  ),
  links: z.array(z.object({ id: z.string(), hint: z.string(), created_at: z.string(), ended: z.boolean() })),
});
export type ProposalRecord = z.output<typeof proposalRecordSchema>;

export const proposalQuery = (id: string) =>
  queryOptions({
    queryKey: [...key, "record", id],
    queryFn: () => callJson("proposal_record", { proposal: id }, proposalRecordSchema),
    staleTime: 0,
    // A mail that is about to leave is looked at until it has; a draft is the editor's own.
    refetchInterval: ({ state: { data } }) =>
      data?.mail && data.state !== "draft" && ["queued", "leaving"].includes(data.mail.state) ? 5000 : false,
  });

const mailSchema = z.object({ to: z.string(), subject: z.string(), text: z.string() });

/** The covering mail, as it will be written. */
export const mailQuery = (id: string, saved: string) =>
  queryOptions({
    queryKey: [...key, "mail", id, saved],
    queryFn: () => callApi(`/proposals/${id}/mail`, mailSchema),
    staleTime: 0,
  });

/** The page as the client will see it, as a picture for the editor. */
export const pageQuery = (id: string, saved: string) =>
  queryOptions({
    queryKey: [...key, "page", id, saved],
    queryFn: () => callApi(`/proposals/${id}/page`, z.object({ html: z.string() })),
    placeholderData: keepPreviousData,
  });

export interface DraftFields {
  contact_id?: string | null;
  deal_id?: string | null;
  owner_id?: string | null;
  valid_until?: string | null;
  currency?: string;
  title?: string;
  intro?: string;
  body?: string;
  terms?: string;
  dates?: ProposalDate[];
  tax_note?: string;
  discount_bp?: number;
  deposit_bp?: number;
  payment_days?: number;
  consent_text?: string;
  items?: DraftItem[];
  groups?: ProposalGroup[];
  schedule?: Omit<SchedulePart, "no">[];
}

export type DraftItem = Omit<ProposalItem, "position" | "group"> & {
  group_key: string | null;
  service_id: string | null;
  price_missing: boolean;
  tax_class_id: string | null;
};

export const saveDraft = (proposal: string, draft: DraftFields, seen: string) =>
  callJson("save_proposal", { proposal, draft, seen }, proposalRecordSchema);

export const createProposal = (of: Record<string, string>) => call("create_proposal", { of_record: of });

/** "done" or "not_done" only for what was asked to be changed. */
export const answerRequest = (request: string, answer: string, result: "done" | "not_done" | null) =>
  callJson("answer_change_request", { request, answer, result }, proposalRecordSchema);

type Action = "send" | "resend" | "withdraw" | "revise" | "delete";
const done: Record<Action, string> = {
  send: "In the outbox",
  resend: "In the outbox again, with a fresh link",
  withdraw: "Withdrawn",
  revise: "A new version to write",
  delete: "Draft deleted",
};

async function act(proposal: string, action: Action, seen: string | undefined): Promise<ProposalRecord | null> {
  if (action === "delete") return call("delete_proposal", { proposal }).then(() => null);
  const args = { proposal, ...(action === "send" && seen && { seen }) };
  return callJson(`${action}_proposal`, args, proposalRecordSchema);
}

export function useProposalAction(proposal: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ action, seen }: { action: Action; seen?: string }) => act(proposal, action, seen),
    onSuccess: (record, { action }) => {
      if (record) client.setQueryData(proposalQuery(proposal).queryKey, record);
      const written = action === "send" || action === "resend" ? record?.mail : null;
      toast({ title: done[action], ...(written && { text: messageSentence(written) }) });
    },
    onError: (error) => toast({ title: "Nothing was changed", text: messageOf(error), tone: "danger", seconds: 10 }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: key }),
        client.invalidateQueries({ queryKey: ["records", "outbox"] }),
      ]),
  });
}

/** An address that opens the client's page; shown once, because only its hash is kept. */
export const makeLink = (id: string) =>
  callApi(`/proposals/${id}/link`, z.object({ address: z.string() }), { method: "POST" });
export const makePreview = (id: string) =>
  callApi(`/proposals/${id}/preview`, z.object({ path: z.string() }), { method: "POST" });

export async function savePdf({ id, number }: { id: string; number: string }) {
  const file = await (await fetchApi(`/proposals/${id}/pdf`)).blob();
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = `${number}.pdf`;
  link.click();
  // The browser takes the file some time after the click: an address that is gone by then gives no file.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

export const proofSchema = z.object({
  number: z.string(),
  checks: z.array(z.object({ what: z.string(), ok: z.boolean() })),
});
export type Proof = z.output<typeof proofSchema>;
export const verify = (proposal: string) => callJson("verify_proposal", { proposal }, proofSchema);

export interface Choice {
  id: string;
  name: string;
}

/** People and deals of the company, for the two selects of the letter. */
export const choicesQuery = (account: string) =>
  queryOptions({
    queryKey: ["records", "choices of", account],
    queryFn: async (): Promise<{ people: (Choice & { email: string | null })[]; deals: Choice[] }> => {
      const [people, deals] = await Promise.all([
        supabase().from("contacts").select("id, name, email").eq("account_id", account).order("name").limit(200),
        supabase()
          .from("deals")
          .select("id, name")
          .eq("account_id", account)
          .is("archived_at", null)
          .order("created_at", { ascending: false })
          .limit(200),
      ]);
      return { people: unwrap(people), deals: unwrap(deals) };
    },
  });
