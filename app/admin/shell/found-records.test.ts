import { expect, test } from "vitest";
import { allModules } from "../areas.ts";
import { addressOf } from "./found-records.ts";

const found = { id: "1", title: "P-2026-001 A desk", detail: null, at_table: null, at_id: null };
const addressIn = (key: string, more: Partial<typeof found> | { at_table: string; at_id: string } = {}) =>
  addressOf(
    allModules.find((module) => module.key === key)!,
    { ...found, module: key, ...more },
  );

test("what the search finds opens where its module shows it", () => {
  expect(addressIn("accounts")).toBe("/admin/crm/accounts/1");
  expect(addressIn("proposals")).toBe("/admin/proposals/1");
  expect(addressIn("payments")).toBe("/admin/payments?search=P-2026-001");
  expect(addressIn("documents")).toBe("/admin/documents/1");
  expect(addressIn("templates")).toBe("/admin/templates?open=1");
  expect(addressIn("sequences")).toBe("/admin/sequences?open=1");
  expect(addressIn("inquiries")).toBe("/admin/inquiries/1");
});

test("a task opens on the page of its record, or in the list of tasks", () => {
  expect(addressIn("tasks", { at_table: "contacts", at_id: "2" })).toBe("/admin/crm/contacts/2");
  expect(addressIn("tasks")).toBe("/admin/tasks");
});
