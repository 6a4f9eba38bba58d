// Every query and change of the screens. The database decides and computes (sql/proposals.sql); this only asks.
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { callApi, fetchApi } from "#app/lib/api.ts";
import { messageOf, unwrap } from "#app/lib/request-error.ts";
import { anyTable } from "#app/lib/supabase.ts";
import { toast } from "#app/ui/toast.ts";
import { type MessageFacts, messageSentence } from "#domain/message-states.ts";
import type { ProposalDate, ProposalItem, ShownState, Totals } from "./proposal.ts";

export interface ProposalRow {
  id: string;
  number: string;
  title: string;
  account_id: string;
  account_name: string;
  deal_id: string | null;
  owner_name: string | null;
  shown_state: ShownState;
  /** The mail that brings this version to the client. */
  mail: MessageFacts | null;
  current_version: number;
  total_minor: number;
  currency: string;
  valid_until: string | null;
  days_left: number | null;
  decided_at: string | null;
  views: number;
  fetches: number;
  last_seen: string | null;
}

export interface ProposalList {
  rows: ProposalRow[];
  count: number;
  tabs: Record<Tab, number>;
  open_sums: { currency: string; total_minor: number }[];
  recent: { answered: number; accepted: number };
}

export const tabs = ["all", "open", "written", "drafts", "answered"] as const;
export type Tab = (typeof tabs)[number];

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
    queryFn: async ({ signal }): Promise<ProposalList> =>
      unwrap(
        await anyTable()
          .rpc("proposal_list", { filter, most: perPage, skipping: (page - 1) * perPage })
          .abortSignal(signal),
      ),
    placeholderData: keepPreviousData,
  });

export interface ProposalRecord {
  id: string;
  number: string;
  account_id: string;
  account_name: string;
  contact_id: string | null;
  contact: { id: string; name: string; email: string | null; title: string | null } | null;
  deal_id: string | null;
  deal_name: string | null;
  owner_id: string | null;
  owner_name: string | null;
  refers_to: string | null;
  refers_to_number: string | null;
  state: string;
  shown_state: ShownState;
  mail: MessageFacts | null;
  current_version: number;
  valid_until: string | null;
  timezone: string;
  currency: string;
  decided_at: string | null;
  updated_at: string;
  version: {
    no: number;
    title: string;
    intro: string;
    body: string;
    terms: string;
    dates: ProposalDate[];
    tax_note: string;
    discount_bp: number;
    deposit_bp: number;
    payment_days: number;
    consent_text: string;
    content_sha256: string | null;
    sent_at: string | null;
  };
  items: (ProposalItem & { id: string })[];
  totals: Totals;
  versions: {
    no: number;
    title: string;
    written_at: string | null;
    left_at: string | null;
    total_minor: number;
    sha256: string | null;
  }[];
  decision: {
    kind: "accepted" | "declined";
    typed_name: string | null;
    reason: string | null;
    decided_at: string;
    total_minor: number;
    deposit_minor: number;
    content_sha256: string;
    ip: string | null;
    payment_request_id: string | null;
  } | null;
  events: { no: number; at: string; kind: string; data: { version?: number; link?: string } }[];
  links: { id: string; hint: string; created_at: string; ended: boolean }[];
}

export const proposalQuery = (id: string) =>
  queryOptions({
    queryKey: [...key, "record", id],
    queryFn: async (): Promise<ProposalRecord> => unwrap(await anyTable().rpc("proposal_record", { proposal: id })),
    staleTime: 0,
    // A mail that is about to leave is looked at until it has; a draft is the editor's own.
    refetchInterval: ({ state: { data } }) =>
      data?.mail && data.state !== "draft" && ["queued", "leaving"].includes(data.mail.state) ? 5000 : false,
  });

/** The covering mail, as it will be written. */
export const mailQuery = (id: string, saved: string) =>
  queryOptions({
    queryKey: [...key, "mail", id, saved],
    queryFn: () => callApi<{ to: string; subject: string; text: string }>(`/proposals/${id}/mail`),
    staleTime: 0,
  });

/** The page as the client will see it, as a picture for the editor. */
export const pageQuery = (id: string, saved: string) =>
  queryOptions({
    queryKey: [...key, "page", id, saved],
    queryFn: () => callApi<{ html: string }>(`/proposals/${id}/page`),
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
  items?: Omit<ProposalItem, "position">[];
}

export const saveDraft = async (proposal: string, draft: DraftFields, seen: string): Promise<ProposalRecord> =>
  unwrap(await anyTable().rpc("save_proposal", { proposal, draft, seen }));

export const createProposal = async (of: Record<string, string>): Promise<string> =>
  unwrap(await anyTable().rpc("create_proposal", { of_record: of }));

type Action = "send" | "resend" | "withdraw" | "revise" | "delete";
const done: Record<Action, string> = {
  send: "In the outbox",
  resend: "In the outbox again, with a fresh link",
  withdraw: "Withdrawn",
  revise: "A new version to write",
  delete: "Draft deleted",
};

export function useProposalAction(proposal: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ action, seen }: { action: Action; seen?: string }): Promise<ProposalRecord | null> =>
      unwrap(await anyTable().rpc(`${action}_proposal`, { proposal, ...(seen && { seen }) })) as ProposalRecord | null,
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
export const makeLink = (id: string) => callApi<{ address: string }>(`/proposals/${id}/link`, { method: "POST" });
export const makePreview = (id: string) => callApi<{ path: string }>(`/proposals/${id}/preview`, { method: "POST" });

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

export interface Proof {
  number: string;
  checks: { what: string; ok: boolean }[];
}
export const verify = async (proposal: string): Promise<Proof> =>
  unwrap(await anyTable().rpc("verify_proposal", { proposal }));

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
        anyTable()
          .from("contacts")
          .select<string, Choice & { email: string | null }>("id, name, email")
          .eq("account_id", account)
          .order("name")
          .limit(200),
        anyTable()
          .from("deals")
          .select<string, Choice>("id, name")
          .eq("account_id", account)
          .is("archived_at", null)
          .order("created_at", { ascending: false })
          .limit(200),
      ]);
      return { people: unwrap(people), deals: unwrap(deals) };
    },
  });
