// The audit log as an administrator reads it: what was done, filtered, and as a CSV file.
import { readFile } from "node:fs/promises";
import { expect } from "vitest";
import { expectAccessibleInBothThemes } from "./accessibility.ts";
import { chooseFilter, toast } from "./crm-screen.ts";
import { problemsOf, test } from "./fixtures.ts";
import { asAdmin } from "./people.ts";
import { inDatabase } from "./task-screen.ts";

test("an act is listed with who, what, on what, from, to and its request; filters narrow it; CSV and an error", async ({
  page,
  server,
}) => {
  await asAdmin(page, server);
  await inDatabase(server, (sql) => sql`update public.modules set live = true where key = 'tasks'`);
  await page.goto("/admin/settings?tab=modules");
  const answer = page.waitForResponse(
    (response) => response.url().includes("/rest/v1/modules") && response.request().method() === "PATCH",
  );
  await page.getByRole("switch", { name: "Tasks" }).click();
  const requestId = (await answer).headers()["x-request-id"];

  await page.goto("/admin/audit?what=module+switched&subject=task");
  const log = page.getByRole("table", { name: "Audit log" });
  const row = log.getByRole("row").nth(1);
  await row.getByText("Module switched").waitFor();
  expect(await row.getByRole("cell").allTextContents()).toEqual([
    expect.any(String),
    expect.stringContaining("@"),
    "Module switched",
    "tasks",
    "live: on → off",
    requestId,
  ]);
  await log.getByRole("row").nth(2).getByText("Server", { exact: true }).waitFor();

  await chooseFilter(page, "Who", "Server");
  await page.getByText("1 entry, newest first").waitFor();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const file = await readFile((await (await download).path())!, "utf8");
  expect(file).toContain('Server,,module switched,tasks,"{""live"":false}","{""live"":true}"');
  await toast(page, "1 entry exported");
  await page.goto("/admin/audit?what=exported");
  await page.getByRole("cell", { name: /^audit-log-.*\.csv$/ }).waitFor();
  await expectAccessibleInBothThemes(page, "the audit log");

  await page.goto("/admin/audit?subject=nothing-is-called-so");
  await page.getByText("No entries match").waitFor();
  await page.getByRole("button", { name: "Show all entries" }).click();
  await log.waitFor();
  expect(problemsOf(page)).toEqual([]);

  await page.route("**/rest/v1/acts*", (route) =>
    route.fulfill({ status: 403, json: { message: "permission denied", code: "42501" } }),
  );
  await page.reload();
  await page.getByText("Failed to load the audit log").waitFor();
  await page.getByRole("button", { name: "Try again" }).waitFor();
  await page.unroute("**/rest/v1/acts*");
});
