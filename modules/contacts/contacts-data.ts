// Every query of contacts beyond what all records have.
import { queryOptions } from "@tanstack/react-query";
import { unwrap } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";

/** The newest contacts of one company, and how many there are. */
export const contactsOfAccountQuery = (accountId: string) =>
  queryOptions({
    queryKey: ["records", "contacts", "of-account", accountId],
    queryFn: async () => {
      const answer = await supabase()
        .from("contacts")
        .select("id, name, title, email, phone", { count: "exact" })
        .eq("account_id", accountId)
        .order("created_at", { ascending: false })
        .order("id")
        .limit(20);
      return { rows: unwrap(answer), count: answer.count ?? 0 };
    },
  });
