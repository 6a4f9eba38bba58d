import { expect, test } from "vitest";
import type { Entity } from "#domain/entity.ts";
import { fromHeadings, headingsKey, toHeadings } from "./remembered-matching.ts";

const entity: Entity = {
  table: "contacts",
  area: "crm",
  one: "contact",
  many: "contacts",
  page: "/admin/crm/contacts",
  title: "name",
  fields: { name: { kind: "text", label: "Name", max: 200 }, email: { kind: "email", label: "Email", max: 254 } },
};

test("records 10: columns are remembered by their headings, in whatever order they come the next time", () => {
  const kept = toHeadings(["Who", "Mail 2"], { name: 0, email: 1 });
  expect(headingsKey(["Who", "Mail 2"])).toBe(headingsKey(["MAIL 2", " who"]));
  expect(fromHeadings(["MAIL 2", "who"], kept, entity)).toEqual({ name: 1, email: 0 });
});

test("records 10: a field or column that is gone is left out", () => {
  expect(fromHeadings(["Who"], { name: "Who", email: "Mail", own_tier: "Who", odd: 3 }, entity)).toEqual({ name: 0 });
});
