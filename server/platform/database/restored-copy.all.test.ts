import path from "node:path";
import { expect, test } from "vitest";
import { restoredCopies } from "#server/testing/restored-copies.ts";
import { openPool, type Sql } from "./sql.ts";

const { source, home, restore, sendsNothingUntilLive } = await restoredCopies();
const { sql } = source;

test.each(["the embedded database", "a PostgreSQL of the operator's own"] as const)(
  "outbox 21: a backup restored to %s sends nothing until an administrator goes live, and then each mail that is due once",
  sendsNothingUntilLive,
);

const linksAndSessions = async (of: Sql) => {
  const [row] =
    await of`select (select count(*)::int from auth.sessions) as sessions, count(*) filter (where revoked_at is null)::int as links from private.access_links`;
  return row;
};

test("keys, links and sessions are kept, or made new for staging; the stop list is recognized either way", async () => {
  for (const [name, more, expected] of [
    ["kept", [], { sessions: 1, links: 1 }],
    ["new", ["--new-keys"], { sessions: 0, links: 0 }],
  ] as const) {
    const database = `${source.connection.database}_${name}`;
    await sql`create database ${sql(database)}`;
    const url = `postgresql://postgres@localhost/${database}?host=${encodeURIComponent(source.connection.host)}`;
    await restore({ DATA_DIR: path.join(home, name), DATABASE_URL: url }, ...more);
    const inside = openPool({ ...source.connection, database, max: 1 });
    expect(await linksAndSessions(inside)).toEqual(expected);
    const keyOf = async (of: Sql) =>
      (await of<{ key: string }[]>`select encode(private.address_key('a@b.example'), 'hex') as key`)[0];
    expect(await keyOf(inside)).toEqual(await keyOf(sql));
    await inside.end({ timeout: 1 });
    await sql`drop database ${sql(database)} with (force)`;
  }
});
