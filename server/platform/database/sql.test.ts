import { once } from "node:events";
import { createConnection, createServer, type Socket } from "node:net";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { DatabaseError } from "pg";
import { afterAll, describe, expect, test } from "vitest";
import { eventually } from "#server/testing/eventually.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { isConnectionLost, isDatabaseAway } from "./connection-errors.ts";
import { socketIn } from "./database.ts";
import { openPool } from "./sql.ts";

const { sql, connection } = await testDatabase();
await sql`create table public.things (id int primary key, name text, made timestamptz, due date, cents bigint, tags text[])`;

describe("a template", () => {
  test("sends values beside the text, never inside it", async () => {
    const hostile = `'); drop table public.things; --`;
    await sql`insert into public.things (id, name) values (${1}, ${hostile})`;
    expect(await sql`select name from public.things where name = ${hostile}`).toEqual([{ name: hostile }]);
  });
  test("takes parts that are templates themselves, and numbers their values on", async () => {
    const either = sql`id = ${1} or id = ${2}`;
    const rows = await sql`select id from public.things where name is not null and (${either}) and id < ${9}`;
    expect(rows).toEqual([{ id: 1 }]);
  });
  test("quotes names", async () => {
    const odd = 'a"b; drop';
    expect(await sql`select 1 as ${sql(odd)}`).toEqual([{ [odd]: 1 }]);
  });
  test("inserts rows, and says how many", async () => {
    const made = await sql`insert into public.things ${sql([
      { id: 10, name: "ten", tags: ["a", 'b "c"', "d,e"] },
      { id: 11, name: null, tags: [] },
    ])}`;
    expect(made.count).toBe(2);
    expect(await sql`select id, name, tags from public.things where id >= 10 order by id`).toEqual([
      { id: 10, name: "ten", tags: ["a", 'b "c"', "d,e"] },
      { id: 11, name: null, tags: [] },
    ]);
    expect(() => sql([])).toThrow("no rows");
  });
  test("refuses undefined, which no one means", async () => {
    const nothing = {} as { name: string };
    await expect(sql`select ${nothing.name}::text`).rejects.toThrow("undefined");
  });
  test("is sent once, when it is awaited, however often", async () => {
    const count = () => sql`select count(*) as n from public.things where name = 'lazy'`;
    const insert = sql`insert into public.things (id, name) values (20, 'lazy')`;
    expect(await count()).toEqual([{ n: 0 }]);
    await Promise.all([insert, insert]);
    expect(await count()).toEqual([{ n: 1 }]);
  });
});

describe("values", () => {
  test("days are days, instants keep their microseconds when they go back as text", async () => {
    await sql`insert into public.things (id, made, due) values (30, '2026-03-29 01:30:00.123456+00', '2026-03-29')`;
    const [row] = await sql`select made, made::text as exact, due from public.things where id = 30`;
    expect(row?.made).toEqual(new Date("2026-03-29T01:30:00.123Z"));
    expect(row?.due).toBe("2026-03-29");
    const same = await sql`select id from public.things where made = ${row?.exact as string}`;
    expect(same).toEqual([{ id: 30 }]);
    const days = await sql`select array['2026-01-01', null]::date[] as days`;
    expect(days).toEqual([{ days: ["2026-01-01", null] }]);
  });
  test("great numbers are exact or refused", async () => {
    await sql`insert into public.things (id, cents) values (31, ${Number.MAX_SAFE_INTEGER})`;
    expect(await sql`select cents from public.things where id = 31`).toEqual([{ cents: Number.MAX_SAFE_INTEGER }]);
    await expect(sql`select 9007199254740993::bigint as n`).rejects.toThrow("select it as text");
    await expect(sql`select array[9007199254740993]::bigint[] as n`).rejects.toThrow("select it as text");
    expect(await sql`select 0.1::numeric + 0.2 as n, 9007199254740993::bigint::text as t`).toEqual([
      { n: "0.3", t: "9007199254740993" },
    ]);
  });
  test("as PostgreSQL writes them, for those who ask", async () => {
    expect(await sql.texts("select 1, true, null, $1::date, '{\"a\": 1}'::json", ["2026-01-02"])).toEqual([
      ["1", "t", null, "2026-01-02", '{"a": 1}'],
    ]);
    await expect(sql.texts("select 1; select 2")).rejects.toThrow("multiple commands");
  });
});

