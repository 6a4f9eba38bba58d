// What is against enrolling whom, and whom a filter means.
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { unwrap } from "#app/lib/request-error.ts";
import { anyTable } from "#app/lib/supabase.ts";

export interface Candidate {
  contact_id: string;
  name: string | null;
  account_name: string | null;
  email: string | null;
  timezone: string | null;
  first_at: string | null;
  /** All of them at once; null when nothing is against it. */
  reasons: { code: string; message: string; tags?: string[] }[] | null;
}

export const maxAtOnce = 1000;

/** Changes nothing: with `dry_run` it only says what would be refused. */
export const refusalsQuery = (sequence: string, ids: readonly string[]) =>
  queryOptions({
    queryKey: ["sequences", "refusals", sequence, ids],
    queryFn: async () =>
      unwrap(
        await anyTable().rpc("enrol", { sequence, contact_ids: ids.slice(0, maxAtOnce), dry_run: true }),
      ) as Candidate[],
    staleTime: 0,
  });

export interface PeopleFilter {
  search: string;
  account_type: string;
  industry: string;
  role: string;
}

export interface Found {
  id: string;
  name: string;
  account_name: string;
  email: string | null;
}

export const foundQuery = (filter: PeopleFilter) =>
  queryOptions({
    queryKey: ["sequences", "found", filter],
    queryFn: async ({ signal }) => {
      const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value.trim() !== ""));
      return unwrap(await anyTable().rpc("contacts_to_enrol", { filter: given }).abortSignal(signal)) as Found[];
    },
    placeholderData: keepPreviousData,
  });
