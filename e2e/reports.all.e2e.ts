// Reports and the dashboard's figures of deals: by mouse, by keyboard alone, on a phone; what a figure says and what its list holds. What `npm test -- all` adds.
import { expect } from "vitest";
import { expectAccessibleInBothThemes as expectClean } from "./accessibility.ts";
import { phone, problemsOf, test } from "./fixtures.ts";
import { expectNoSidewaysScroll } from "./page-checks.ts";
import { switchOff } from "./task-screen.ts";
import { modules, start, report, rows } from "./reports-screen.ts";

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
      await shown.waitForLoadState("networkidle");
      await expectNoSidewaysScroll(shown, `${path} at ${viewport.width}`);
      await expectClean(shown, `${path} at ${viewport.width}`);
    }
    expect(problemsOf(shown)).toEqual([]);
  }
});
