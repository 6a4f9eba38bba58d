// Reports and the dashboard's figures of deals: by mouse, by keyboard alone, on a phone; what a figure says and what its list holds. What `npm test -- all` adds.
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { expectAccessibleInBothThemes as expectClean } from "./accessibility.ts";
import { phone, problemsOf, test } from "./fixtures.ts";
import { expectNoSidewaysScroll, settled } from "./page-checks.ts";
import { modules, report, rows, start, summary } from "./reports-screen.ts";
import { addTasks, inDatabase, setInquiries, switchOff, switchOn } from "./task-screen.ts";
import { hideFirstSteps } from "./people.ts";

const figure = (page: Page, name: string) => page.locator(`[data-figure="${name}"]`);

const valueOf = (page: Page, name: string) => figure(page, name).getByRole("definition").first().textContent();

test("switched off, the page is Coming Soon and the dashboard the specified one", async ({ page, server }) => {
  await start(page, server);
  await switchOff(server, ...modules);
  await page.goto("/admin/reports");
  await page.getByText("Coming Soon").first().waitFor();
  await page.goto("/admin");
  await page.getByText("Sample data").waitFor();
  await page.getByText("$442,500").waitFor();
});

test("by keyboard alone: one Tab to a chart, arrows from bar to bar, Enter to its rows, Escape back", async ({
  page,
  server,
}) => {
  await start(page, server);
  await page.goto("/admin/reports?period=quarter");
  const won = report(page, "Won per month against forecast");
  await won.locator("[data-mark]").first().waitFor();
  await won.getByRole("button", { name: /^Definition/ }).focus();
  await page.keyboard.press("Tab");
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "");
  const first = await focused();
  expect(first).toMatch(/: won \$/);
  await page.keyboard.press("End");
  expect(await focused()).not.toBe(first);
  await page.keyboard.press("Home");
  expect(await focused()).toBe(first);
  // The month that is not over says so; zero months are there too.
  const spoken = await won
    .locator("[data-mark]")
    .evaluateAll((marks) => marks.map((mark) => mark.getAttribute("aria-label") ?? ""));
  expect(spoken.filter((each) => each.includes("so far"))).toHaveLength(1);
  expect(spoken.length).toBeGreaterThanOrEqual(3);
  expect(spoken.some((each) => each.includes("won $0"))).toBe(true);
  const now = spoken.findIndex((each) => each.includes("so far"));
  for (let step = 0; step < now; step += 1) await page.keyboard.press("ArrowRight");
  expect(await focused()).toContain("won $38,000");
  await page.keyboard.press("Enter");
  await rows(page, "Won deals").getByText("5 deals, $38,000").waitFor();
  await page.keyboard.press("Escape");
  await rows(page, "Won deals").waitFor({ state: "detached" });
  expect(await focused()).toContain("won $38,000");
  // The table is in the document for anyone who does not see the drawing.
  expect(await won.getByRole("table").getByRole("row").count()).toBeGreaterThan(3);
});

test("reports and dashboard hold at 1440 and 390, in both themes, without a fault that axe finds", async ({
  open,
  server,
}) => {
  for (const viewport of [{ width: 1440, height: 900 }, phone]) {
    const shown = await open({ viewport, hasTouch: viewport === phone, reducedMotion: "reduce" });
    await start(shown, server);
    for (const [path, ready] of [
      ["/admin/reports", "Pipeline by stage"],
      ["/admin", "Forecast"],
    ] as const) {
      await shown.goto(path);
      await shown.getByRole("region", { name: ready, exact: true }).locator("[data-mark], dl").first().waitFor();
      await settled(shown);
      await expectNoSidewaysScroll(shown, `${path} at ${viewport.width}`);
      await expectClean(shown, `${path} at ${viewport.width}`);
    }
    expect(problemsOf(shown)).toEqual([]);
  }
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
