// Every column that has a colleague in it, and what becomes of it when they leave. A new column must be named here.
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { TransactionSql, Value } from "#server/platform/database/sql.ts";
import { actAs, addUser } from "#server/testing/act-as.ts";
import { testDatabase } from "#server/testing/test-database.ts";

const { sql } = await testDatabase();
await sql`update public.modules set live = true`;

/** Work that goes on: someone else has it. */
const handedOver = [
  "public.accounts.owner_id",
  "public.booking_page_people.staff_id",
  "public.contacts.owner_id",
  "public.deals.owner_id",
  "public.inquiries.assignee_id",
  "public.meeting_people.staff_id",
  "public.meetings.host_id",
  "public.proposals.owner_id",
  "public.retainers.owner_id",
  "public.sequences.owner_id",
  "public.subjects.owner_id",
  "public.tasks.assignee_id",
];

/** Connections and what they hold: they end (the hook `colleague left`). */
const ends = ["public.calendars.staff_id", "public.mailboxes.owner_id", "public.occupied.staff_id"];

/** Theirs alone: of use to no one else, and there again if they come back. */
const personal = [
  "private.calendar_sign_ins.staff_id",
  "private.client_challenges.user_id",
  "private.client_known_devices.user_id",
  "private.client_passkeys.user_id",
  "private.client_sessions.user_id",
  "private.client_sessions.viewer_id",
  "private.notice_days.user_id",
  "private.push_browsers.user_id",
  "private.task_digests.user_id",
  "private.viewing_as.user_id",
  "public.availability.staff_id",
  "public.availability_days.staff_id",
  "public.availability_hours.staff_id",
  "public.calendar_copies.staff_id",
  "public.client_access.user_id",
  "public.dashboard_layouts.user_id",
  "public.follows.user_id",
  "public.format_choices.user_id",
  "public.mail_never.owner_id",
  "public.notice_choices.user_id",
  "public.notices.user_id",
  "public.outbox_signatures.user_id",
  "public.staff.user_id",
  "public.tie_snoozes.staff_id",
  "public.user_roles.user_id",
  "public.views.owner_id",
];

/** Who did it, whom someone knows: the name stays. */
const history = /\.(?:\w+_by|by|actor_id|author_id|by_staff|reader_id)$/;
const evidence = [
  "private.meetings_held.staff_id",
  "private.tie_changes.staff_id",
  "private.tie_days.staff_id",
  "private.ties.staff_id",
  "public.client_messages.staff_id",
  "public.introductions.staff_id",
  "public.mail_answers.staff_id",
  "public.mail_people.staff_id",
  "public.mailbox_consents.owner_id",
  "public.meeting_notes.staff_id",
  "public.talks.staff_id",
];

const columnsOfColleagues = async () =>
  (
    await sql<{ place: string }[]>`
      select format('%s.%s.%s', columns.table_schema, columns.table_name, columns.column_name) as place
      from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_type = 'BASE TABLE' and columns.table_schema in ('public', 'private') and columns.data_type = 'uuid'
        and (columns.column_name ~ '(^|_)(owner|assignee|staff|user|host|author|actor|viewer|colleague|reader)(_id)?$|(^|_)by$'
          or exists (
            select from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
            where contype = 'f' and conrelid = format('%I.%I', columns.table_schema, columns.table_name)::regclass
              and attname = columns.column_name and confrelid in ('public.staff'::regclass, 'auth.users'::regclass)))
      order by 1`
  ).map(({ place }) => place);

const tableAndColumn = (place: string) => {
  const at = place.lastIndexOf(".");
  return [place.slice(0, at), place.slice(at + 1)] as const;
};
async function rowsOf(place: string, person: string) {
  const [table, column] = tableAndColumn(place);
  const [found] = await sql.unsafe<{ count: number }[]>(
    `select count(*)::int as count from ${table} where ${column} = $1`,
    [person],
  );
  return found!.count;
}
const put = async (table: string, values: Record<string, Value>) => {
  const [row] = await sql<{ id: string }[]>`insert into public.${sql(table)} ${sql(values)} returning *`;
  return row!.id;
};

test("team 8: what becomes of every column with a colleague in it is written down", async () => {
  const named = [...handedOver, ...ends, ...personal, ...evidence];
  const found = await columnsOfColleagues();
  expect(found.filter((place) => !named.includes(place) && !history.test(place))).toEqual([]);
  expect(named.filter((place) => !found.includes(place))).toEqual([]);
  expect(new Set(named).size).toBe(named.length);
});

