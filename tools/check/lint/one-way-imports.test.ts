import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { complaint } from "./one-way-imports.js";

test("rooms may import what stands below them", () => {
  expect(complaint("app/site/home.tsx", "#content/site.ts")).toBeNull();
  expect(complaint("app/site/home.tsx", "../ui/button.tsx")).toBeNull();
  expect(complaint("app/admin/layout.tsx", "#app/auth/session.tsx")).toBeNull();
  expect(complaint("server/app.ts", "#content/redirects.ts")).toBeNull();
  expect(complaint("app/ui/button.tsx", "react")).toBeNull();
});

test.each([
  ["app/site/home.tsx", "../admin/layout.tsx"],
  ["app/site/home.tsx", "#app/auth/session.tsx"],
  ["app/admin/layout.tsx", "#app/auth/auth-page.tsx"],
  ["app/admin/crm/accounts/a.ts", "../contacts/b.ts"],
  ["app/ui/button.tsx", "#content/site.ts"],
  ["app/lib/x.ts", "#server/env.ts"],
  ["server/app.ts", "#app/root.tsx"],
  ["content/site.ts", "#app/lib/x.ts"],
])("%s may not import %s", (file, source) => {
  expect(complaint(file, source)).toContain("may not import");
});

test("the linter itself refuses the deliberately bad file", () => {
  let output = "";
  try {
    execFileSync(
      "node_modules/.bin/oxlint",
      ["-c", "tools/check/lint/fixtures/oxlintrc.json", "tools/check/lint/fixtures"],
      {
        encoding: "utf8",
      },
    );
  } catch (error) {
    output = (error as { stdout: string }).stdout;
  }
  expect(output.match(/may not import/g)).toHaveLength(3);
});
