import { expect, test } from "vitest";
import { testDatabase } from "#server/testing/test-database.ts";
const { sql } = await testDatabase();
test("compiles", async () => {
  const rows = await sql`select count(*)::int as n from public.meetings`;
  expect(rows[0]!.n).toBe(0);
});
