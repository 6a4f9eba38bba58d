import { expect, onTestFinished, test } from "vitest";
import { testDatabase } from "#server/testing/test-database.ts";
import { watchLiveModules } from "./live-modules.ts";

const { sql } = await testDatabase();

test("a switch shows when it is asked for, and by itself when another process has written it", async () => {
  const live = await watchLiveModules(sql, 20);
  onTestFinished(live.stop);
  expect([...live.keys()]).toEqual([]);
  await sql`update public.modules set live = true where key = 'inquiries'`;
  await live.refresh();
  expect([...live.keys()]).toEqual(["inquiries"]);
  await sql`update public.modules set live = false where key = 'inquiries'`;
  await expect.poll(() => [...live.keys()]).toEqual([]);
});
