// Every query and change of the meetings' screens.
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { messageOf, RequestError, unwrap } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";
import {
  type Answered,
  type Arguments,
  call,
  callJson,
  type FunctionName,
  parsed,
  rowsOf,
} from "#app/lib/typed-answers.ts";
import { toast } from "#app/ui/toast.ts";
import type { MeetingState, PageState, Place } from "./meeting.ts";

/** The first of every key below: changes of meetings elsewhere make all of it old (app/lib/live-queries.ts). */
export const meetingsKey = "meetings";

export interface MeetingRow {
  id: string;
  reference: string;
  title: string;
  source: string;
  starts_at: string;
  ends_at: string;
  state: MeetingState;
  is_held: boolean;
  place: Place;
  place_detail: string | null;
  moves: number;
  host_id: string | null;
  hosts: string[];
  guest_name: string;
  contact_id: string | null;
  account_id: string | null;
  account_name: string | null;
  deal_id: string | null;
  page_title: string | null;
  has_question: boolean;
  answer_by: string | null;
  busy_from: string | null;
  busy_until: string | null;
  is_conflict: boolean;
  first_answer: string | null;
}

export type ListPart = "coming" | "to_confirm" | "without_outcome" | "past";

export interface ListFilter {
  part?: ListPart;
  from_at?: string;
  until_at?: string;
  whose?: string;
  of_contact?: string;
  of_account?: string;
  of_deal?: string;
  most?: number;
}

export const meetingListQuery = (filter: ListFilter) =>
  queryOptions({
    queryKey: [meetingsKey, "list", filter],
    queryFn: async ({ signal }): Promise<MeetingRow[]> =>
      rowsOf<MeetingRow>(await call("meeting_list", filter, signal)),
    staleTime: 5000,
  });

interface Week {
  week_from: string;
  week_until: string;
  whose?: string;
}
export const meetingCountsQuery = (week: Week) =>
  queryOptions({
    queryKey: [meetingsKey, "counts", week],
    queryFn: async ({ signal }) => (await call("meeting_counts", week, signal))[0] ?? null,
    staleTime: 5000,
  });

export interface Stripe {
  staff_id: string;
  starts_at: string;
  ends_at: string;
  is_late: boolean;
}
export const stripesQuery = (span: { from_at: string; until_at: string; whose?: string }) =>
  queryOptions({
    queryKey: [meetingsKey, "busy", span],
    queryFn: ({ signal }): Promise<Stripe[]> => call("busy_stripes", span, signal),
    staleTime: 5000,
  });

export const openTimesQuery = (page: string | undefined, from_at: string, until_at: string) =>
  queryOptions({
    queryKey: [meetingsKey, "open", page, from_at, until_at],
    enabled: page !== undefined,
    queryFn: async ({ signal }): Promise<string[]> =>
      (await call("open_times", { page: page!, from_at, until_at }, signal)).map(({ starts_at: at }) => at),
    staleTime: 5000,
  });

const text = z.nullable(z.string());
const messageSchema = z.object({
  id: z.string(),
  state: z.enum([
    "queued",
    "held",
    "leaving",
    "sent",
    "delivered",
    "bounced",
    "uncertain",
    "cancelled",
    "complained",
    "failed",
    "expired",
    "suppressed",
  ]),
  held_by_safe: z.boolean(),
});
const named = z.nullable(z.object({ id: z.string(), name: z.string() }));
export const recordSchema = z.object({
  id: z.string(),
  reference: z.string(),
  title: z.string(),
  source: z.string(),
  starts_at: z.string(),
  ends_at: z.string(),
  zone: z.string(),
  guest_zone: text,
  place: z.enum(["video", "phone", "address", "theirs"]),
  place_detail: text,
  state: z.enum([
    "requested",
    "awaiting_payment",
    "confirmed",
    "declined",
    "expired",
    "released",
    "cancelled",
    "met",
    "no_show",
  ]),
  sequence: z.number(),
  moves: z.number(),
  answers: z.record(z.string(), z.unknown()),
  contact_id: text,
  deal_id: text,
  host_id: text,
  assigned_because: z.nullable(
    z.object({
      rule: z.string(),
      candidates: z.optional(
        z.nullable(
          z.array(z.object({ staff_id: z.string(), minutes: z.number(), weight: z.number(), load: z.number() })),
        ),
      ),
    }),
  ),
  cancelled_by: text,
  cancel_reason: text,
  answer_by: text,
  held_because: z.array(z.string()),
  question: z.nullable(z.object({ ask: z.string(), starts_at: z.optional(text) })),
  payment_id: text,
  erased_at: text,
  page: z.nullable(
    z.object({
      id: z.string(),
      title: z.string(),
      slug: z.string(),
      questions: z.array(z.object({ key: z.string(), label: z.string() })),
    }),
  ),
  account: named,
  suggested: named,
  people: z.array(
    z.object({
      id: z.string(),
      role: z.enum(["host", "guest", "other"]),
      staff_id: text,
      contact_id: text,
      name: z.string(),
      address: z.string(),
      phone: text,
      answer: z.enum(["needs_action", "accepted", "declined", "tentative"]),
    }),
  ),
  notes: z.array(z.object({ id: z.string(), body: z.string(), by: text, created_at: z.string() })),
  mails: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      message: z.nullable(messageSchema),
      to: text,
      created_at: z.string(),
    }),
  ),
  copies: z.array(z.object({ staff_id: z.string(), name: text, state: z.string(), reason: text })),
  is_unconfirmed: z.boolean(),
  is_conflict: z.boolean(),
});
export type MeetingRecord = z.infer<typeof recordSchema>;

