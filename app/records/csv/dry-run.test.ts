import { expect, test } from "vitest";
import type { Entity } from "#domain/entity.ts";
import { dryRunFile, matchableFields, type Planned, reasonText } from "./dry-run.ts";
import { prepareRows } from "./match-columns.ts";
import { readCsv } from "#domain/read-csv.ts";

const person: Entity = {
  table: "contacts",
  area: "crm",
  one: "contact",
  many: "contacts",
  page: "/admin/crm/contacts",
  title: "name",
  sameBy: ["email"],
  fields: {
    name: { kind: "text", label: "Full name", required: true, max: 200 },
    type: { kind: "choice", label: "Type", required: true, choices: ["Prospect", "Customer"] },
    email: { kind: "email", label: "Email", max: 254 },
    phone: { kind: "phone", label: "Phone", max: 50 },
    department: { kind: "text", label: "Department", max: 100 },
    own_f1: { kind: "text", label: "Customer number", max: 100 },
  },
};
const planned = (part: Partial<Planned>): Planned => ({
  outcome: "skip",
  reason: "",
  field: "",
  fields: [],
  lines: [],
  ...part,
});

test("records 10: the file of a dry run has every row in its order, with what would become of it and why", () => {
  const table = readCsv("Name,Email\nAda,ada@a.example\nBo,bo@a.example\nCleo,broken\nDan,dan@a.example");
  const plan = [
    planned({ outcome: "change", fields: ["phone", "email"], lines: [2] }),
    planned({ outcome: "create", lines: [5] }),
    planned({ reason: "in the file", field: "email", lines: [3] }),
  ];
  const bad = [{ line: 4, problem: "Email: not an address", cells: [] }];
  expect(dryRunFile(person, table, plan, bad).join("")).toBe(
    [
      "Line,Result,Reason,Name,Email",
      '2,Would be changed,"phone, email",Ada,ada@a.example',
      '3,Would be skipped,"Repeats an earlier row of the file, by email",Bo,bo@a.example',
      "4,Cannot be imported,Email: not an address,Cleo,broken",
      "5,Would be created,,Dan,dan@a.example",
      "",
    ].join("\r\n"),
  );
});

test("records 10: every reason to skip a row is a sentence", () => {
  const reasons = ["in the database", "in the file", "missing", "several", "same", "not found"] as const;
  const said = reasons.map((reason) => reasonText(person, planned({ reason, field: "email" })));
  expect(new Set(said).size).toBe(reasons.length);
  expect(said.every((sentence) => sentence.length > 10)).toBe(true);
});

test("records 10: records are found by what tells them apart, never by what they share; what tells duplicates comes first", () => {
  expect(matchableFields(person, ["name", "type", "phone", "email", "department", "own_f1"])).toEqual([
    "email",
    "name",
    "phone",
    "own_f1",
  ]);
});

test("records 10: a row that changes a record says only what the file says", () => {
  const table = readCsv("Email,Phone\nada@a.example,\n,12");
  const matching = { email: 0, phone: 1 };
  const { ready, bad } = prepareRows(table, person, matching, true);
  expect(ready).toEqual([
    { line: 2, record: { email: "ada@a.example" } },
    { line: 3, record: { phone: "12" } },
  ]);
  expect(bad).toEqual([]);
  expect(prepareRows(table, person, matching).ready).toEqual([]);
});
