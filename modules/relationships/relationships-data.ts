// Every query and change of the screens of relationships. The database counts and decides; this only asks.
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { messageOf, unwrap } from "#app/lib/request-error.ts";
import { runtimeSettings } from "#app/lib/runtime-settings.ts";
import { supabase } from "#app/lib/supabase.ts";
import { call, callJson, rowsOf } from "#app/lib/typed-answers.ts";
import { toast } from "#app/ui/toast.ts";
import type { EvidenceKind } from "./relationship.ts";

/** The operator may have switched it off for good (CRM_REL_MINING). */
export const isMining = () => runtimeSettings.flags.crmRelMining;

export const relationshipStateSchema = z.object({
  is_on: z.boolean(),
  is_counting: z.optional(z.boolean()),
  version: z.optional(z.number()),
  next_version: z.optional(z.nullable(z.number())),
  mail_is_counted: z.optional(z.boolean()),
  has_ties: z.optional(z.boolean()),
  cold: z.optional(z.number()),
  suggestions: z.optional(z.number()),
  introducers: z.optional(z.number()),
  half_life: z.optional(z.number()),
});
export type RelationshipState = z.infer<typeof relationshipStateSchema>;

export const relationshipStateQuery = queryOptions({
  queryKey: ["relationships", "state"],
  queryFn: () => callJson("relationship_state", {}, relationshipStateSchema),
  // While it is counted the first time, or again.
  refetchInterval: ({ state }) =>
    state.data?.is_counting || state.data?.next_version ? 2_000 : state.data?.has_ties ? 60_000 : 10_000,
});

export interface Tie {
  contact_id: string;
  contact_name: string;
  title: string | null;
  staff_id: string | null;
  staff_name: string;
  staff_left: boolean;
  is_hidden: boolean;
  strength: number;
  measure: number;
  given_in: number;
  given_out: number;
  days: number;
  mails: number;
  first_on: string;
  last_on: string;
  last_in: string | null;
  last_out: string | null;
  cold_on: string | null;
}

export const tiesOfContactQuery = (contact: string) =>
  queryOptions({
    queryKey: ["relationships", "contact", contact],
    queryFn: async () => rowsOf<Tie>(await call("ties_of_contact", { contact })),
  });

export interface EvidenceDay {
  day: string;
  kind: EvidenceKind;
  inward: boolean;
  n: number;
  weight: number;
  share: number;
  counts: boolean;
}

export const evidenceQuery = (contact: string, colleague: string) =>
  queryOptions({
    queryKey: ["relationships", "evidence", contact, colleague],
    queryFn: async () => rowsOf<EvidenceDay>(await call("tie_evidence", { contact, colleague })),
  });

export interface CompanyStrength {
  /** Null: all of us together. */
  staff_id: string | null;
  staff_name: string | null;
  staff_left: boolean | null;
  strength: number;
  days: number;
}

export const tiesOfAccountQuery = (account: string) =>
  queryOptions({
    queryKey: ["relationships", "account", account],
    queryFn: async () => {
      const [ties, sums] = await Promise.all([
        call("ties_of_account", { account }),
        call("account_strength", { account }),
      ]);
      return { ties: rowsOf<Tie>(ties), sums: rowsOf<CompanyStrength>(sums) };
    },
  });

export interface Path {
  steps: number;
  weakest: number;
  staff_id: string;
  staff_name: string;
  via_id: string | null;
  via_name: string | null;
  via_title: string | null;
  via_account: string | null;
  first_strength: number;
  first_in: number;
  first_out: number;
  first_days: number;
  first_mails: number;
  first_last_on: string;
  second_strength: number | null;
  second_reason: string | null;
  second_mails: number | null;
  second_meetings: number | null;
  second_last_on: string | null;
}

export const pathsQuery = (target: string) =>
  queryOptions({
    queryKey: ["relationships", "paths", target],
    queryFn: async () => rowsOf<Path>(await call("warm_paths", { target })),
    enabled: target !== "",
  });

export interface ColdTie {
  contact_id: string;
  contact_name: string;
  title: string | null;
  account_id: string;
  account_name: string;
  staff_id: string;
  staff_name: string;
  staff_left: boolean;
  was: number;
  is_now: number;
  mass_in: number;
  mass_out: number;
  was_in: number;
  was_out: number;
  last_on: string;
  last_in: string | null;
  last_out: string | null;
  silent_days: number;
  usual_gap: number | null;
  cold_on: string | null;
  days: string[] | null;
  inward: boolean[] | null;
  still_close: string | null;
  in_all: number;
}

export interface ColdFilter {
  colleague: string | null;
  leastWas: number;
  term: string;
  skip: number;
}
export const coldPage = 50;

export const goingColdQuery = ({ colleague, leastWas, term, skip }: ColdFilter) =>
  queryOptions({
    queryKey: ["relationships", "cold", colleague, leastWas, term, skip],
    queryFn: async () =>
      rowsOf<ColdTie>(
        await call("going_cold", {
          ...(colleague && { colleague }),
          least_was: leastWas,
          ...(term && { term }),
          most: coldPage,
          skip,
        }),
      ),
  });

const factSchema = z.looseObject({ code: z.string() });
const suggestionSchema = z.array(
  z.object({
    id: z.string(),
    kind: z.string(),
    rule: z.string(),
    state: z.string(),
    evidence: z.array(factSchema),
    revision: z.number(),
    found_at: z.string(),
    one_id: z.string(),
    one_name: z.nullable(z.string()),
    one_about: z.nullable(z.string()),
    other_id: z.string(),
    other_name: z.nullable(z.string()),
    other_about: z.nullable(z.string()),
    staff_name: z.nullable(z.string()),
    decided_name: z.nullable(z.string()),
    decided_at: z.nullable(z.string()),
    more: z.number(),
  }),
);
export type Suggestion = z.infer<typeof suggestionSchema>[number];

