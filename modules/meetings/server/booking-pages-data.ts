// Booking pages as visitors meet them, and the times they offer.
import { z } from "zod";
import type { Sql, Statements } from "#server/platform/database/sql.ts";

export const question = z.object({
  key: z.string(),
  label: z.string(),
  kind: z.enum(["line", "text", "choice", "phone"]),
  required: z.boolean().default(false),
  choices: z.array(z.string()).default([]),
});
export type Question = z.infer<typeof question>;

export interface BookingPage {
  id: string;
  slug: string;
  title: string;
  about: string;
  minutes: number;
  who: "one" | "any" | "all";
  place: "video" | "phone" | "address" | "theirs";
  place_detail: string | null;
  questions: Question[];
  approval: boolean;
  price_minor: number | null;
  currency: string | null;
  change_until: number;
  horizon_days: number;
  visibility: "public" | "unlisted" | "clients";
  subject: string | null;
  state: "live" | "paused";
  office_zone: string;
  /** Of a link of the client's area, which opens pages for clients. */
  token?: string;
  /** Names of those one meets, on pages of one and of all. */
  with: string[];
}

const slugOf = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");

/** By its slug, or the one of a subject of the contact page: "/book/ai-consult". Drafts and archived pages are not there. */
export async function findPage(sql: Statements, slug: string): Promise<BookingPage | null> {
  if (!/^[a-z0-9-]{2,60}$/.test(slug)) return null;
  const pages = await sql<(Omit<BookingPage, "questions"> & { questions: unknown })[]>`
    select pages.id, slug, title, about, minutes, who, place, place_detail, questions, approval, price_minor::float8 as price_minor, pages.currency, change_until, horizon_days,
      visibility, subject, state, office.time_zone as office_zone,
      case when who = 'any' then '{}' else array(select staff.name from public.booking_page_people as people join public.staff on staff.user_id = people.staff_id
        where people.page_id = pages.id and staff.active and position('@' in staff.name) = 0 order by people.joined_at, staff.name) end as "with"
    from public.booking_pages as pages, public.office where state in ('live', 'paused') and (slug = ${slug} or subject is not null)`;
  const found =
    pages.find((page) => page.slug === slug) ??
    pages.find((page) => slugOf(page.subject ?? "") === slug && page.visibility === "public");
  return found ? { ...found, questions: z.array(question).parse(found.questions) } : null;
}

export async function freeTimes(
  sql: Statements,
  page: string,
  from: Date,
  until: Date,
  at: Date,
  form: string | null = null,
): Promise<Date[]> {
  const rows = await sql<{ at: Date }[]>`
    select starts_at as at from private.free_times(${page}, ${from}, ${until}, ${at}, ${form})`;
  return rows.map(({ at: start }) => start);
}

/** Nobody can be booked because their calendars cannot be read: that is not "fully booked". */
export async function isCheckingCalendars(sql: Statements, page: string, at: Date): Promise<boolean> {
  const [row] = await sql<{ all_stale: boolean }[]>`
    select count(*) > 0 and bool_and(exists (select from private.stale_calendars(array[people.staff_id], ${at}) as stale where stale.when_stale = 'closed')) as all_stale
    from public.booking_page_people as people join public.staff on staff.user_id = people.staff_id and staff.active where page_id = ${page}`;
  return row?.all_stale ?? false;
}

/** Answers of the last five seconds are shared: a crowd at one page asks the database once. */
export function sharedTimes(sql: Sql, now: () => Date) {
  const kept = new Map<string, { until: number; times: Promise<Date[]> }>();
  return (page: string, from: Date, until: Date): Promise<Date[]> => {
    const at = now();
    const key = `${page} ${from.getTime()} ${until.getTime()}`;
    const known = kept.get(key);
    if (known && known.until > at.getTime()) return known.times;
    if (kept.size > 500) kept.clear();
    const times = freeTimes(sql, page, from, until, at);
    kept.set(key, { until: at.getTime() + 5000, times });
    times.catch(() => kept.delete(key));
    return times;
  };
}
