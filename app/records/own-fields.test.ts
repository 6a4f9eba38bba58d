// Own fields and tags as fields of the kit: typed, checked, stored, read, filtered, and in CSV files both ways.
import { expect, test } from "vitest";
import type { Entity } from "#domain/entity.ts";
import type { Operator } from "#domain/filter.ts";
import { matchColumns, prepareRows } from "./csv/match-columns.ts";
import { readCsv } from "#domain/read-csv.ts";
import { selectOf } from "./entity.ts";
import { exportedText, filtersOf, textOf } from "./field-kinds/kinds.ts";
import { conditionLogic } from "./filter/condition-logic.ts";
import { complaintsAbout, emptyValues, inForm, storedValues, valuesOf } from "./form-values.ts";
import { type OwnField, type OwnKind, withOwnFields } from "./own-fields.ts";

const base: Entity = {
  table: "accounts",
  area: "crm",
  one: "account",
  many: "accounts",
  page: "/admin/crm/accounts",
  title: "name",
  ownFields: true,
  fields: { name: { kind: "text", label: "Name", required: true, max: 200 } },
};

const own = (kind: OwnKind, key: string, more: Partial<OwnField> = {}): OwnField => ({
  id: key,
  entity: "accounts",
  key,
  label: key,
  kind,
  help: null,
  section: null,
  choices: [],
  currency: null,
  target: null,
  default_value: null,
  required_from: null,
  is_searchable: false,
  is_listed: false,
  position: 0,
  deleted_at: null,
  created_at: "",
  updated_at: "",
  column_name: `own_${key}${kind === "person" || kind === "record" ? "_id" : ""}`,
  column_type: "",
  ...more,
});

const fields = [
  own("number", "seats"),
  own("money", "budget", { currency: "JPY" }),
  own("yes_no", "remote", { default_value: true }),
  own("several_of", "colors", { choices: ["Red", "Blue"], default_value: ["Blue"] }),
  own("record", "parent", { target: "accounts" }),
  own("text", "gone", { deleted_at: "2026-11-01T00:00:00Z" }),
  own("text", "other", { entity: "deals" }),
];
const entity = withOwnFields(base, fields, [{ name: "VIP", color: "red" }], [base]);
const record = {
  id: "1",
  created_at: "",
  updated_at: "",
  name: "Norrfall",
  own_seats: 1250.5,
  own_budget: 5000,
  own_remote: false,
  own_colors: ["Red", "Blue"],
  own_parent_id: null,
  tags: ["Key account", "VIP"],
};

test("records 5: own fields stand after an entity's own, without deleted ones and those of others; once", () => {
  expect(Object.keys(entity.fields)).toEqual([
    "name",
    "own_seats",
    "own_budget",
    "own_remote",
    "own_colors",
    "own_parent_id",
    "tags",
  ]);
  expect(withOwnFields(entity, fields, [], [base])).toBe(entity);
  // A table that refers to itself is asked by the column's name.
  expect(selectOf(entity)).toBe("*, own_parent:own_parent_id(id, name)");
});

test("records 5: a form starts with defaults, says what is wrong, and stores typed values; tags are not its own", () => {
  expect(emptyValues(entity.fields)).toMatchObject({ own_remote: "Yes", own_colors: "Blue", own_seats: "" });
  expect(
    complaintsAbout(entity.fields, { name: "A", own_seats: "many", own_colors: "Pink", own_remote: "maybe" }),
  ).toEqual({
    own_seats: "Write a number like 1250.5",
    own_colors: "Choose of Red, Blue",
    own_remote: "Write yes or no",
  });
  expect(storedValues(entity, valuesOf(entity.fields, record))).toEqual({
    name: "Norrfall",
    own_seats: 1250.5,
    own_budget: 5000,
    own_remote: false,
    own_colors: ["Red", "Blue"],
    own_parent_id: null,
  });
  expect(Object.keys(inForm(entity.fields))).not.toContain("tags");
});

test("records 4, 5: values read as people write them, and a CSV file comes back as it left", () => {
  const entries = Object.entries(entity.fields);
  expect(entries.map((entry) => textOf(entry, record))).toEqual([
    "Norrfall",
    "1,250.5",
    "¥5,000",
    "No",
    "Red, Blue",
    "",
    "Key account, VIP",
  ]);
  const file = [entries.map(([, { label }]) => label), entries.map((entry) => exportedText(entry, record))]
    .map((cells) => cells.map((cell) => `"${cell}"`).join(","))
    .join("\r\n");
  const table = readCsv(file);
  const { ready, bad } = prepareRows(table, entity, matchColumns(table.headings, entity.fields));
  expect(bad).toEqual([]);
  const notInFile = ["id", "created_at", "updated_at", "own_parent_id"];
  const values = Object.fromEntries(Object.entries(record).filter(([name]) => !notInFile.includes(name)));
  expect(ready[0]?.record).toEqual(values);
});

test("records 5: a text that says something else of each record is not offered above the list", () => {
  const named = withOwnFields(
    base,
    [own("text", "number"), own("one_of", "size", { choices: ["S", "L"] })],
    [],
    [base],
  );
  expect(filtersOf(named).map(([name]) => name)).toEqual(["own_size", "tags"]);
});

test("records 4, 5: each kind narrows a list", () => {
  const logic = (field: string, op: Operator, ...values: string[]) =>
    conditionLogic(field, entity.fields[field]!, { field, op, values }, new Date());
  expect(filtersOf(entity).map(([name]) => name)).toEqual(["own_budget", "own_parent_id", "tags"]);
  expect(logic("own_seats", "between", "10", "20.5")).toBe("and(own_seats.gte.10,own_seats.lte.20.5)");
  expect(logic("own_remote", "is", "No")).toBe('own_remote.in.("false")');
  expect(logic("own_colors", "contains", "Red")).toBe('own_colors.cs."{\\"Red\\"}"');
  expect(logic("own_colors", "contains", "Pink")).toBeNull();
  expect(logic("tags", "lacks", "VIP")).toBe('or(tags.is.null,tags.not.cs."{\\"VIP\\"}")');
  expect(logic("tags", "empty")).toBe("or(tags.is.null,tags.eq.{})");
});
