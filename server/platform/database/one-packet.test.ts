import { describe, expect, test } from "vitest";
import { testDatabase } from "#server/testing/test-database.ts";
import { StaleConnection } from "./connection-errors.ts";
import type { ReservedSql } from "./sql.ts";

const { sql } = await testDatabase();
await sql`create table public.things (id int primary key, name text)`;

async function on<T>(work: (connection: ReservedSql) => Promise<T>): Promise<T> {
  const connection = await sql.reserve();
  try {
    return await work(connection);
  } finally {
    connection.release();
  }
}
const plain = (text: string, ...values: (string | null)[]) => ({ text, values });
const insert = (id: string) => plain("insert into public.things values ($1, 'a thing')", id);
const names = async () => (await sql<{ id: number }[]>`select id from public.things order by id`).map(({ id }) => id);

describe("statements in one packet", () => {
  test("answer one after the other, each with its rows as text", async () => {
    const answers = await on((connection) =>
      connection.inOnePacket([
        plain("select 1, null"),
        plain("select n from generate_series(1, $1) n", "3"),
        plain(""),
      ]),
    );
    expect(answers).toEqual([[["1", null]], [["1"], ["2"], ["3"]], []]);
  });

  test("see what those before them have set, and nothing of it stays", async () => {
    const set = plain("select length(set_config('role', 'anon', true))");
    const who = plain("select current_user");
    const [, inside, after] = await on(async (connection) => [
      ...(await connection.inOnePacket([set, who])),
      (await connection.inOnePacket([who]))[0],
    ]);
    expect(inside).toEqual([["anon"]]);
    expect(after).not.toEqual([["anon"]]);
  });

  test("happen all or not at all", async () => {
    await expect(on((connection) => connection.inOnePacket([insert("1"), insert("2"), insert("1")]))).rejects.toThrow(
      /duplicate key/,
    );
    expect(await names()).toEqual([]);
    await on((connection) => connection.inOnePacket([insert("1"), insert("2")]));
    expect(await names()).toEqual([1, 2]);
  });

  test("write nothing when the first one says so", async () => {
    const readOnly = plain("select length(set_config('transaction_read_only', 'on', true))");
    await expect(on((connection) => connection.inOnePacket([readOnly, insert("3")]))).rejects.toThrow(/read-only/);
  });

  test("stay open behind begin, until they are ended", async () => {
    await on(async (connection) => {
      await connection.inOnePacket([plain("begin"), insert("4")]);
      expect(await names()).toEqual([1, 2]);
      await connection.texts("rollback");
    });
    expect(await names()).toEqual([1, 2]);
  });

  test("can be sent again after a failure, prepared or not, whichever of them was to blame", async () => {
    await on(async (connection) => {
      const good = plain("select $1::int + 1", "1");
      const bad = plain("select 1 / $1::int", "0");
      const missing = plain("select $1 from public.nowhere", "0");
      // The second time a text comes it is prepared; the third time it is known to be.
      for (let turn = 0; turn < 4; turn++) {
        await expect(connection.inOnePacket([good, bad])).rejects.toThrow(/division by zero/);
        await expect(connection.inOnePacket([missing, good])).rejects.toThrow(/does not exist/);
        expect(await connection.inOnePacket([good, good])).toEqual([[["2"]], [["2"]]]);
      }
    });
  });

  test("wait behind others on the same connection, and others behind them", async () => {
    await on(async (connection) => {
      const [before, packet, after] = await Promise.all([
        connection`select 'before' as word`,
        connection.inOnePacket([plain("select 'in it'"), plain("select 'too'")]),
        connection`select 'after' as word`,
      ]);
      expect([before, packet, after]).toEqual([[{ word: "before" }], [[["in it"]], [["too"]]], [{ word: "after" }]]);
    });
  });

  test("on a connection that is gone are told from those that were cut off in the middle", async () => {
    const fails = async (...statements: ReturnType<typeof plain>[]) => {
      const connection = await sql.reserve();
      const error: unknown = await connection.inOnePacket(statements).catch((thrown: unknown) => thrown);
      connection.release(error instanceof StaleConnection ? error.cause : error);
      return error instanceof StaleConnection;
    };
    const end = plain("select pg_terminate_backend(pg_backend_pid())");
    expect(await fails(end)).toBe(true);
    expect(await fails(plain("select 1"), end)).toBe(false);
    expect(await names()).toEqual([1, 2]);
  });
});
