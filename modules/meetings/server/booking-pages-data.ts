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

const weekMs = 7 * 86_400_000;
/** Rules that depend on the time of day, such as notice and the end of a reservation, hold within this. */
const keptMs = 60_000;

export type OpenTimes = ReturnType<typeof openTimes>;

/**
 * The free times of pages, each day of them computed once until something changes that they are made of: a crowd at a page, or someone who turns
 * its pages for ever, asks the database for next to nothing. Kept by weeks of UTC, so that no zone and no first day makes another copy.
 */
export function openTimes(sql: Sql, now: () => Date) {
  interface Kept {
    until: number;
    version: string;
    weeks: Map<number, Promise<Date[]>>;
  }
  const pages = new Map<string, Kept>();

  async function of(page: string): Promise<Kept["weeks"]> {
    const [row] = await sql<{ version: string }[]>`
      select count(*) || ' ' || coalesce(max(id), 0) as version from private.booking_changes`;
    const at = now().getTime();
    const known = pages.get(page);
    if (known && known.version === row!.version && known.until > at && known.until - keptMs <= at) return known.weeks;
    const made: Kept = { until: at + keptMs, version: row!.version, weeks: new Map() };
    pages.set(page, made);
    return made.weeks;
  }
  function week(weeks: Kept["weeks"], page: string, number: number): Promise<Date[]> {
    const known = weeks.get(number);
    if (known) return known;
    const times = freeTimes(sql, page, new Date(number * weekMs), new Date((number + 1) * weekMs), now());
    weeks.set(number, times);
    times.catch(() => weeks.delete(number));
    return times;
  }
  /** A form's own reservation does not stand in its way. */
  const ownTimes = async (page: string, form: string | null) =>
    form === null
      ? []
      : (
          await sql<{ at: Date }[]>`
            select distinct starts_at as at from public.occupied
            where kind = 'reserved' and page_id = ${page} and form_key = encode(private.form_hash(${form}), 'hex') and expires_at > ${now()}`
        ).map(({ at }) => at);

  return {
    async between(page: string, from: Date, until: Date, form: string | null = null): Promise<Date[]> {
      const weeks = await of(page);
      const first = Math.floor(from.getTime() / weekMs);
      const count = Math.ceil(until.getTime() / weekMs) - first;
      const [own, ...found] = await Promise.all([
        ownTimes(page, form),
        ...Array.from({ length: count }, (_, n) => week(weeks, page, first + n)),
      ]);
      const moments = new Set([...own, ...found.flat()].map((at) => at.getTime()));
      return [...moments]
        .filter((at) => at >= from.getTime() && at < until.getTime())
        .toSorted((one, other) => one - other)
        .map((at) => new Date(at));
    },
    /** The first within the page's horizon. */
    async first({ id, horizon_days: days }: BookingPage, form: string | null = null): Promise<Date | null> {
      const weeks = await of(id);
      const [own] = (await ownTimes(id, form)).toSorted((one, other) => one.getTime() - other.getTime());
      const last = Math.floor((now().getTime() + days * 86_400_000) / weekMs);
      for (let number = Math.floor(now().getTime() / weekMs); number <= last; number += 1) {
        const [first] = await week(weeks, id, number);
        if (first) return own && own < first ? own : first;
      }
      return own ?? null;
    },
  };
}