export const suggestionsQuery = (shown: "open" | "refused" = "open") =>
  queryOptions({
    queryKey: ["relationships", "suggestions", shown],
    queryFn: () => callJson("suggestion_list", { shown }, suggestionSchema),
  });

const introducersSchema = z.array(
  z.object({
    by_contact: z.nullable(z.string()),
    by_staff: z.nullable(z.string()),
    name: z.nullable(z.string()),
    about: z.nullable(z.string()),
    people: z.array(z.object({ id: z.string(), name: z.string(), on: z.string() })),
    deals: z.nullable(z.number()),
    won: z.nullable(z.array(z.object({ currency: z.string(), won: z.number(), received: z.nullable(z.number()) }))),
  }),
);
export type Introducer = z.infer<typeof introducersSchema>[number];

export const introducersQuery = queryOptions({
  queryKey: ["relationships", "introducers"],
  queryFn: () => callJson("introducer_list", {}, introducersSchema),
});

export interface IntroducedDeal {
  by_contact: string | null;
  by_staff: string | null;
  contact_id: string;
  contact_name: string;
  deal_id: string;
  deal_name: string;
  closed_on: string;
  currency: string;
  amount_minor: number;
  received_minor: number | null;
}

export const introducedDealsQuery = queryOptions({
  queryKey: ["relationships", "introduced deals"],
  queryFn: async () => rowsOf<IntroducedDeal>(await call("introduced_deals", {})),
});

export interface Introduction {
  id: string;
  contact_id: string;
  contact_name: string;
  by_contact: string | null;
  by_staff: string | null;
  by_name: string;
  to_name: string | null;
  on_day: string;
  source: string;
}

export const introductionsQuery = (of: { contact: string } | { account: string }) =>
  queryOptions({
    queryKey: ["relationships", "introductions", of],
    queryFn: async () => rowsOf<Introduction>(await call("introductions_of", of)),
  });

export interface Job {
  id: string;
  account_id: string | null;
  company: string;
  title: string | null;
  until_on: string | null;
}

export const jobsQuery = (contact: string) =>
  queryOptions({
    queryKey: ["relationships", "jobs", contact],
    queryFn: async () => {
      const found = supabase().from("contact_jobs").select("id, account_id, company, title, until_on");
      return rowsOf<Job>(unwrap(await found.eq("contact_id", contact).order("until_on", { ascending: false })));
    },
  });

export const noMiningQuery = (contact: string) =>
  queryOptions({
    queryKey: ["relationships", "no mining", contact],
    queryFn: async () =>
      unwrap(await supabase().from("contacts").select("no_mining").eq("id", contact))[0]?.no_mining ?? false,
  });

export const peopleOfDealQuery = (deal: string) =>
  queryOptions({
    queryKey: ["relationships", "deal", deal],
    queryFn: async () =>
      unwrap(
        await supabase()
          .from("deal_contacts")
          .select("contact_id, is_primary, contacts (name)")
          .eq("deal_id", deal)
          .order("is_primary", { ascending: false }),
      ).map(({ contact_id, contacts }) => ({ id: contact_id, name: contacts.name })),
  });

export const networkSchema = z.object({
  nodes: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(["contact", "staff"]),
      name: z.string(),
      about: z.string(),
      is_center: z.boolean(),
    }),
  ),
  edges: z.array(z.object({ from: z.string(), to: z.string(), strength: z.number(), reason: z.string() })),
});

export const networkQuery = (kind: "account" | "contact", id: string) =>
  queryOptions({
    queryKey: ["relationships", "network", kind, id],
    queryFn: () => callJson("relationship_network", { of_kind: kind, of_id: id }, networkSchema),
    enabled: id !== "",
  });

export const closestAccountsQuery = queryOptions({
  queryKey: ["relationships", "closest"],
  queryFn: async () =>
    rowsOf<{ account_id: string; name: string; strength: number }>(await call("closest_accounts", {})),
});

const versionsSchema = z.array(
  z.object({
    version: z.number(),
    half_life: z.number(),
    weights: z.record(z.string(), z.number()),
    reads_signatures: z.boolean(),
    state: z.string(),
    made_at: z.string(),
  }),
);
export type SettingsVersion = z.infer<typeof versionsSchema>[number];

export const settingsQuery = queryOptions({
  queryKey: ["relationships", "settings"],
  queryFn: async () => {
    const columns = "version, half_life, weights, reads_signatures, state, made_at";
    const found = await supabase()
      .from("relationship_settings")
      .select(columns)
      .order("version", { ascending: false })
      .limit(20);
    return z.parse(versionsSchema, unwrap(found));
  },
});

export const examplesQuery = (half_life: number, weights: Record<string, number>) =>
  queryOptions({
    queryKey: ["relationships", "examples", half_life, weights],
    queryFn: async () =>
      rowsOf<{ what: string; strength: number }>(await call("relationship_examples", { half_life, weights })),
  });

/** A change that moves ties, suggestions or introductions: everything of them is asked again. */
export function useRelationshipChange<Input>(
  change: (input: Input) => Promise<unknown>,
  done: (input: Input) => string | undefined,
  failed: string,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (_, input) => {
      const title = done(input);
      if (title) toast({ title });
    },
    onError: (error) => toast({ title: failed, text: messageOf(error), tone: "danger" }),
    onSettled: () => client.invalidateQueries({ queryKey: ["relationships"] }),
  });
}
