import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { complaint } from "./one-way-imports.js";

test.each([
  ["app/site/home.tsx", "#content/site.ts"],
  ["app/site/home.tsx", "../ui/button.tsx"],
  ["app/admin/layout.tsx", "#app/auth/session.tsx"],
  ["app/admin/areas.ts", "#modules/registry.ts"],
  ["app/admin/record-area.tsx", "#app/records/list/record-list.tsx"],
  ["app/records/entity.ts", "#domain/entity.ts"],
  ["app/routes.ts", "../modules/registry.ts"],
  ["app/ui/button.tsx", "react"],
  ["modules/registry.ts", "./accounts/module.ts"],
  ["modules/contacts/contacts-of-account.tsx", "./contact.ts"],
  ["modules/contacts/contacts-of-account.tsx", "./contacts-data.ts"],
  ["modules/contacts/contacts-data.ts", "#app/lib/supabase.ts"],
  ["modules/contacts/contact.ts", "#app/lib/database.types.ts"],
  ["modules/payments/server.ts", "#server/platform/jobs.ts"],
  ["modules/payments/server.ts", "./payment.ts"],
  ["modules/payments/server/webhook.ts", "../server.ts"],
  ["modules/payments/payment.test.ts", "#server/testing/test-database.ts"],
  ["server/app.ts", "#content/redirects.ts"],
  ["server/app.ts", "#modules/registry.ts"],
])("%s may import %s", (file, source) => {
  expect(complaint(file, source)).toBeNull();
});

test("a module loads its screens late, from what is shared", () => {
  expect(complaint("modules/contacts/module.ts", "./contacts-of-account.tsx", { lazy: true })).toBeNull();
  expect(complaint("modules/contacts/module.ts", "./contacts-of-account.tsx")).toContain("may not import");
  expect(complaint("modules/contacts/module.ts", "../accounts/page.tsx", { lazy: true })).toContain("may not import");
});

test.each([
  ["app/site/home.tsx", "../admin/layout.tsx"],
  ["app/site/home.tsx", "#app/auth/session.tsx"],
  ["app/site/home.tsx", "#app/records/entity.ts"],
  ["app/admin/layout.tsx", "#app/auth/auth-page.tsx"],
  ["app/admin/layout.tsx", "#modules/accounts/account.ts"],
  ["app/records/entity.ts", "#modules/registry.ts"],
  ["app/records/entity.ts", "#app/auth/session.tsx"],
  ["app/ui/button.tsx", "#content/site.ts"],
  ["app/lib/x.ts", "#server/env.ts"],
  ["modules/accounts/account.ts", "../contacts/contact.ts"],
  ["modules/accounts/account-draft.tsx", "#app/admin/layout.tsx"],
  ["modules/payments/server.ts", "#app/lib/formats.ts"],
  ["modules/payments/server.ts", "./payments-page.tsx"],
  ["modules/payments/payments-page.tsx", "./server.ts"],
  ["server/app.ts", "#app/root.tsx"],
  ["server/app.ts", "#modules/payments/payment.ts"],
  ["content/site.ts", "#app/lib/x.ts"],
  ["domain/money.ts", "#content/site.ts"],
])("%s may not import %s", (file, source) => {
  expect(complaint(file, source)).toContain("may not import");
});

test("the linter itself refuses the deliberately bad files", () => {
  let output = "";
  try {
    const options = ["-c", "tools/check/lint/fixtures/oxlintrc.json", "tools/check/lint/fixtures"];
    execFileSync("node_modules/.bin/oxlint", options, { encoding: "utf8" });
  } catch (error) {
    output = (error as { stdout: string }).stdout;
  }
  const complaints = (layer: string) => output.split(`${layer} may not import`).length - 1;
  expect(complaints("app/site")).toBe(3);
  expect(complaints("app/records")).toBe(3);
  expect(complaints("modules/deals, shared by browser and server,")).toBe(4);
  expect(complaints("modules/deals, screens,")).toBe(3);
  expect(complaints("modules/deals, server part,")).toBe(2);
  expect(complaints("domain")).toBe(1);
});
