import { queryOptions } from "@tanstack/react-query";
import { unwrap } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";
import { accountBrief, type BriefAccount } from "./account-brief.ts";

const maxPeople = 200;

/** The brief of an account as it stands now. Asked for when it is shown or exported, so that it is never an old one. */
export const accountBriefQuery = (account: BriefAccount) =>
  queryOptions({
    queryKey: ["crm", "brief", account.id, account],
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
