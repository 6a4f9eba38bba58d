// A connection that has worked on small tables is as quick on large ones: it does not read them whole for every row.
import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { eventually } from "#server/testing/eventually.ts";
import { createLog } from "#server/http/log.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { createRest } from "./rest.ts";

const { sql } = await testDatabase();
const userId = randomUUID();
await sql`insert into auth.users (id, email) values (${userId}, 'importer@example.com')`;
await sql`insert into public.user_roles (user_id, role) values (${userId}, 'admin')`;
await sql.unsafe(`
  -- What a connection has counted is told at once; by itself it would do so ten seconds later.
  create function public.tell_counts() returns void language sql as $$ select pg_stat_force_next_flush() $$;
  grant execute on function public.tell_counts() to authenticated;`);
const rest = await createRest({
  // One connection: the plans of the small tables are there when the large ones come.
  sql: Object.assign(sql, { options: { ...sql.options, max: 1 } }),
  env: { REST_SCHEMAS: ["public"], REST_MAX_ROWS: 1000, STATEMENT_TIMEOUT_MS: 60_000 },
  log: createLog({ LOG_LEVEL: "silent" }),
  identify: async () => ({
    role: "authenticated",
    claims: { role: "authenticated", sub: userId },
    userId,
    sessionId: null,
  }),
});
afterAll(() => rest.close());

async function call(path: string, body: object): Promise<unknown> {
  const response = await rest.routes.request(`/rest/v1/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect([200, 201, 204]).toContain(response.status);
  return response.status === 200 ? response.json() : null;
}

/** Contacts of as many new accounts, deleted again with their accounts. */
async function importAndDelete(count: number, name: string): Promise<void> {
  const records = Array.from({ length: count }, (_, index) => ({
    line: index + 1,
    name: `${name} ${index}`,
    email: `${name}${index}@example.com`,
    account_id: `${name} company ${index}`,
  }));
  const importId = randomUUID();
  await call("import_parts", { import_id: importId, part: 1, records });
  const added = await call("rpc/import_records", { import: importId, kind: "contacts" });
  expect(added).toMatchObject({ added: count, created: count });
  for (const kind of ["contacts", "accounts"]) {
    const rows = await sql<{ id: string }[]>`select id from ${sql(kind)} where name like ${`${name} %`}`;
    expect(await call("rpc/delete_records", { kind, ids: rows.map(({ id }) => id) })).toBe(count);
  }
}

/** How often both tables were read as a whole, once PostgreSQL has counted so many changes. */
async function wholeReads(changes: number): Promise<number> {
  let scans = 0;
  await eventually(async () => {
    await call("rpc/tell_counts", {});
    const rows = await sql<{ scans: number; changes: number }[]>`
      select seq_scan as scans, n_tup_ins + n_tup_del as changes from pg_stat_user_tables where relname in ('accounts', 'contacts')`;
    expect(rows.map((row) => row.changes)).toEqual([changes, changes]);
    scans = rows.reduce((sum, row) => sum + row.scans, 0);
  });
  return scans;
}

test("an import and the deletion of a thousand rows after small ones", async () => {
  const [rounds, small, large] = [8, 2, 1000];
  // Statistics of small tables: without any, PostgreSQL expects more.
  await sql`vacuum analyze public.accounts, public.contacts`;
  for (let round = 1; round <= rounds; round++) await importAndDelete(small, `Small${round}`);
  const before = await wholeReads(2 * rounds * small);
  await importAndDelete(large, "Large");
  expect((await wholeReads(2 * rounds * small + 2 * large)) - before).toBeLessThan(40);
}, 120_000);
