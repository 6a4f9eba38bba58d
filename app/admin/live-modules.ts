// Which modules are switched on. Off until the server has said so: what is off shows nothing that could not be true.
import { queryOptions, useQuery } from "@tanstack/react-query";
import { unwrap } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";
import { allModules, areasOf } from "./areas.ts";

export const noModules: ReadonlySet<string> = new Set();

/** Those that are switched on, and those that come along with one of them. */
const withOthers = (switched: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([
    ...switched,
    ...allModules.filter(({ alsoWith }) => alsoWith?.some((key) => switched.has(key))).map(({ key }) => key),
  ]);

export const liveModulesQuery = queryOptions({
  queryKey: ["modules"],
  queryFn: async (): Promise<ReadonlySet<string>> => {
    const rows = unwrap(await supabase().from("modules").select("key").eq("live", true));
    return withOthers(new Set(rows.map(({ key }) => key)));
  },
  staleTime: 60_000,
});

export const useLiveModules = () => useQuery(liveModulesQuery).data ?? noModules;
export const useAreas = () => areasOf(useLiveModules());
