// Reports and the dashboard's figures of deals: by mouse, by keyboard alone, on a phone; what a figure says and what its list holds.
import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { problemsOf, test } from "./fixtures.ts";
import { report, rows, start, summary } from "./reports-screen.ts";

test("reports 1, 10, 14: figures lead to their rows, the file equals the table, the definition is a click away", async ({
  page,
  server,
}) => {
  await start(page, server);
  await page.goto("/admin/reports?period=month");
  // 1 to 3 and 12 in euros: 100 + 200 + 300 + 1,200 * 1.5, and one without an amount.
  await expect.poll(() => summary(page, "Pipeline by stage")).toContain("5 open deals, $24,000.");
  await expect
    .poll(() => summary(page, "Won per month against forecast"))
    .toContain("$38,000 won from 5 deals, from $0 in");
  await expect.poll(() => summary(page, "Win rate and reasons")).toContain("5 won of 7 closed, 71%.");
  const pipeline = report(page, "Pipeline by stage");
  await pipeline.getByText("1 without an amount. 1 deal in another currency is counted in USD").waitFor();

  // Chart: a bar is a link to its rows.
  await pipeline.getByRole("link", { name: /^New: 2 deals, \$19,000/ }).click();
  await rows(page, "Open deals").getByText("2 deals, $19,000").waitFor();
  expect(await rows(page, "Open deals").getByRole("listitem").count()).toBe(2);
  await page.keyboard.press("Escape");
  await rows(page, "Open deals").waitFor({ state: "detached" });

  // Table: so is every number, and the file says the same.
  await pipeline.getByRole("button", { name: "Table" }).click();
  const table = pipeline.getByRole("table", { name: "Pipeline by stage" });
  const cells = await table
    .getByRole("row")
    .evaluateAll((lines) =>
      lines.map((line) => [...line.querySelectorAll("th, td")].map((cell) => cell.textContent ?? "")),
    );
  expect(cells.at(-1)).toEqual(["Total", "5", "$24,000", expect.stringMatching(/^\$/)]);
  const download = page.waitForEvent("download");
  await pipeline.getByRole("button", { name: "CSV of Pipeline by stage" }).click();
  const file = readFileSync(await (await download).path(), "utf8")
    .replace(/^\uFEFF/, "")
    .trim();
  const plain = (text: string) => text.replace(/[$,]/g, "").replace(/\.00$/, "");
  expect(file.split("\r\n").map((line) => line.split(",").map(plain))).toEqual(cells.map((line) => line.map(plain)));
  await table
    .getByRole("row", { name: /^Total/ })
    .getByRole("link")
    .nth(2)
    .click();
  await rows(page, "Open deals, weighted")
    .getByText(`5 deals, ${cells.at(-1)?.[3]}`)
    .waitFor();
  await page.keyboard.press("Escape");

  await pipeline.getByRole("button", { name: "Definition of Pipeline by stage" }).click();
  await pipeline.getByText("Open deals on the board now", { exact: false }).waitFor();

  // Narrowed by the filter, the address keeps it.
  await page.getByRole("button", { name: "Service: any" }).click();
  await page.getByRole("menuitemradio", { name: "Workshops" }).click();
  await page.waitForURL(/service=Workshops/);
  await expect.poll(() => summary(page, "Pipeline by stage")).not.toContain("5 open deals");
  expect(problemsOf(page)).toEqual([]);
});
