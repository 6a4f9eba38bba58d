import { expect, test } from "vitest";
import { testDatabase } from "#server/testing/test-database.ts";
import { isLive, presetModules } from "./module-switches.ts";

const { sql } = await testDatabase();
const live = async () =>
  (await sql<{ key: string }[]>`select key from public.modules where live order by key`).map(({ key }) => key);

test("all modules are off until someone says otherwise", async () => {
  await presetModules(sql, []);
  expect(await live()).toEqual([]);
  expect(await isLive(sql, "deals")).toBe(false);
  expect(await isLive(sql, "no such module")).toBe(false);
});

test("the setting switches modules on at the first start, and never against what was decided later", async () => {
  await presetModules(sql, ["deals", "tasks"]);
  expect(await live()).toEqual(["deals", "tasks"]);
  await sql`update public.modules set live = false where key = 'deals'`;
  await presetModules(sql, ["all"]);
  expect(await live()).toEqual(["tasks"]);
});

test("all means all", async () => {
  await sql`alter table public.modules disable trigger user`;
  await sql`update public.modules set live = false, changed_at = null`;
  await sql`alter table public.modules enable trigger user`;
  await presetModules(sql, ["all"]);
  const [off] = await sql<{ count: number }[]>`select count(*)::int as count from public.modules where not live`;
  expect(off!.count).toBe(0);
});