export const meetingQuery = (id: string) =>
  queryOptions({
    queryKey: [meetingsKey, "record", id],
    queryFn: ({ signal }) => callJson("meeting_record", { meeting: id }, z.nullable(recordSchema), signal),
    staleTime: 5000,
  });

export const dealTitleQuery = (id: string | null) =>
  queryOptions({
    queryKey: ["records", "deals", "title", id],
    enabled: id !== null,
    queryFn: async (): Promise<string | null> =>
      unwrap(await supabase().from("deals").select("name").eq("id", id!))[0]?.name ?? null,
  });

// Booking pages and hours ------------------------------------------------------------------------

export interface Question {
  key: string;
  label: string;
  kind: "line" | "text" | "choice" | "phone";
  required?: boolean | undefined;
  choices?: string[] | undefined;
}
export interface BookingPage {
  id: string;
  slug: string;
  title: string;
  about: string;
  minutes: number;
  step: number;
  buffer_before: number;
  buffer_after: number;
  notice_minutes: number;
  horizon_days: number;
  who: "one" | "any" | "all";
  max_per_day: number | null;
  max_per_week: number | null;
  visibility: "public" | "unlisted" | "clients";
  place: Place;
  place_detail: string | null;
  questions: Question[];
  approval: boolean;
  approval_hours: number;
  owner_first: boolean;
  change_until: number;
  max_moves: number;
  /** Minutes before the start. */
  reminders: number[];
  price_minor: number | null;
  currency: string | null;
  unpaid: "release" | "keep";
  service_line: string | null;
  show_at_most: number | null;
  subject: string | null;
  state: PageState;
  people: { staff_id: string; weight: number }[];
}
const questionsSchema = z.array(
  z.object({
    key: z.string(),
    label: z.string(),
    kind: z.enum(["line", "text", "choice", "phone"]),
    required: z.optional(z.boolean()),
    choices: z.optional(z.array(z.string())),
  }),
);

export const bookingPagesQuery = queryOptions({
  queryKey: [meetingsKey, "pages"],
  queryFn: async (): Promise<BookingPage[]> =>
    unwrap(
      await supabase()
        .from("booking_pages")
        .select(
          "id, slug, title, about, minutes, step, buffer_before, buffer_after, notice_minutes, horizon_days, who, max_per_day, max_per_week, visibility, place, place_detail, questions, approval, approval_hours, owner_first, change_until, max_moves, reminders, price_minor, currency, unpaid, service_line, show_at_most, subject, state, people:booking_page_people(staff_id, weight)",
        )
        .order("created_at"),
    ).map((page) => ({
      ...page,
      who: page.who as BookingPage["who"],
      visibility: page.visibility as BookingPage["visibility"],
      unpaid: page.unpaid as BookingPage["unpaid"],
      place: page.place as Place,
      state: page.state as PageState,
      questions: parsed("booking_pages", questionsSchema, page.questions),
    })),
  staleTime: 5000,
});

