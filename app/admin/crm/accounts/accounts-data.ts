// Every query of accounts beyond what all records have.
import { queryOptions } from "@tanstack/react-query";
import type { Entity } from "#app/admin/crm/entity.ts";
import { unwrap } from "#app/lib/request-error.ts";
import { searchTerm } from "#app/lib/search-term.ts";
import { supabase } from "#app/lib/supabase.ts";
import { accountFields } from "./account-fields.ts";

export const accounts: Entity = {
  table: "accounts",
  one: "account",
  many: "accounts",
  select: "*",
  search: "search_accounts",
  countFound: "count_found_accounts",
  deleteMany: "delete_accounts",
  fields: accountFields,
};

export interface Company {
  id: string;
  name: string;
}

/** For the company picker: the first matches by name, so that it stays quick with any number of accounts. */
export const companiesQuery = (term: string) =>
  queryOptions({
    queryKey: ["crm", "accounts", "companies", term],
    queryFn: async ({ signal }): Promise<Company[]> => {
      const found = term.trim()
        ? supabase()
            .rpc("search_accounts", { term: searchTerm(term), sort: "name", most: 50 }, { get: true })
            .select("id, name")
        : supabase().from("accounts").select("id, name");
      return unwrap(await found.order("name").order("id").limit(50).abortSignal(signal));
    },
    staleTime: 5000,
  });

export const companyNameQuery = (id: string) =>
  queryOptions({
    queryKey: ["crm", "accounts", "company-name", id],
    queryFn: async () => unwrap(await supabase().from("accounts").select("id, name").eq("id", id))[0]?.name ?? null,
    enabled: id !== "",
  });

/** How many contacts would be deleted with these accounts. */
export const contactsOfQuery = (ids: string[]) =>
  queryOptions({
    queryKey: ["crm", "contacts", "count-of", ids],
    queryFn: async () => unwrap(await supabase().rpc("count_contacts_of", { ids })),
    enabled: ids.length > 0,
    staleTime: 0,
  });