test("team 8: everything that goes on has someone else afterwards, kind by kind as chosen", async () => {
  const by = await addUser(sql, { admin: true });
  const [leaver, heir, companyOwner] = await Promise.all([1, 2, 3].map(() => addUser(sql, { admin: true })));
  const asOwner = <T>(work: (tx: TransactionSql) => Promise<T>) =>
    actAs(sql, { role: "authenticated", userId: by }, work);
  const own = { owner_id: leaver! };
  const account = await put("accounts", { name: "Norrfall", owner_id: companyOwner! });
  await put("accounts", { name: "Theirs", ...own });
  const contact = await put("contacts", { name: "Ada Lind", account_id: account, ...own });
  await put("deals", { name: "Pilot", account_id: account, ...own });
  await put("tasks", { title: "Call", account_id: account, assignee_id: leaver! });
  await put("inquiries", {
    id: randomUUID(),
    kind: "contact",
    name: "Ada",
    email: "ada@norrfall.example",
    message: "Hello",
    state: "new",
    account_id: account,
    assignee_id: leaver!,
  });
  await sql`update public.subjects set owner_id = ${leaver!} where label = (select min(label) from public.subjects)`;
  await put("proposals", { number: "P-1", account_id: account, timezone: "Europe/Berlin", currency: "EUR", ...own });
  await put("retainers", {
    title: "Care",
    account_id: account,
    currency: "EUR",
    every_months: 1,
    anchor_on: "2030-01-01",
    starts_on: "2030-01-01",
    ...own,
  });
  await put("sequences", { name: "Welcome", timezone: "Europe/Berlin", ...own });
  await sql`insert into public.availability (staff_id, zone) values (${leaver!}, 'Europe/Berlin')`;
  const page = await put("booking_pages", { slug: "first-call", title: "First call", step: 30 });
  await sql`insert into public.booking_page_people (page_id, staff_id) values (${page}, ${leaver!})`;
  const starts = new Date(Date.now() + 3 * 86_400_000).toISOString();
  await actAs(
    sql,
    { role: "authenticated", userId: leaver! },
    (tx) =>
      tx`select public.book_by_hand(${JSON.stringify({ contact, starts_at: starts, minutes: 30, title: "Talk", place: "phone" })}::jsonb)`,
  );
  // What is over keeps the name it was done under.
  const done = await put("tasks", { title: "Done", account_id: account, assignee_id: leaver!, done_at: new Date() });

  for (const place of handedOver) expect([place, await rowsOf(place, leaver!)]).not.toEqual([place, 0]);
  const [before] = await asOwner(
    (tx) => tx<{ seen: { holds: object; falls_to: object } }[]>`select public.leaving_preview(${leaver!}) as seen`,
  );
  expect(before!.seen.holds).toEqual({
    accounts: 1,
    contacts: 1,
    deals: 1,
    tasks: 1,
    inquiries: 1,
    "inquiry routes": 1,
    meetings: 1,
    "booking pages": 1,
    proposals: 1,
    retainers: 1,
    sequences: 1,
  });
  expect(before!.seen.falls_to).toMatchObject({
    deals: "company_owner",
    sequences: "me",
    "booking pages": "me_if_empty",
  });

  const heirs = { proposals: heir!, sequences: heir!, "inquiry routes": heir! };
  await asOwner((tx) => tx`select public.deactivate_colleague(${leaver!}, ${JSON.stringify(heirs)}::jsonb)`);
  expect(await sql`delete from public.tasks where id = ${done} and assignee_id = ${leaver!}`).toMatchObject({
    count: 1,
  });
  for (const place of handedOver) expect([place, await rowsOf(place, leaver!)]).toEqual([place, 0]);
  const ownerOf = async (table: string, column: string) =>
    (
      await sql.unsafe<Record<string, string>[]>(
        `select distinct ${column} from public.${table} where ${column} is not null`,
      )
    ).map((row) => row[column]);
  expect(await ownerOf("proposals", "owner_id")).toEqual([heir]);
  expect(await ownerOf("sequences", "owner_id")).toEqual([heir]);
  expect(await ownerOf("subjects", "owner_id")).toEqual([heir]);
  expect(await ownerOf("deals", "owner_id")).toEqual([companyOwner]);
  expect(await ownerOf("retainers", "owner_id")).toEqual([companyOwner]);
  expect(await ownerOf("booking_page_people", "staff_id")).toEqual([by]);
  expect((await ownerOf("accounts", "owner_id")).toSorted()).toEqual([by, companyOwner!].toSorted());
});