export interface SeenTime {
  starts_at: string;
  staff_id: string;
  reason: string | null;
  until_at: string | null;
}
export const visitorDayQuery = (page: string, day: string) =>
  queryOptions({
    queryKey: [meetingsKey, "visitors", page, day],
    queryFn: async ({ signal }): Promise<SeenTime[]> =>
      rowsOf<SeenTime>(await call("what_visitors_see", { page, day }, signal)),
  });
export const whyNotQuery = (page: string, startsAt: string | null) =>
  queryOptions({
    queryKey: [meetingsKey, "why", page, startsAt],
    enabled: startsAt !== null,
    queryFn: async ({ signal }): Promise<Omit<SeenTime, "starts_at">[]> =>
      rowsOf<Omit<SeenTime, "starts_at">>(await call("why_not_free", { page, starts_at: startsAt! }, signal)),
  });

/** "09:00" to "17:00"; past midnight 26:00. */
export interface Hours {
  weekday: number;
  opens: string;
  closes: string;
}
export interface Availability {
  zone: string;
  max_per_day: number | null;
  max_per_week: number | null;
  video_link: string | null;
  works_on_holidays: boolean;
  hours: Hours[];
  days: { day: string; ranges: { opens: string; closes: string }[] }[];
}
const short = (time: unknown) => String(time).slice(0, 5);

export const availabilityQuery = (person: string) =>
  queryOptions({
    queryKey: [meetingsKey, "hours", person],
    queryFn: async (): Promise<Availability | null> => {
      const [mine] = unwrap(
        await supabase()
          .from("availability")
          .select(
            "zone, max_per_day, max_per_week, video_link, works_on_holidays, hours:availability_hours(weekday, opens, closes, page_id), days:availability_days(day, ranges)",
          )
          .eq("staff_id", person),
      );
      if (!mine) return null;
      const rangesSchema = z.array(z.object({ opens: z.string(), closes: z.string() }));
      return {
        ...mine,
        hours: mine.hours
          .filter(({ page_id: page }) => page === null)
          .map(({ weekday, opens, closes }) => ({ weekday, opens: short(opens), closes: short(closes) })),
        days: mine.days
          .map(({ day, ranges }) => ({ day, ranges: parsed("availability_days", rangesSchema, ranges) }))
          .toSorted((one, other) => one.day.localeCompare(other.day)),
      };
    },
  });

/** Who of a page can be booked at all: whether they have hours for it, and a room. */
export const hoursOfPageQuery = (page: string, people: readonly string[]) =>
  queryOptions({
    queryKey: [meetingsKey, "hours", "of page", page, people],
    queryFn: async () =>
      unwrap(
        await supabase()
          .from("availability")
          .select("staff_id, video_link, hours:availability_hours(page_id), days:availability_days(day)")
          .in("staff_id", [...people]),
      ).map(({ hours, days, video_link: link }) => ({
        hours: days.length > 0 || hours.some(({ page_id: of }) => of === null || of === page),
        room: link !== null,
      })),
  });

// Changes ----------------------------------------------------------------------------------------

interface Doing<Value> {
  run: () => Promise<Value>;
  done: string | null;
  failed: string;
  onDone?: ((value: Value) => void) | undefined;
  /** The database refused because of an entry in a calendar: a person may go over it. */
  onEntry?: (() => void) | undefined;
}

const isEntryRefusal = (error: unknown) => error instanceof RequestError && error.details === "calendar_counts";

/** One change at a time, one sentence afterwards, and everything that may show it is read again. */
export function useMeetingChange() {
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: ({ run }: Doing<unknown>) => run(),
    onSuccess: (value, { done, onDone }) => {
      if (done !== null) toast({ title: done });
      onDone?.(value);
    },
    onError: (error, { failed, onEntry }) => {
      if (onEntry && isEntryRefusal(error)) return onEntry();
      toast({ title: failed, text: messageOf(error), tone: "danger" });
      return undefined;
    },
    onSettled: () =>
      Promise.all(
        [meetingsKey, "timeline", "tasks", "outbox"].map((key) => queries.invalidateQueries({ queryKey: [key] })),
      ),
  });
  return {
    busy: change.isPending,
    rpc: <Name extends FunctionName>(name: Name, args: Arguments<Name>, words: Omit<Doing<Answered<Name>>, "run">) =>
      change.mutate({ ...words, run: () => call(name, args) } as Doing<unknown>),
    run: <Value>(doing: Doing<Value>) => change.mutate(doing as Doing<unknown>),
  };
}
