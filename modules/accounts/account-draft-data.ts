import { queryOptions } from "@tanstack/react-query";
import { unwrap } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";
import { accountBrief, type BriefAccount } from "./account-brief.ts";

/** The account that a page is about, with the columns that a brief is made of. */
export const briefAccountQuery = (id: string) =>
  queryOptions({
    queryKey: ["records", "accounts", "brief-account", id],
    queryFn: async (): Promise<BriefAccount | null> => {
      const columns = "id, name, type, industry, domain, website, notes";
      return unwrap(await supabase().from("accounts").select(columns).eq("id", id))[0] ?? null;
    },
  });

const maxPeople = 200;

/** The brief of an account as it stands now. Asked for when it is shown or exported, so that it is never an old one. */
export const accountBriefQuery = (account: BriefAccount) =>
  queryOptions({
    queryKey: ["records", "accounts", "brief", account],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const answer = await supabase()
        .from("contacts")
        .select("name, title, email, phone", { count: "exact" })
        .eq("account_id", account.id)
        .order("name")
        .limit(maxPeople)
        .abortSignal(signal);
      return accountBrief(account, unwrap(answer), answer.count ?? undefined);
    },
  });
