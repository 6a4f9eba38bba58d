import { randomUUID } from "node:crypto";
import pino from "pino";
import { afterAll, expect, test } from "vitest";
import { presenceMs } from "#domain/live.ts";
import type { Module } from "#domain/module.ts";
import { modules } from "#modules/registry.ts";
import { rightsInDatabase } from "#server/api/caller-rights.ts";
import { eventually } from "#server/testing/eventually.ts";
import { readLiveStream } from "#server/testing/live-stream.ts";
import { someone, testAuth } from "#server/testing/test-auth.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { openLive } from "./live.ts";

const { sql } = await testDatabase();
const { auth, administrator, browser } = await testAuth(sql);
const log = pino({ level: "silent" });
const askRights = rightsInDatabase(sql, auth.identify);

async function instance(options: Parameters<typeof openLive>[2] = {}) {
  const live = await openLive(sql, log, options);
  afterAll(() => live.close());
  const routes = live.routes(askRights);
  return {
    ...live,
    async stream(token: string | null) {
      return routes.request("/", { headers: token ? { authorization: `Bearer ${token}` } : {} });
    },
    here: (token: string, report: object) =>
      routes.request("/presence", {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify(report),
      }),
  };
}

async function person({ admin = true } = {}) {
  const email = someone();
  const { data } = await administrator().auth.admin.createUser({
    email,
    password: "correct horse 9",
    email_confirm: true,
  });
  const id = data.user!.id;
  if (admin) await sql`insert into public.user_roles (user_id, role) values (${id}, 'admin')`;
  const client = browser();
  const signedIn = await client.auth.signInWithPassword({ email, password: "correct horse 9" });
  return { id, client, token: signedIn.data.session!.access_token };
}

const owner = await person();
const [one, other] = [await instance(), await instance()];
const addAccounts = (count: number) => sql<{ id: string }[]>`
  insert into public.accounts (name, type) select 'Norrfall ' || n, 'Customer' from generate_series(1, ${count}::int) as n returning id`;

test("records 12: every kind of record that has a page is announced", async () => {
  const announced = await sql<{ name: string }[]>`select name from private.live_tables`;
  const withPage = (modules as readonly Module[]).flatMap(({ entity }) => (entity?.page ? [entity.table] : []));
  expect(withPage.filter((table) => !announced.some(({ name }) => name === table))).toEqual([]);
});

test("records 12: each of two instances tells of a change, by whom, without a word of the record", async () => {
  const streams = await Promise.all([one, other].map(async ({ stream }) => readLiveStream(await stream(owner.token))));
  await Promise.all(streams.map(({ next }) => next("open")));
  const [account] = await sql.begin(async (transaction) => {
    await transaction`select set_config('request.jwt.claims', ${JSON.stringify({ sub: owner.id })}, true)`;
    return transaction<
      { id: string }[]
    >`insert into public.accounts (name, type) values ('Secret AB', 'Customer') returning id`;
  });
  for (const { next, events, cancel } of streams) {
    const told = await next("changed", (data) => JSON.stringify(data).includes(account!.id));
    expect(told).toMatchObject({ table: "accounts", op: "insert", ids: [account!.id], by: owner.id });
    expect(JSON.stringify(events)).not.toContain("Secret");
    await cancel();
  }
});

test("records 12: up to 50 rows of a statement are named; more, or more than 20 statements, are told as one", async () => {
  const { next, events, cancel } = readLiveStream(await one.stream(owner.token));
  await next("open");
  const isChange = ({ event }: { event: string }) => event === "changed";
  await addAccounts(50);
  expect(await next("changed")).toMatchObject({ op: "insert", ids: { length: 50 } });
  events.length = 0;
  await addAccounts(51);
  expect(await next("changed")).toEqual({ table: "accounts", area: "crm", op: "many" });
  events.length = 0;
  const { id } = (await addAccounts(1))[0]!;
  await next("changed");
  events.length = 0;
  await sql.begin(async (transaction) => {
    for (let n = 0; n < 40; n++) await transaction`update public.accounts set name = ${`Name ${n}`} where id = ${id}`;
  });
  await next("changed", (data) => JSON.stringify(data).includes("many"));
  // The same payload is told once by PostgreSQL: one that names the row, one for the rest.
  expect(events.filter(isChange)).toHaveLength(2);
  await sql`update public.accounts set name = 'x' where false`;
  await sql`delete from public.accounts where id = ${id}`;
  expect(await next("changed", (data) => JSON.stringify(data).includes("delete"))).toMatchObject({ ids: [id] });
  expect(events.filter(isChange)).toHaveLength(3);
  await cancel();
});

