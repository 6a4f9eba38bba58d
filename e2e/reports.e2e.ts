// Reports and the dashboard's figures of deals: by mouse, by keyboard alone, on a phone; what a figure says and what its list holds.
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { problemsOf, test } from "./fixtures.ts";
import { addTasks, inDatabase, setInquiries, switchOff, switchOn } from "./task-screen.ts";
import { hideFirstSteps } from "./people.ts";
import { start, report, rows } from "./reports-screen.ts";

const summary = (page: Page, name: string) => report(page, name).locator("[data-summary]").textContent();
const figure = (page: Page, name: string) => page.locator(`[data-figure="${name}"]`);
const valueOf = (page: Page, name: string) => figure(page, name).getByRole("definition").first().textContent();

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
  await expect.poll(() => summary(page, "Win rate and reasons")).toContain("5 won of 7 closed, 71 %.");
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
  await page.getByLabel("Module:").selectOption("Workshops");
  await page.waitForURL(/module=Workshops/);
  await expect.poll(() => summary(page, "Pipeline by stage")).not.toContain("5 open deals");
  expect(problemsOf(page)).toEqual([]);
});

/** Texts of a chart that touch another one. */
const touching = (page: Page, name: string) =>
  report(page, name)
    .locator("svg text")
    .evaluateAll((texts) => {
      const boxes = texts.map((text) => ({ text: text.textContent ?? "", box: text.getBoundingClientRect() }));
      return boxes.flatMap(({ text, box }, index) =>
        boxes
          .slice(index + 1)
          .filter(
            ({ box: other }) =>
              box.left < other.right &&
              other.left < box.right &&
              box.top < other.bottom - 2 &&
              other.top < box.bottom - 2,
          )
          .map((other) => `${text} on ${other.text}`),
      );
    });

test("over a year with something won in every month, the labels of the bars do not touch", async ({ open, server }) => {
  const page = await open({ reducedMotion: "reduce" });
  await start(page, server, { deals: false });
  await inDatabase(server, async (sql) => {
    const [company] = await sql<{ id: string }[]>`insert into public.accounts (name) values ('Norrfall') returning id`;
    await sql`
      insert into public.deals (name, account_id, stage_id, amount_minor, currency, created_at, closed_on)
      select 'Deal ' || n, ${company!.id}, stages.id, 1210000 + n * 10000, 'USD', now() - interval '400 days',
        least(date_trunc('year', public.office_today())::date + (n - 1) * interval '1 month', public.office_today())::date
      from generate_series(1, 12) as n join public.deal_stages as stages on stages.kind = 'won'`;
  });
  for (const width of [1440, 1100, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/admin/reports?period=year");
    const won = report(page, "Won per month against forecast");
    await won.locator("svg [data-bar]").nth(11).waitFor();
    expect(await touching(page, "Won per month against forecast"), `at ${width}`).toEqual([]);
    // What is left out is few: the month that is running is never.
    await won.locator("svg").getByText("so far").waitFor();
  }
});

test("reports 4, 5: amounts are said to be net, one lost deal was lost, one task is a task", async ({
  page,
  server,
}) => {
  const me = await start(page, server);
  await switchOn(server, "tasks");
  await addTasks(server, [{ title: "One", days: 0, assignee: me.id }]);
  await inDatabase(server, async (sql) => {
    await sql`delete from public.deals where name = 'Deal 11'`;
    await sql`update public.tasks set done_at = now(), done_by = ${me.id}`;
  });
  await page.goto("/admin/reports?period=month");
  await report(page, "Win rate and reasons").getByText("Why 1 deal was lost", { exact: true }).waitFor();
  await report(page, "Activity per person").locator("svg").getByText("1 task, 0 moves").waitFor();
  for (const name of ["Won per month against forecast", "Pipeline by stage", "Which call to action brings revenue"]) {
    await report(page, name)
      .getByRole("button", { name: `Definition of ${name}` })
      .click();
    await report(page, name).getByText("Amounts are net: without sales tax.", { exact: false }).waitFor();
  }
});

test("a report that fails says so and leaves the others; with no records there is one sentence", async ({
  page,
  server,
}) => {
  await start(page, server);
  let broken = true;
  await page.route("**/rpc/report_stages*", (route) =>
    broken ? route.fulfill({ status: 400, json: { message: "It is away" } }) : route.continue(),
  );
  await page.goto("/admin/reports");
  await page.getByText("Failed to load 1 of 7 reports.").waitFor();
  await report(page, "Conversion and days per stage").getByText("It is away").waitFor();
  await expect.poll(() => summary(page, "Pipeline by stage")).toContain("5 open deals");
  broken = false;
  await report(page, "Conversion and days per stage").getByRole("button", { name: "Try again" }).click();
  await expect.poll(() => page.getByText("Failed to load").count()).toBe(0);

  await inDatabase(server, (sql) => sql`truncate public.deals cascade`);
  await page.goto("/admin/reports");
  await page.getByText("Nothing to count yet").waitFor();
});

test("dashboard 1, 2: with deals on the specified four figures are true, and System Tests compares each with its list", async ({
  page,
  server,
}) => {
  await start(page, server);
  await page.goto("/admin");
  await expect.poll(() => valueOf(page, "Pipeline value")).toBe("$24,000");
  expect(
    await page
      .locator("[data-figure]")
      .evaluateAll((all) => all.slice(0, 4).map((each) => each.getAttribute("data-figure"))),
  ).toEqual(["Pipeline value", "Active deals", "Contacts", "Active sequences"]);
  expect(await valueOf(page, "Active deals")).toBe("5");
  expect(await page.getByText("Sample data").count()).toBe(0);
  await page.getByRole("table", { name: "Recent deals" }).getByRole("row").nth(5).waitFor();
  await page.getByRole("region", { name: "Forecast" }).locator("[data-mark]").first().waitFor();
  await figure(page, "Pipeline value").getByRole("link").click();
  await rows(page, "Open deals").getByText("5 deals, $24,000").waitFor();
  expect(await rows(page, "Open deals").getByRole("listitem").count()).toBe(5);
  await page.keyboard.press("Escape");

  await page.goto("/admin/test");
  const checks = page.getByRole("region", { name: "Dashboard figures" });
  await checks.getByRole("button", { name: "Compare figures" }).click();
  await checks.getByText(/^All \d+ figures equal their lists\.$/).waitFor();
  await checks.getByText("Pipeline value: $24,000, as in its list").waitFor();

  // Without deals: no sample, and the first step.
  await hideFirstSteps(server);
  await inDatabase(server, (sql) => sql`truncate public.deals cascade`);
  await page.goto("/admin");
  await figure(page, "Pipeline value").getByText("No open deal. Add one on the board").waitFor();
  expect(await valueOf(page, "Pipeline value")).toBe("$0");
});

test("dashboard 10: with deals, tasks and inquiries on it still prints on one page", async ({ page, server }) => {
  const me = await start(page, server);
  await switchOn(server, "tasks");
  await addTasks(
    server,
    Array.from({ length: 8 }, (_, index) => ({ title: `Task ${index}`, days: 0, assignee: me.id })),
  );
  await setInquiries(
    server,
    Array.from({ length: 5 }, (_, index) => ({ name: `Person ${index}`, due: 10 + index })),
  );
  await page.goto("/admin");
  await page.getByRole("checkbox", { name: "Done: Task 7" }).waitFor();
  await page.getByRole("table", { name: "Recent deals" }).waitFor();
  const pdf = (await page.pdf({ format: "A4" })).toString("latin1");
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  await switchOff(server, "tasks");
});
