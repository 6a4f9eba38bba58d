import { describe, expect, test } from "vitest";
import type { Entity, FieldEntry } from "#domain/entity.ts";
import type { KitRecord } from "../entity.ts";
import { textOf } from "../field-kinds/kinds.ts";
import { actsOf, edited, editOf } from "./field-edit.ts";

const entity: Entity = {
  table: "deals",
  one: "deal",
  many: "deals",
  page: "/admin/deals",
  area: "deals",
  title: "name",
  fields: {
    name: { kind: "text", label: "Deal", required: true, max: 200 },
    amount: { kind: "money", label: "Amount", currency: { column: "currency" } },
    currency: { kind: "choice", label: "Currency", choices: ["USD", "JPY"] },
    colors: { kind: "choices", label: "Colors", choices: ["Red", "Blue"] },
    tags: { kind: "tags", label: "Tags", tags: [], apart: true },
    owner_id: {
      kind: "person",
      label: "Owner",
      to: { table: "staff", one: "colleague", key: "user_id", title: "name" },
    },
  },
};
const entry = (name: string): FieldEntry => [name, entity.fields[name]!];
const record: KitRecord = { id: "1", created_at: "", updated_at: "", colors: ["Red"], tags: ["Key"], owner_id: null };

describe("records 6: what is done to a field of many records", () => {
  test("records 6: lists can be added to and taken from, and what every record needs is not cleared", () => {
    expect(actsOf(entry("name"))).toEqual(["set"]);
    expect(actsOf(entry("amount"))).toEqual(["set", "clear"]);
    expect(actsOf(entry("tags"))).toEqual(["add", "remove", "set", "clear"]);
    expect(actsOf(entry("colors"))).toEqual(["add", "remove", "set", "clear"]);
  });

  test("records 6: an amount is set together with its currency, whose cents it has", () => {
    expect(editOf(entity, entry("amount"), "set", { amount: "1,250", currency: "USD" })).toEqual({
      act: "set",
      changes: { amount: 125_000, currency: "USD" },
    });
    expect(editOf(entity, entry("amount"), "set", { amount: "1,250", currency: "JPY" }).changes["amount"]).toBe(1250);
    expect(editOf(entity, entry("amount"), "clear", { amount: "5" })).toEqual({
      act: "set",
      changes: { amount: null },
    });
  });

  test("records 6: the preview says what a record becomes", () => {
    const becomes = (name: string, edit: Parameters<typeof edited>[2], title = "") =>
      textOf(entry(name), edited(entry(name), record, edit, title));
    expect(becomes("tags", { act: "add", changes: { tags: ["key", "VIP"] } })).toBe("Key, VIP");
    expect(becomes("tags", { act: "remove", changes: { tags: ["KEY"] } })).toBe("");
    expect(becomes("colors", { act: "set", changes: { colors: ["Blue"] } })).toBe("Blue");
    expect(becomes("owner_id", { act: "set", changes: { owner_id: "2" } }, "Noor")).toBe("Noor");
    expect(becomes("amount", { act: "set", changes: { amount: 550, currency: "USD" } })).toBe("$5.50");
  });
});
