import { queryOptions } from "@tanstack/react-query";
import { unwrap } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";
import { accountBrief, type BriefAccount } from "./account-brief.ts";

const maxPeople = 200;

/** The account itself, as the brief needs it. */
export const briefAccountQuery = (id: string) =>
  queryOptions({
    queryKey: ["records", "accounts", "brief", id],
    queryFn: async ({ signal }): Promise<BriefAccount> =>
      unwrap(
        await supabase()
          .from("accounts")
          .select("id, name, type, industry, domain, website, notes")
          .eq("id", id)
          .abortSignal(signal)
          .single(),
      ),
  });

/** The brief of an account as it stands now. Asked for when it is shown or exported, so that it is never an old one. */
export const accountBriefQuery = (account: BriefAccount) =>
  queryOptions({
    queryKey: ["records", "accounts", "brief", account.id, account],
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
