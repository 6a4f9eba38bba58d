// Calendars of people, and the outside scheduling service: what their settings show and change.
import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import { callApi } from "#app/lib/api.ts";
import { unwrap } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";
import { currentMillis } from "#domain/clock.ts";
import {
  chooseAnswer,
  connectAnswer,
  type ConnectBody,
  feedAnswer,
  providerAnswer,
  readAnswer,
  returnAnswer,
  sentAnswer,
  servicesAnswer,
} from "./calendar-routes.ts";

export const calendarsQuery = queryOptions({
  queryKey: ["meetings", "calendars"],
  queryFn: async () =>
    unwrap(
      await supabase()
        .from("calendars")
        .select(
          "id, staff_id, kind, name, address, username, reads, writes, write_details, count_tentative, count_all_day, count_unanswered, state, reason, last_good_at, next_try_at, when_stale, made_by_us, created_at",
        )
        .neq("state", "removed")
        .order("created_at"),
    ),
  staleTime: 5000,
});
export type Calendar = Awaited<ReturnType<NonNullable<typeof calendarsQuery.queryFn>>>[number];

export const isStale = ({ last_good_at: good, created_at: made }: Calendar, minutes: number) =>
  currentMillis() - Date.parse(good ?? made) > minutes * 60_000;

export function hostOf({ kind, address, name }: Pick<Calendar, "kind" | "address" | "name">): string {
  if (kind === "google") return "Google";
  if (kind === "microsoft") return "Microsoft";
  return URL.canParse(address) ? new URL(address).host : name;
}

const post = { method: "POST" } as const;
export const connectCalendar = (body: ConnectBody) => callApi("/meetings/calendars", connectAnswer, { ...post, body });
export const readCalendarNow = (id: string) => callApi(`/meetings/calendars/${id}/read`, readAnswer, post);
export const signInAgain = (id: string, password: string) =>
  callApi(`/meetings/calendars/${id}/password`, readAnswer, { ...post, body: { password } });
export const renewFeed = () => callApi("/meetings/feed", feedAnswer, post);

export const servicesQuery = queryOptions({
  queryKey: ["meetings", "calendar services"],
  queryFn: () => callApi("/meetings/calendars/services", servicesAnswer),
});
export type ServiceKind = "google" | "microsoft";
export const serviceNames: Record<ServiceKind, string> = { google: "Google", microsoft: "Microsoft" };
/** Away to the service; it returns to the page calendars/return. */
export async function signInAt(kind: ServiceKind): Promise<void> {
  const { address } = await callApi("/meetings/calendars/sign-in", sentAnswer, { ...post, body: { kind } });
  window.location.assign(address);
}
export const cameBack = (body: { state: string; code?: string; error?: string }) =>
  callApi("/meetings/calendars/return", returnAnswer, { ...post, body });
export const chooseCalendars = (body: { state: string; reads: string[]; writes: boolean }) =>
  callApi("/meetings/calendars/choose", chooseAnswer, { ...post, body });

export const providerQuery = queryOptions({
  queryKey: ["meetings", "provider"],
  queryFn: () => callApi("/meetings/provider", providerAnswer),
});
export const testWebhook = () =>
  callApi("/meetings/provider/test", z.object({ ok: z.boolean(), said: z.string() }), post);
