import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { testDatabase } from "#server/testing/test-database.ts";
import { databaseTypes, tableNames, tableNamesFile, typesFile } from "./generate-types.ts";

const { sql } = await testDatabase();

test("the browser's types say what the migrations make (else: npm run generate -- types)", async () => {
  expect(readFileSync(typesFile, "utf8")).toBe(await databaseTypes(sql));
  expect(readFileSync(tableNamesFile, "utf8")).toBe(await tableNames(sql));
});

test("a new column shows", async () => {
  await sql`alter table public.accounts add column employees integer`;
  const types = await databaseTypes(sql);
  expect(types).toContain("employees: number | null;");
  expect(types).toContain('type: "Prospect" | "Customer";');
});
