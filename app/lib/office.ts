// The office's own settings: its days begin and end where it is, not where the browser is.
import { queryOptions } from "@tanstack/react-query";
import { RequestError, unwrap } from "./request-error.ts";
import { supabase } from "./supabase.ts";

export interface Office {
  time_zone: string;
  currency: string;
  /** 1 is Monday, 7 Sunday. */
  work_days: number[];
  /** "09:00:00". */
  opens_at: string;
  /** "17:00:00". */
  closes_at: string;
}

export const officeQuery = queryOptions({
  queryKey: ["office"],
  queryFn: async (): Promise<Office> => {
    const columns = "time_zone, currency, work_days, opens_at, closes_at";
    const [office] = unwrap(await supabase().from("office").select(columns));
    if (!office) throw new RequestError("Only administrators see the office's settings.", 403);
    return office;
  },
  staleTime: 60_000,
});

export interface Holiday {
  day: string;
  name: string;
}

export const holidaysQuery = queryOptions({
  queryKey: ["office", "holidays"],
  queryFn: async (): Promise<Holiday[]> =>
    unwrap(await supabase().from("office_holidays").select("day, name").order("day")),
});

export interface Colleague {
  user_id: string;
  name: string;
  active: boolean;
}

export const staffQuery = queryOptions({
  queryKey: ["staff"],
  queryFn: async (): Promise<Colleague[]> =>
    unwrap(
      await supabase()
        .from("staff")
        .select("user_id, name, active")
        .order("active", { ascending: false })
        .order("name"),
    ),
  staleTime: 60_000,
});
