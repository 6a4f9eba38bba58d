// Those without a role keep nobody with a role waiting.
import { restForTests } from "./testing/rest-for-tests.ts";
import { createLibrary } from "./testing/library.ts";
import { describe, test, expect } from "vitest";

const { user, database } = await restForTests({}, async (prepared) => {
  await createLibrary(prepared);
  await prepared.sql.unsafe(`
    create function public.sleep_long() returns void language sql set statement_timeout = '60s' as 'select pg_sleep(50)';
    create function public.setting(name text) returns text language sql stable as 'select current_setting(name)';
    create function public.own_rows() returns table (word text) language sql stable as $$ values ('ada') $$;
    create function public.all_accounts() returns setof public.accounts language sql stable as 'select * from public.accounts';
  `);
});
const admin = await user({ admin: true });

const { data: account } = await admin.client.from("accounts").insert({ name: "Acme" }).select("id").single();
await admin.client.from("contacts").insert({ account_id: account?.id, name: "Ada" });

describe("someone without a role", () => {
  test("keeps nobody with a role waiting, however many they are", async () => {
    const crowd = await Promise.all(Array.from({ length: 8 }, () => user()));
    const waiting = crowd.map(({ client }) => client.rpc("sleep_long"));
    // One of them runs, or this would wait for a connection: the pool has five.
    const running = async () => {
      const [row] = await database.sql<{ count: number }[]>`
        select count(*)::int from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`;
      return row?.count;
    };
    const started = Promise.all(waiting);
    await expect.poll(running).toBe(1);
    expect((await admin.client.from("accounts").select("name")).data).toEqual([{ name: "Acme" }]);
    expect(await running()).toBeLessThanOrEqual(1);
    for (const { error } of await started) expect(error).toMatchObject({ code: "57014" });
  }, 30_000);
});
