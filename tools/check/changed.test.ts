import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { browserTestsFor, changedFiles, readTests, unitTestsFor } from "./changed.ts";
import { filesOf } from "./tiers.ts";

const browserTests = [
  { file: "e2e/home.e2e.ts", text: 'await page.goto("/");' },
  { file: "e2e/deals-board.e2e.ts", text: 'await page.goto("/admin/deals");' },
  { file: "e2e/tasks.e2e.ts", text: 'await page.goto("/admin/tasks");' },
  { file: "e2e/navigation.e2e.ts", text: 'await page.goto("/auth"); await page.goto("/about");' },
];
const browser = (...changed: string[]) => browserTestsFor(changed, browserTests);
const unit = (...changed: string[]) => unitTestsFor(changed, ["tools/check/named-files.test.ts", "server/env.test.ts"]);

test("TypeScript is followed by its imports; SQL, styles and settings of the tests reach everything", () => {
  expect(unit("server/env.ts")).toEqual(["server/env.ts", "tools/check/named-files.test.ts"]);
  expect(unit("modules/deals/sql/move-deal.sql")).toBe("everything");
  expect(unit("server/testing/test-database.ts")).toBe("everything");
  expect(unit("package.json", "server/env.ts")).toBe("everything");
});

test("a document reaches the tests of the repository, and no browser", () => {
  expect(unit("docs/operating.md")).toEqual(["tools/check/named-files.test.ts"]);
  expect(browser("docs/operating.md", "modules/deals/README.md")).toEqual([]);
});

test("a module reaches the browser tests that name it, a room those that open it, everything else all of them", () => {
  expect(browser("modules/deals/board/deal-board.tsx")).toEqual(["e2e/deals-board.e2e.ts"]);
  expect(browser("app/site/home.tsx")).toEqual(["e2e/home.e2e.ts", "e2e/navigation.e2e.ts"]);
  expect(browser("app/admin/layout.tsx")).toEqual([
    "e2e/deals-board.e2e.ts",
    "e2e/tasks.e2e.ts",
    "e2e/navigation.e2e.ts",
  ]);
  for (const file of ["app/ui/button.tsx", "server/app.ts", "vite.config.ts", "supabase/migrations/1.sql"])
    expect(browser("modules/deals/deal.ts", file), file).toBe("everything");
});

test("a browser test and what it imports reach themselves", () => {
  expect(browser("e2e/tasks.e2e.ts", "e2e/task-screen.ts")).toEqual(["e2e/tasks.e2e.ts", "e2e/task-screen.ts"]);
});

test("every module, and both rooms, are opened by a browser test", () => {
  const real = readTests(filesOf("browser"));
  for (const file of [
    "modules/deals/deal.ts",
    "modules/payments/server.ts",
    "app/site/home.tsx",
    "app/admin/layout.tsx",
  ])
    expect(browserTestsFor([file], real).length, file).toBeGreaterThan(0);
});

test("changed is what is committed since main, uncommitted, or new", () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "guidevane-changed-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const git = (...args: string[]) =>
    execFileSync("git", ["-C", folder, "-c", "user.name=t", "-c", "user.email=t@guidevane.example", ...args]);
  const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
  git("init", "-q", "-b", "main");
  for (const name of ["same.ts", "committed.ts", "uncommitted.ts"]) write(name, "1");
  git("add", ".");
  git("commit", "-qm", "first");
  git("checkout", "-qb", "work");
  write("committed.ts", "2");
  git("commit", "-qam", "second");
  write("uncommitted.ts", "2");
  write("new.ts", "1");
  expect(changedFiles(undefined, folder).toSorted()).toEqual(["committed.ts", "new.ts", "uncommitted.ts"]);
  expect(changedFiles("HEAD", folder).toSorted()).toEqual(["new.ts", "uncommitted.ts"]);
});
