// The client's home reads what is the company's, however much others have. Rows are counted, not seconds: bench `client-area` has those.
import { rm } from "node:fs/promises";
import { afterAll, expect, test } from "vitest";
import { clientSite } from "#server/testing/client-site.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { serverWith } from "./server.ts";

const { sql } = await testDatabase();
const site = await clientSite(sql, (later) => serverWith({ later }));
afterAll(() => rm(site.dataDir, { recursive: true, force: true }));

const tables = ["documents", "document_versions", "proposals", "payment_requests"];
/** Rows that were read so far, by any connection: PostgreSQL says so a moment after a connection is done. */
async function rowsRead(): Promise<number> {
  await sql`select pg_stat_force_next_flush(), pg_stat_clear_snapshot()`;
  const [row] = await sql<{ read: number }[]>`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_user_tables where schemaname = 'public' and relname = any (${tables})`;
  return row!.read;
}

test(
  "client-area 18: the home page reads no more rows when others have 20,000 documents",
  { timeout: 180_000 },
  async () => {
    const company = await site.company("Norrfall");
    await site.give(company.contact);
    const visitor = site.visitor();
    await visitor.signIn(company.email);
    const other = await site.company("Ostrey");
    const [folder] = await sql<{ id: string }[]>`select private.folder_for(${other.account}, 'documents') as id`;
    await sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`insert into public.documents (account_id, folder_id, title, client_since)
      select ${other.account}, ${folder!.id}, 'Minutes ' || n, now() from generate_series(1, 20000) as n`;
    });
    await sql`analyze`;
    const home = async () => expect((await visitor.get("/client")).status).toBe(200);
    await home();
    const before = await rowsRead();
    await home();
    // Every connection of the pool says what it has read.
    await Promise.all(Array.from({ length: 5 }, () => sql`select pg_stat_force_next_flush(), pg_sleep(0.2)`));
    await expect.poll(rowsRead).toBeGreaterThan(before);
    expect((await rowsRead()) - before).toBeLessThan(500);
  },
);
