import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { unwrap } from "#app/lib/request-error.ts";
import { searchTerm } from "#app/lib/search-term.ts";
import { supabase } from "#app/lib/supabase.ts";

/** The first few accounts and contacts for the command palette. */
export const foundRecordsQuery = (term: string) =>
  queryOptions({
    queryKey: ["crm", "found", term.trim()],
    enabled: term.trim().length > 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const [accounts, contacts] = await Promise.all([
        supabase()
          .rpc("search_accounts", { term: searchTerm(term), sort: "name", most: 5 }, { get: true })
          .select("id, name, type")
          .order("name")
          .limit(5)
          .abortSignal(signal),
        supabase()
          .rpc("search_contacts", { term: searchTerm(term), sort: "name", most: 5 }, { get: true })
          .select("id, name, email")
          .order("name")
          .limit(5)
          .abortSignal(signal),
      ]);
      return {
        accounts: unwrap(accounts).map(({ id, name, type }) => ({ id, name, detail: type })),
        contacts: unwrap(contacts).map(({ id, name, email }) => ({ id, name, detail: email ?? "" })),
      };
    },
  });
