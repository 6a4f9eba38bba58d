import { describe, expect, test } from "vitest";
import { testDatabase } from "#server/testing/test-database.ts";
import { openPool, type ReservedSql, type Sql } from "#server/platform/database/sql.ts";
import { createRunner, type Work } from "./run-statement.ts";

const { sql, connection } = await testDatabase();
await sql`create table public.things (id int primary key)`;
await sql`grant all on public.things to service_role`;
const run = createRunner(sql);

const plain = (text: string, ...values: (string | null)[]) => ({ text, values });
const work = (statement: Work["statement"], more: Partial<Work> = {}): Work => ({
  statement,
  readOnly: false,
  settings: [["role", "service_role"]],
  check: null,
  rollback: false,
  also: null,
  ...more,
});
const insert = (id: string) => plain("insert into public.things values ($1) returning id", id);
const ids = async () => (await sql<{ id: number }[]>`select id from public.things order by id`).map(({ id }) => id);

describe("a statement in its transaction", () => {
  test("sees the settings, of which nothing stays", async () => {
    const one = openPool({ ...connection, max: 1 });
    expect(await createRunner(one)(work(plain("select current_user")))).toEqual({
      rows: [["service_role"]],
      also: null,
    });
    expect(await one.texts("select current_user")).not.toEqual([["service_role"]]);
    await one.end();
  });
  test("answers beside a second one", async () => {
    expect(await run(work(plain("select 1, null"), { also: plain("select $1", "2") }))).toEqual({
      rows: [["1", null]],
      also: ["2"],
    });
  });
  test("does not run when the settings fail", async () => {
    await expect(run(work(insert("1"), { settings: [["role", "missing_role"]] }))).rejects.toThrow(/missing_role/);
    expect(await ids()).toEqual([]);
  });
  test("writes nothing when it is read only, undone, or its answer is refused", async () => {
    await expect(run(work(insert("1"), { readOnly: true }))).rejects.toThrow(/read-only/);
    expect(await run(work(insert("1"), { rollback: true }))).toMatchObject({ rows: [["1"]] });
    const check = () => {
      throw new Error("not this one");
    };
    await expect(run(work(insert("1"), { check }))).rejects.toThrow("not this one");
    expect(await ids()).toEqual([]);
    await run(work(insert("1")));
    expect(await ids()).toEqual([1]);
  });
  test("can be sent again after a failure, prepared or not", async () => {
    const one = openPool({ ...connection, max: 1 });
    const again = createRunner(one);
    for (let turn = 0; turn < 4; turn++) {
      await expect(again(work(plain("select 1 / $1::int", "0")))).rejects.toThrow(/division by zero/);
      await expect(again(work(plain("select $1 from public.nowhere", "0")))).rejects.toThrow(/does not exist/);
      expect((await again(work(plain("select $1::int + 1", "1")))).rows).toEqual([["2"]]);
    }
    await one.end();
  });
});

describe("a connection that PostgreSQL has ended", async () => {
  const endOthers = plain("select pg_terminate_backend(pg_backend_pid())");
  /** A pool that hands out so many connections which are gone already. */
  function stale(pool: Sql, count: number): { pool: Sql; reserved: () => number } {
    let reserved = 0;
    const reserve = async (): Promise<ReservedSql> => {
      const held = await pool.reserve();
      if (reserved++ < count) await held.texts(endOthers.text).catch(() => {});
      return held;
    };
    return { pool: Object.assign(Object.create(pool), { reserve }) as Sql, reserved: () => reserved };
  }

  test("is replaced for a read, a few times", async () => {
    const twice = stale(sql, 2);
    expect((await createRunner(twice.pool)(work(plain("select 1"), { readOnly: true }))).rows).toEqual([["1"]]);
    expect(twice.reserved()).toBe(3);
    const always = stale(sql, 99);
    await expect(createRunner(always.pool)(work(plain("select 1"), { readOnly: true }))).rejects.toThrow();
    expect(always.reserved()).toBe(4);
  });
  test("fails a write, which nobody repeats", async () => {
    const once = stale(sql, 1);
    await expect(createRunner(once.pool)(work(insert("2")))).rejects.toThrow();
    expect(once.reserved()).toBe(1);
    expect(await ids()).toEqual([1]);
  });
  test("in the middle of a read fails it", async () => {
    const never = stale(sql, 0);
    await sql`grant pg_signal_backend to service_role`;
    await expect(createRunner(never.pool)(work(endOthers, { readOnly: true, settings: [] }))).rejects.toThrow();
    expect(never.reserved()).toBe(1);
  });
});
