// A firm with people who can be booked, on a test database. Time is given to every function.
import { randomUUID } from "node:crypto";
import type { Sql, TransactionSql, Value } from "#server/platform/database/sql.ts";
import { actAs, addUser } from "#server/testing/act-as.ts";

export interface PageOptions {
  slug?: string;
  title?: string;
  minutes?: number;
  step?: number;
  who?: "one" | "any" | "all";
  people?: string[];
  [column: string]: unknown;
}

export interface Booked {
  meeting?: string;
  again?: boolean;
  taken?: string[];
  refused?: string;
}

/** Monday, in no zone's change of clocks; far from the real day, so that nothing depends on it. */
export const now = new Date("2031-03-03T08:00:00Z");

let pages = 0;

export async function bookingForTests(sql: Sql, zone = "Europe/Berlin") {
  await sql`update public.modules set live = true where key in ('meetings', 'outbox', 'timeline', 'tasks', 'deals', 'sequences')`;
  await sql`update public.office set time_zone = ${zone}, changed_at = now()`;

  const person = async (name: string, own = zone, hours: readonly [string, string] | null = ["09:00", "17:00"]) => {
    const id = await addUser(sql, { admin: true });
    await sql`update auth.users set raw_user_meta_data = ${JSON.stringify({ name })}::jsonb where id = ${id}`;
    await sql`insert into public.availability (staff_id, zone) values (${id}, ${own})`;
    if (hours)
      await sql`insert into public.availability_hours (staff_id, weekday, opens, closes)
        select ${id}, weekday, ${hours[0]}::time, ${hours[1]}::interval from generate_series(1, 5) as weekday`;
    return id;
  };
  const page = async ({ people = [], ...columns }: PageOptions) => {
    pages += 1;
    const given = {
      slug: `page-${pages}`,
      title: `Page ${pages}`,
      minutes: 30,
      step: 30,
      notice_minutes: 0,
      state: "live",
      ...columns,
    };
    const names = Object.keys(given);
    const [row] = await sql.unsafe<{ id: string }[]>(
      `insert into public.booking_pages (${names.join(", ")})
       select ${names.map((name) => `given.${name}`).join(", ")}
       from jsonb_populate_record(null::public.booking_pages, $1::jsonb) as given returning id`,
      [JSON.stringify(given)],
    );
    for (const staff of people)
      await sql`insert into public.booking_page_people (page_id, staff_id) values (${row!.id}, ${staff})`;
    return row!.id;
  };
  const freeTimes = async (id: string, from: string | Date, until: string | Date, at: Date = now) =>
    (
      await sql<{ at: Date; people: string[] }[]>`
        select starts_at as at, people from private.free_times(${id}, ${from}, ${until}, ${at})`
    ).map(({ at: start, people }) => ({ at: start.toISOString(), people }));
  const book = async (
    id: string,
    starts: string,
    more: Record<string, unknown> = {},
    at: Date = now,
    on: Sql | TransactionSql = sql,
  ) => {
    const given = {
      submission: randomUUID(),
      page: id,
      starts_at: starts,
      guest_zone: "America/New_York",
      guest_locale: "en-US",
      name: "Dana Whitlock",
      email: `${randomUUID().slice(0, 8)}@castelline.example`,
      answers: {},
      form: randomUUID(),
      held_because: [],
      sender: { company_host: "castelline.example", company_guess: "Castelline" },
      ...more,
    };
    const [row] = await on<{ answer: Booked }[]>`
      select private.book_meeting(${JSON.stringify(given)}::jsonb, ${at}) as answer`;
    return row!.answer;
  };
  const as = <T>(userId: string, work: (tx: TransactionSql) => Promise<T>) =>
    actAs(sql, { role: "authenticated", userId }, work);
  /** A function's answer, asked for as a colleague. */
  const call = async <T>(userId: string, statement: string, ...values: Value[]): Promise<T> => {
    const [first] = await as(userId, (tx) => tx.unsafe<{ answer: T }[]>(`select ${statement} as answer`, values));
    return first!.answer;
  };
  const meeting = async (id: string) =>
    (
      await sql<
        {
          id: string;
          suggested_account_id: string | null;
          state: string;
          starts_at: Date;
          host_id: string;
          sequence: number;
          ics_uid: string;
          moves: number;
          contact_id: string | null;
          account_id: string | null;
          deal_id: string | null;
          task_id: string;
          place_detail: string | null;
          assigned_because: { rule: string; candidates: { staff_id: string; load: number }[]; chosen: string };
        }[]
      >`select * from public.meetings where id = ${id}`
    )[0]!;
  /** Two rows of one person that the constraints forbid; always none. */
  const overlaps = async () =>
    (
      await sql<{ count: number }[]>`
        select count(*)::int as count from public.occupied as one join public.occupied as other
          on one.staff_id = other.staff_id and one.id < other.id and one.during && other.during
        where (one.ours = 1 and other.ours = 1) or (one.ours <> other.ours and not one.late and not other.late)`
    )[0]!.count;
  return { person, page, freeTimes, book, as, call, meeting, overlaps };
}