describe("a transaction", () => {
  test("is kept as a whole or not at all", async () => {
    const failing = sql.begin(async (tx) => {
      await tx`insert into public.things (id) values (40)`;
      throw new Error("changed my mind");
    });
    await expect(failing).rejects.toThrow("changed my mind");
    expect(await sql`select from public.things where id = 40`).toHaveLength(0);
    expect(await sql.begin((tx) => tx`insert into public.things (id) values (40) returning id`)).toEqual([{ id: 40 }]);
  });
  test("does not pretend to have been kept after a failure nobody looked at", async () => {
    const swallowed = sql.begin(async (tx) => {
      await tx`insert into public.things (id) values (41)`;
      await tx`insert into public.things (id) values (41)`.catch(() => {});
    });
    await expect(swallowed).rejects.toThrow("rolled back");
    expect(await sql`select from public.things where id = 41`).toHaveLength(0);
  });
  test("takes options", async () => {
    const writing = sql.begin("read only", (tx) => tx`insert into public.things (id) values (42)`);
    await expect(writing).rejects.toMatchObject({ code: "25006" });
  });
  test("copies rows in and out, on a pool that does not pipeline", async () => {
    const copying = openPool({ ...connection, max: 1, pipeline: false });
    const rows = Array.from({ length: 5000 }, (_, index) => `${index + 1000}\tname ${index}\n`).join("");
    const back = await copying.begin(async (tx) => {
      await pipeline([rows], tx.copyFrom("copy public.things (id, name) from stdin"));
      return text(tx.copyTo("copy (select id, name from public.things where id >= 1000 order by id) to stdout"));
    });
    expect(back).toBe(rows);
    const bad = copying.begin((tx) => pipeline(["x\ty\n"], tx.copyFrom("copy public.things (id, name) from stdin")));
    await expect(bad).rejects.toThrow(DatabaseError);
    expect(await copying`select 1 as one`).toEqual([{ one: 1 }]);
    await copying.end();
  });
});

test("a prepared statement whose columns have changed since is prepared again", async () => {
  const one = openPool({ ...connection, max: 1 });
  await one`create table public.growing (a int)`;
  const ask = () => one`select * from public.growing`;
  for (let turn = 0; turn < 3; turn++) await ask();
  await one`alter table public.growing add b int`;
  await ask().catch(() => {}); // On this connection it is too late; the next one knows.
  await one`insert into public.growing values (1, 2)`;
  expect(await ask()).toEqual([{ a: 1, b: 2 }]);
  await one.end();
});

describe("connections that are lost", async () => {
  const directory = await mkdtemp(path.join(tmpdir(), "sql-"));
  const sockets = new Set<Socket>();
  const between = createServer((near) => {
    const far = createConnection(socketIn(connection.host));
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => (near.destroy(), far.destroy()));
    }
    near.pipe(far).pipe(near);
  });
  await once(between.listen(socketIn(directory)), "listening");
  const pool = openPool({ ...connection, host: directory, max: 2 });
  const cut = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  afterAll(async () => {
    await pool.end({ timeout: 1 });
    between.close();
    await rm(directory, { recursive: true });
  });
  /** Each test sleeps another time: a server whose connection was cut may sleep on. */
  const waitsForAnswer = (seconds: number) =>
    eventually(async () =>
      expect(
        await sql`select from pg_stat_activity where query like ${`select pg_sleep(${seconds})%`} and state = 'active'`,
      ).toHaveLength(1),
    );

  test("while idle concern nobody", async () => {
    await Promise.all([pool`select pg_sleep(0.05)`, pool`select pg_sleep(0.05)`]);
    cut();
    await eventually(async () => expect(await pool`select 1 as one`).toEqual([{ one: 1 }]));
  });
  test("amid a statement fail it, as 'away'", async () => {
    const outcome = pool`select pg_sleep(60)`.catch((error: unknown) => error);
    await waitsForAnswer(60);
    cut();
    expect(isConnectionLost(await outcome)).toBe(true);
    expect(isDatabaseAway(await outcome)).toBe(true);
  });
  test("amid a transaction fail it; the next finds a new connection", async () => {
    const outcome = pool
      .begin(async (tx) => {
        await tx`insert into public.things (id) values (50)`;
        await tx`select pg_sleep(61)`;
      })
      .catch((error: unknown) => error);
    await waitsForAnswer(61);
    cut();
    expect(isDatabaseAway(await outcome)).toBe(true);
    expect(await pool.begin((tx) => tx`select from public.things where id = 50`)).toHaveLength(0);
  });
  test("are cut at the end when a statement takes too long", async () => {
    const other = openPool({ ...connection, max: 1 });
    const outcome = other`select pg_sleep(62)`.catch((error: unknown) => error);
    await waitsForAnswer(62);
    await other.end({ timeout: 0.1 });
    expect(isDatabaseAway(await outcome)).toBe(true);
    expect(isDatabaseAway(await other`select 1`.catch((error: unknown) => error))).toBe(true);
  });
  test("are told apart from statements that are wrong", async () => {
    const wrong = await sql`select 1 / 0`.catch((error: unknown) => error);
    expect(isDatabaseAway(wrong)).toBe(false);
    const nobody = openPool({ ...connection, host: "/nowhere", max: 1 });
    expect(isDatabaseAway(await nobody`select 1`.catch((error: unknown) => error))).toBe(true);
    await nobody.end();
  });
  test("wait their turn only so long", async () => {
    const one = openPool({ ...connection, max: 1, connectionTimeoutMillis: 100 });
    const held = await one.reserve();
    const late = await one`select 1`.catch((error: unknown) => error);
    expect(isDatabaseAway(late)).toBe(true);
    held.release();
    await one.end();
  });
});
