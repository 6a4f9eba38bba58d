import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { unwrap } from "#app/lib/request-error.ts";
import { searchTerm } from "#app/lib/search-term.ts";
import { supabase } from "#app/lib/supabase.ts";
import type { IconName } from "#app/ui/icon.tsx";

export interface FoundGroup {
  heading: string;
  icon: IconName;
  /** A record's page is this address and its id. */
  page: string;
  rows: { id: string; name: string; detail: string }[];
}

/** The first few accounts and contacts for the command palette. */
export const foundRecordsQuery = (term: string) =>
  queryOptions({
    queryKey: ["crm", "found", term.trim()],
    enabled: term.trim().length > 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<FoundGroup[]> => {
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
      return [
        {
          heading: "Accounts",
          icon: "stack",
          page: "/admin/crm/accounts",
          rows: unwrap(accounts).map(({ id, name, type }) => ({ id, name, detail: type })),
        },
        {
          heading: "Contacts",
          icon: "user",
          page: "/admin/crm/contacts",
          rows: unwrap(contacts).map(({ id, name, email }) => ({ id, name, detail: email ?? "" })),
        },
      ];
    },
  });

/** What can be done with records from anywhere. */
export const recordActions = (): { name: string; icon: IconName; to: string }[] => [
  { name: "New Account", icon: "plus", to: "/admin/crm?dialog=new" },
  { name: "New Contact", icon: "plus", to: "/admin/crm?tab=contacts&dialog=new" },
  { name: "Import accounts from CSV", icon: "deploy", to: "/admin/crm?dialog=import" },
  { name: "Import contacts from CSV", icon: "deploy", to: "/admin/crm?tab=contacts&dialog=import" },
];