test("records 12: the stream is for people who may read an area, and for nothing else of theirs", async () => {
  const visitor = await person({ admin: false });
  expect((await one.stream(null)).status).toBe(401);
  expect((await one.stream("forged")).status).toBe(401);
  expect((await one.stream(visitor.token)).status).toBe(403);
  expect(
    (await one.here(visitor.token, { table: "accounts", id: randomUUID(), tab: randomUUID(), here: true })).status,
  ).toBe(403);
  // One who may read the outbox alone hears nothing of companies.
  await sql.unsafe(`create or replace function public.may(area text, action text) returns boolean language sql stable
    as $$ select public.is_admin() and (area = 'outbox' or auth.uid() <> '${owner.id}') $$`);
  try {
    const { next, events, cancel } = readLiveStream(await one.stream(owner.token));
    await next("open");
    await addAccounts(1);
    await sql`select private.send_live('changed', '{"table": "outbox", "op": "many"}', area => 'outbox')`;
    await next("changed", (data) => JSON.stringify(data).includes("outbox"));
    expect(JSON.stringify(events)).not.toContain("accounts");
    await cancel();
  } finally {
    await sql`create or replace function public.may(area text, action text) returns boolean language sql stable as $$ select public.is_admin() $$`;
  }
});

test("records 12: a message for one person reaches that person alone", async () => {
  const colleague = await person();
  const theirs = readLiveStream(await one.stream(colleague.token));
  const mine = readLiveStream(await other.stream(owner.token));
  await Promise.all([theirs.next("open"), mine.next("open")]);
  await sql`select private.send_live('notice', '{"n": 1}', person => ${colleague.id})`;
  await sql`select private.send_live('notice', '{"n": 2}', person => ${owner.id})`;
  expect(await theirs.next("notice")).toEqual({ n: 1 });
  expect(await mine.next("notice")).toEqual({ n: 2 });
  expect(theirs.events.filter(({ event }) => event === "notice")).toHaveLength(1);
  await Promise.all([theirs.cancel(), mine.cancel()]);
});

test("records 12: the stream ends with the session, and with the role", async () => {
  // Told at once: by the clock they would not look again while this test runs.
  const told = { recheckMs: 3_600_000 };
  const [first, second] = [await instance(told), await instance(told)];
  const [leaving, demoted] = [await person(), await person()];
  const streams = [
    readLiveStream(await first.stream(leaving.token)),
    readLiveStream(await second.stream(demoted.token)),
  ];
  await Promise.all(streams.map(({ next }) => next("open")));
  await leaving.client.auth.signOut();
  await eventually(() => expect(streams[0]!.hasEnded()).toBe(true));
  expect(streams[1]!.hasEnded()).toBe(false);
  await sql`delete from public.user_roles where user_id = ${demoted.id}`;
  await eventually(() => expect(streams[1]!.hasEnded()).toBe(true));
});

test("records 12: one person has so many streams, and so has the process; a closed one makes room", async () => {
  const few = await instance({ limits: { perPerson: 2, inAll: 3 } });
  const [a, b] = [await person(), await person()];
  const open = await Promise.all([few.stream(a.token), few.stream(a.token), few.stream(b.token)]);
  expect(open.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(open[0]!.headers.get("x-accel-buffering")).toBe("no");
  const tooMany = await few.stream(a.token);
  expect([tooMany.status, tooMany.headers.get("retry-after")]).toEqual([429, "30"]);
  expect((await few.stream(b.token)).status).toBe(429);
  await open[2]!.body!.cancel();
  const again = await few.stream(b.token);
  expect(again.status).toBe(200);
  const last = readLiveStream(again);
  few.endStreams();
  await eventually(() => expect(last.hasEnded()).toBe(true));
});

test("records 12: who else is on a record is known on every instance, and gone 10 s after the last sign", async () => {
  let now = Date.now();
  const clock = { now: () => now, expireEveryMs: 5 };
  const [here, there] = [await instance(clock), await instance(clock)];
  const [a, b] = [await person(), await person()];
  await sql`update public.staff set name = 'Ada Lind' where user_id = ${a.id}`;
  await sql`update public.staff set name = 'Noor Marchetti' where user_id = ${b.id}`;
  const record = { table: "accounts", id: randomUUID() };
  const at = { ...record, tab: randomUUID(), here: true };
  const { next, events, cancel } = readLiveStream(await there.stream(b.token));
  await next("open");
  expect(await (await here.here(a.token, at)).json()).toEqual({ people: [{ id: a.id, name: "Ada Lind" }] });
  expect(await next("presence")).toEqual({ ...record, people: [{ id: a.id, name: "Ada Lind" }] });
  const joined = await (await there.here(b.token, { ...at, tab: randomUUID() })).json();
  expect(joined).toEqual({
    people: [
      { id: a.id, name: "Ada Lind" },
      { id: b.id, name: "Noor Marchetti" },
    ],
  });
  await next("presence", (data) => JSON.stringify(data).includes("Noor"));
  // A further sign of the same window is no news.
  events.length = 0;
  await here.here(a.token, at);
  await here.here(a.token, { ...at, here: false });
  expect(await next("presence")).toEqual({ ...record, people: [{ id: b.id, name: "Noor Marchetti" }] });
  events.length = 0;
  now += presenceMs;
  expect(await next("presence")).toEqual({ ...record, people: [] });
  expect((await here.here(a.token, { ...at, table: "user_roles" })).status).toBe(400);
  await cancel();
});
