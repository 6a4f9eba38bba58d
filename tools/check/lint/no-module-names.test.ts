import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { modules } from "#modules/registry.ts";
import { nameComplaint } from "./no-module-names.js";

test.each(modules.map(({ key }) => key))("neither the kit nor the shell may name %s", (key) => {
  for (const file of ["app/records/list/record-list.tsx", "app/admin/layout.tsx"]) {
    expect(nameComplaint(file, { text: key })).toContain("may not name a module");
    expect(nameComplaint(file, { text: `/admin/${key}?dialog=new` })).toContain("may not name a module");
    expect(nameComplaint(file, { name: key })).toContain("may not name a module");
  }
});

test("sentences, icons, areas, tests and the modules themselves are free", () => {
  expect(nameComplaint("app/records/x.tsx", { text: "No deals yet" })).toBeNull();
  expect(nameComplaint("app/records/x.tsx", { text: "deal" })).toBeNull();
  expect(nameComplaint("app/admin/x.tsx", { text: "/admin/crm" })).toBeNull();
  expect(nameComplaint("app/admin/x.test.ts", { text: "deals" })).toBeNull();
  expect(nameComplaint("modules/deals/deals-page.tsx", { text: "deals" })).toBeNull();
});

test("the linter itself refuses the deliberately bad files, and is asked for the whole repository", () => {
  let output = "";
  try {
    const options = ["-c", "tools/check/lint/fixtures/oxlintrc.json", "tools/check/lint/fixtures"];
    execFileSync("node_modules/.bin/oxlint", options, { encoding: "utf8" });
  } catch (error) {
    output = (error as { stdout: string }).stdout;
  }
  const named = output
    .split("may not name a module (")
    .slice(1)
    .map((rest) => rest.split("): ")[0] ?? "");
  expect(named.toSorted()).toEqual([
    "/admin/crm/contacts/1",
    "/admin/crm?tab=contacts&dialog=new",
    "/admin/inquiries/",
    "/admin/tasks?group=today",
    "deal",
    "deals",
    "deals",
    "inquiry",
  ]);
  expect(output).toContain("app/admin may not import modules/deals/deal.ts");
  expect(readFileSync(".oxlintrc.json", "utf8")).toContain('"guidevane/no-module-names": "error"');
});
