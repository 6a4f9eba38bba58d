// The sample firm comes and goes by a click, and what is real stays as it was.
import { expect, test } from "vitest";
import { actAs, addUser, type Who } from "#server/testing/act-as.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { sampleJob } from "./sample-firm.ts";

const { sql } = await testDatabase();
const admin: Who = { role: "authenticated", userId: await addUser(sql, { admin: true }) };
const visitor: Who = { role: "authenticated", userId: await addUser(sql, { admin: false }) };
const job = sampleJob(sql);
const work = async () => {
  for (const key of await job.findDue(10)) await job.run(key, new AbortController().signal);
};
const ask = (wanted: boolean, who = admin) => actAs(sql, who, (tx) => tx`select public.ask_for_sample(${wanted})`);
const state = async () =>
  (
    await actAs(
      sql,
      admin,
      (tx) =>
        tx<
          {
            state: string;
            kept: { name: string }[];
            rows: bigint | number;
            error: string | null;
            done: number;
            steps: number;
          }[]
        >`select * from public.sample_firm()`,
    )
  )[0]!;

/** Every row of every table that people's work is in, but for the log of acts, the count of changes to meetings and the sample's own notes. */
async function everything(): Promise<Record<string, string>> {
  const tables = await sql<{ place: string }[]>`
    select oid::regclass::text as place from pg_class where relkind = 'r' and relnamespace in ('public'::regnamespace, 'private'::regnamespace)
      and oid not in ('public.acts'::regclass, 'private.booking_changes'::regclass, 'private.sample_firm'::regclass) order by 1`;
  const found: Record<string, string> = {};
  for (const { place } of tables) {
    const [row] = await sql.unsafe<{ all: string }[]>(
      `select coalesce(string_agg(to_jsonb(t)::text, chr(10) order by to_jsonb(t)::text), '') as all from ${place} as t`,
    );
    found[place] = row!.all;
  }
  return found;
}

await sql`update public.modules set live = true`;
const [real] = await sql<{ id: string }[]>`
  insert into public.accounts (name, type, domain) values ('A real client', 'Customer', 'real.example') returning id`;
await sql`insert into public.contacts (account_id, name, email) values (${real!.id}, 'A Real Person', 'person@real.example')`;
await sql`insert into public.tasks (title, account_id) values ('Call the real client', ${real!.id})`;

test("first-run 4: only administrators ask for the sample firm, and only once", async () => {
  await expect(ask(true, visitor)).rejects.toThrow(/admin privileges/);
  await expect(ask(false)).rejects.toThrow("There is no sample firm to remove.");
});

test("first-run 4: a click fills every module that is on, and a click removes it to the last row, with nothing real touched", async () => {
  const before = await everything();
  await ask(true);
  expect(await state()).toMatchObject({ state: "filling" });
  await work();
  expect(await state()).toMatchObject({ state: "filled", done: 6, steps: 6, rows: 14 });
  await expect(ask(true)).rejects.toThrow("The sample firm is there already.");
  const counts = await sql`
    select (select count(*)::int from public.accounts) as accounts, (select count(*)::int from public.deals) as deals,
      (select count(*)::int from public.meetings where state = 'met') as met, (select count(*)::int from public.meetings where state = 'confirmed' and starts_at > now()) as coming,
      (select count(*)::int from public.occupied) as occupied, (select count(*)::int from private.meetings_held) as held,
      (select count(*)::int from public.payment_requests) as requests, (select count(*)::int from public.inquiries) as inquiries,
      (select count(*)::int from public.outbox) as outbox, (select count(*)::int from public.notices) as notices, (select count(*)::int from private.number_series where series = 'R') as numbers`;
  expect(counts[0]).toMatchObject({
    deals: expect.any(Number),
    requests: 6,
    inquiries: 3,
    outbox: 0,
    notices: 0,
    numbers: 0,
    // Sample meetings take no one's real time.
    occupied: 0,
  });
  expect(counts[0]!["met"]).toBeGreaterThanOrEqual(2);
  expect(counts[0]!["held"]).toBe(counts[0]!["met"]);
  expect(counts[0]!["coming"]).toBeGreaterThanOrEqual(2);
  expect(counts[0]!["accounts"]).toBeGreaterThanOrEqual(15);
  expect(counts[0]!["deals"]).toBeGreaterThanOrEqual(28);
  // What noted the rows is off again with the transaction.
  const noting = () => sql`select from pg_trigger where tgname = 'noted_as_sample' and tgenabled <> 'D'`;
  expect(await noting()).toHaveLength(0);

  await ask(false);
  await work();
  expect(await state()).toMatchObject({ state: "none", kept: [], rows: 0 });
  const after = await everything();
  const different = Object.keys(before).filter((place) => before[place] !== after[place]);
  expect(different).toEqual([]);
  expect(await noting()).toHaveLength(0);
});

test("first-run 4: a sample company that real work was attached to is named and kept, with what it needs, and so are hours that a person set for themselves; the rest goes", async () => {
  await ask(true);
  await work();
  const [used] = await sql<{ id: string; name: string }[]>`
    select id, name from public.accounts where name = 'Castelline'`;
  // As a colleague writes it: somebody's own row that refers to the sample.
  await actAs(
    sql,
    admin,
    (tx) => tx`insert into public.tasks (title, account_id) values ('Call them on Monday', ${used!.id})`,
  );
  await actAs(
    sql,
    admin,
    (tx) => tx`select public.save_availability(${admin.userId!}, '{"video_link": "https://rooms.example/{code}"}')`,
  );
  await ask(false);
  await work();
  const { kept } = await state();
  expect(kept.map(({ name }) => name)).toContain("Castelline");
  const left = await sql<{ name: string }[]>`select name from public.accounts order by name`;
  expect(left.map(({ name }) => name)).toEqual(["A real client", "Castelline"]);
  expect(
    await sql`select from public.tasks where title in ('Call them on Monday', 'Call the real client')`,
  ).toHaveLength(2);
  expect(await sql`select video_link from public.availability`).toEqual([
    { video_link: "https://rooms.example/{code}" },
  ]);
  expect(await sql`select from public.booking_pages`).toHaveLength(0);
  // Kept for good: it is the firm's own now.
  expect(await sql`select from private.sample_rows`).toHaveLength(0);
});

test("first-run 4: with modules off only companies and people come, and a fill that fails leaves nothing and says why", async () => {
  await sql`update public.modules set live = false`;
  await ask(true);
  await work();
  expect(await state()).toMatchObject({ state: "filled", steps: 1 });
  await ask(false);
  await work();
  await sql`create function private.break_sample() returns trigger language plpgsql as 'begin raise exception ''no room''; end'`;
  await sql`create trigger break_sample before insert on public.contacts for each row execute function private.break_sample()`;
  await ask(true);
  await expect(work()).rejects.toThrow("no room");
  expect(await state()).toMatchObject({ state: "failed", error: "no room", rows: 0 });
  await sql`drop trigger break_sample on public.contacts`;
  await ask(true);
  await work();
  expect(await state()).toMatchObject({ state: "filled" });
});
