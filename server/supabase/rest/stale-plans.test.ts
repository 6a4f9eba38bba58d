// A connection that has worked on small tables is as quick on large ones: it does not read them whole for every row.
import { afterAll, expect, test } from "vitest";
import { eventually } from "#server/testing/eventually.ts";
import { createLog } from "#server/http/log.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { createRest } from "./rest.ts";
import { createPlanKeeper } from "./stale-plans.ts";

const { sql } = await testDatabase();
await sql.unsafe(`
  create table public.parents (id int primary key);
  create table public.children (id int primary key, parent int not null references public.parents on delete cascade);
  create index on public.children (parent);
  create function public.remember() returns trigger language plpgsql as
    $$ begin perform from public.parents where id = new.parent; return new; end $$;
  create trigger remember after insert on public.children for each row execute function public.remember();
  create table public.rows (id int primary key);
  create table public.lines (row int not null references public.rows);
  create function public.fill(first int, last int) returns void language plpgsql set statement_timeout = '60s' as
    $$ begin
      insert into public.rows select generate_series(first, last);
      insert into public.lines select generate_series(first, last);
    end $$;
  grant all on public.rows, public.lines to service_role;
  grant execute on function public.fill(int, int) to service_role;
  -- What a connection has counted is told at once; by itself it would do so ten seconds later.
  create function public.tell_counts() returns void language sql as $$ select pg_stat_force_next_flush() $$;
  grant all on public.parents, public.children to service_role;
  grant execute on function public.tell_counts() to service_role;`);
const rest = await createRest({
  sql: Object.assign(sql, { options: { ...sql.options, max: 1 } }),
  env: { REST_SCHEMAS: ["public"], REST_MAX_ROWS: 1000, STATEMENT_TIMEOUT_MS: 60_000 },
  log: createLog({ LOG_LEVEL: "silent" }),
  identify: async () => ({ role: "service_role", claims: { role: "service_role" }, userId: null, sessionId: null }),
});
afterAll(() => rest.close());

const write = async (method: "POST" | "DELETE", path: string, rows?: object) => {
  const response = await rest.routes.request(`/rest/v1/${path}`, {
    method,
    headers: { "content-type": "application/json" },
    ...(rows && { body: JSON.stringify(rows) }),
  });
  expect([201, 204]).toContain(response.status);
};
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** How often tables were read as a whole, once PostgreSQL has counted so many changes. */
async function wholeReads(table: string, changes: number): Promise<number> {
  let scans = 0;
  await eventually(async () => {
    await write("POST", "rpc/tell_counts");
    const [row] = await sql<{ scans: number; changes: number }[]>`
        select seq_scan as scans, n_tup_ins + n_tup_del as changes from pg_stat_user_tables where relname = ${table}`;
    expect(row?.changes).toBe(changes);
    scans = row?.scans ?? 0;
  });
  return scans;
}

// Before any large body: that would make everything careful for a while.
test("a short call that writes many rows, by a function that has a time limit of its own, after small ones", async () => {
  await sql`insert into public.rows values (0)`;
  await sql`vacuum analyze public.rows`;
  for (const id of numbers(8)) await write("POST", "rpc/fill", { first: id, last: id });
  const before = await wholeReads("rows", 9);
  await write("POST", "rpc/fill", { first: 100, last: 3099 });
  expect((await wholeReads("rows", 3009)) - before).toBeLessThan(20);
});

test("a large insert and a large delete after small ones", async () => {
  const [small, large] = [8, 3000];
  // Statistics of small tables: without any, PostgreSQL expects more.
  await sql`insert into public.parents values (0)`;
  await sql`insert into public.children values (0, 0)`;
  await sql`vacuum analyze public.parents, public.children`;
  for (const id of numbers(small)) {
    await write("POST", "parents", [{ id }]);
    await write("POST", "children", [{ id, parent: id }]);
    await write("DELETE", `parents?id=eq.${id}`);
  }
  const before = (await wholeReads("parents", 1 + 2 * small)) + (await wholeReads("children", 1 + 2 * small));
  await write(
    "POST",
    "parents",
    numbers(large).map((id) => ({ id })),
  );
  await write(
    "POST",
    "children",
    numbers(large).map((id) => ({ id, parent: id })),
  );
  await write("DELETE", "parents?id=gt.0");
  const changes = 1 + 2 * small + 2 * large;
  const after = (await wholeReads("parents", changes)) + (await wholeReads("children", changes));
  expect(after - before).toBeLessThan(20);
}, 120_000);

test("plans are forgotten for large bodies, for what a filter finds, and for two minutes after a large write; not for a click", () => {
  let now = 0;
  const mustForget = createPlanKeeper(() => now);
  const work = (length: number, more = {}) => ({
    statement: { text: "", values: [null, "x".repeat(length)] },
    readOnly: false,
    findsItsRows: false,
    ...more,
  });
  expect(mustForget(work(300))).toBe(false);
  expect(mustForget(work(300, { findsItsRows: true }))).toBe(true);
  // What reads never does, nor does it make others careful.
  expect(mustForget(work(100_000, { readOnly: true }))).toBe(false);
  expect(mustForget(work(300))).toBe(false);

  expect(mustForget(work(100_000))).toBe(true);
  now = 119_000;
  expect(mustForget(work(300))).toBe(true);
  now = 121_000;
  expect(mustForget(work(300))).toBe(false);
});
