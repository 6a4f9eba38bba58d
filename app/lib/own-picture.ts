// The picture of who is signed in, for the top bar and the profile.
import { queryOptions } from "@tanstack/react-query";
import { unwrap } from "./request-error.ts";
import { supabase } from "./supabase.ts";

export const ownPictureQuery = (userId: string) =>
  queryOptions({
    queryKey: ["own-picture", userId],
    queryFn: async (): Promise<string | null> => {
      const rows = unwrap(await supabase().from("staff").select("picture").eq("user_id", userId));
      return rows[0]?.picture ?? null;
    },
    staleTime: 300_000,
  });
