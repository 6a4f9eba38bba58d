// The dashboard while tasks and inquiries are on: figures that are links to their rows, ticking in place, retries, print. What `npm test -- all` adds.
import { expect } from "vitest";
import { expectAccessibleInBothThemes as expectClean } from "./accessibility.ts";
import { toast } from "./crm-screen.ts";
import { figure, start, valueOf } from "./dashboard-screen.ts";
import { phone, problemsOf, test } from "./fixtures.ts";
import { expectNoSidewaysScroll } from "./page-checks.ts";
import { addPerson } from "./people.ts";
import { quiet } from "./quiet.ts";
import { addTasks, setInquiries, shownGroups, switchOff, tick, undo } from "./task-screen.ts";

test("switched off, the dashboard is the specified one with its sample figures", async ({ page, server }) => {
  await start(page, server);
  await switchOff(server, "tasks", "inquiries");
  await page.goto("/admin");
  await page.getByText("Sample data").waitFor();
  await page.getByText("Recent deals").first().waitFor();
  expect(await page.locator("[data-figure]").count()).toBe(0);
});

test("dashboard 2: with nothing there each figure names the first step, and no sample number is left", async ({
  page,
  server,
}) => {
  await start(page, server);
  await page.goto("/admin");
  await figure(page, "Tasks for today").getByText("New Task adds the first").waitFor();
  await figure(page, "Inquiries waiting").getByText("the site’s forms bring them", { exact: false }).waitFor();
  await figure(page, "Promise kept, 90 days").getByText("No answer was due").waitFor();
  await page.getByText("Nothing to do yet.", { exact: false }).waitFor();
  expect(await page.getByText("Sample data").count()).toBe(0);
  expect(await page.getByText("Recent deals").count()).toBe(0);
});

test("dashboard 2: on a phone whoever waits has the whole width for the name, and the button that answers", async ({
  open,
  server,
}) => {
  const page = await open({ viewport: phone });
  await start(page, server);
  const name = "Aleksandra Wiśniewska-Kowalczyk";
  await setInquiries(server, [{ name, due: 30 }]);
  await page.goto("/admin");
  const waiting = page.getByRole("region", { name: "Inquiries waiting" });
  const link = waiting.getByRole("link", { name, exact: true });
  await link.waitFor();
  expect(await link.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  await expectNoSidewaysScroll(page, "dashboard with an inquiry");
  await waiting.getByRole("link", { name: `Answer ${name}` }).click();
  await page.waitForURL(/\/admin\/inquiries\?open=/);
});

test("dashboard 7: Mine or All is remembered, and its links keep to it", async ({ page, server }) => {
  const me = await start(page, server);
  const other = await addPerson(server, { admin: true });
  await addTasks(server, [
    { title: "Mine", days: 0, assignee: me.id },
    { title: "Theirs", days: 0, assignee: other.id },
  ]);
  await page.goto("/admin");
  await expect.poll(() => valueOf(page, "Tasks for today")).toBe("2");
  await page.getByRole("button", { name: "Mine", exact: true }).click();
  await expect.poll(() => valueOf(page, "Tasks for today")).toBe("1");
  await page.reload();
  await expect.poll(() => valueOf(page, "Tasks for today")).toBe("1");
  expect(await page.getByRole("button", { name: "Mine", exact: true }).getAttribute("aria-pressed")).toBe("true");
  await figure(page, "Tasks for today").getByRole("link").click();
  await page.getByRole("heading", { level: 1, name: "Tasks" }).waitFor();
  await tick(page, "Mine").waitFor();
  expect(await shownGroups(page)).toEqual({ Today: ["Mine"] });
});

test("dashboard 4: a part that failed shows its own retry, the others stay", async ({ page, server }) => {
  const me = await start(page, server);
  await addTasks(server, [{ title: "Here", days: 0, assignee: me.id }]);
  await page.route("**/rpc/owner_dashboard*", async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as Record<string, unknown>;
    const asked = route.request().postDataJSON() as { parts?: string[] };
    await route.fulfill({
      response: answer,
      json: asked.parts ? body : { ...body, inquiries: { error: "It is away" } },
    });
  });
  await page.goto("/admin");
  await tick(page, "Here").waitFor();
  await expect.poll(() => valueOf(page, "Tasks for today")).toBe("1");
  const retry = page.getByRole("button", { name: "Failed to load Inquiries waiting: try again" });
  await retry.click();
  await expect.poll(() => valueOf(page, "Inquiries waiting")).toBe("0");
  expect(await retry.count()).toBe(0);
  await tick(page, "Here").waitFor();
});

test("dashboard 6: figures and tiles keep their order and places while they load", async ({ page, server }) => {
  const me = await start(page, server);
  await addTasks(server, [{ title: "Here", days: 0, assignee: me.id }]);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/rpc/owner_dashboard*", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/admin");
  const places = () =>
    page.evaluate(() =>
      [...document.querySelectorAll("h1, [data-figure], main section > header")].map((element) => {
        const { top, left } = element.getBoundingClientRect();
        return [element.textContent?.slice(0, 8), Math.round(top), Math.round(left)];
      }),
    );
  await page.getByRole("region", { name: "Today" }).waitFor();
  await page.getByRole("region", { name: "Inquiries waiting" }).waitFor();
  const before = await places();
  release();
  await tick(page, "Here").waitFor();
  await expect.poll(() => valueOf(page, "Tasks for today")).toBe("1");
  expect(await places()).toEqual(before);
});

test("by keyboard alone: to a figure, into its rows, and a task ticked", async ({ page, server }) => {
  const me = await start(page, server);
  await addTasks(server, [{ title: "Here", days: 0, assignee: me.id }]);
  await page.goto("/admin");
  await tick(page, "Here").waitFor();
  await page.getByRole("button", { name: "All", exact: true }).focus();
  const focused = () =>
    page.evaluate(() => document.activeElement?.textContent || document.activeElement?.getAttribute("aria-label"));
  for (let step = 0; step < 12 && (await focused()) !== "Tasks for today"; step += 1) await page.keyboard.press("Tab");
  expect(await focused()).toBe("Tasks for today");
  for (let step = 0; step < 12 && (await focused()) !== "Done: Here"; step += 1) await page.keyboard.press("Tab");
  expect(await focused()).toBe("Done: Here");
  await page.keyboard.press("Space");
  await toast(page, "Task done");
});

test("on a phone and on a desktop: axe in both themes, nothing scrolls sideways", async ({ open, server }) => {
  for (const viewport of [phone, { width: 1440, height: 900 }]) {
    const page = await open({ viewport, reducedMotion: "reduce" });
    const me = await start(page, server);
    await addTasks(server, [
      { title: "Send the data questions", days: -1, priority: "high", assignee: me.id },
      { title: "Send Castelline the revised scope", days: 0, assignee: me.id },
    ]);
    await setInquiries(server, [
      { name: "Idris Kaplan", due: -1 },
      { name: "Dana Whitlock", due: 20 },
    ]);
    await page.goto("/admin");
    await tick(page, "Send the data questions").waitFor();
    await quiet(page);
    await expectNoSidewaysScroll(page, `dashboard at ${viewport.width}`);
    await expectClean(page, `dashboard at ${viewport.width}`);
    expect(problemsOf(page)).toEqual([]);
  }
});

test("dashboard 10: prints on one page", async ({ page, server }) => {
  const me = await start(page, server);
  await addTasks(
    server,
    Array.from({ length: 8 }, (_, index) => ({ title: `Task ${index}`, days: 0, assignee: me.id })),
  );
  await setInquiries(
    server,
    Array.from({ length: 5 }, (_, index) => ({ name: `Person ${index}`, due: 10 + index })),
  );
  await page.goto("/admin");
  await tick(page, "Task 7").waitFor();
  const pdf = (await page.pdf({ format: "A4" })).toString("latin1");
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});

test("dashboard 1: every figure is a link to exactly its rows", async ({ page, server }) => {
  const me = await start(page, server);
  const other = await addPerson(server, { admin: true });
  await addTasks(server, [
    { title: "Late", days: -2, assignee: me.id },
    { title: "Today", days: 0, assignee: me.id },
    { title: "Theirs", days: 0, assignee: other.id },
    { title: "Later", days: 9, assignee: me.id },
  ]);
  await setInquiries(server, [
    { name: "Idris Kaplan", due: -1 },
    { name: "Dana Whitlock", due: 20 },
    { name: "Ruth Amsel", due: -50, answered: -60 },
    { name: "Jonas Haverkamp", due: -50, answered: -40 },
  ]);
  const open = async (name: string) => {
    await page.goto("/admin");
    await expect.poll(() => valueOf(page, name)).toMatch(/\d/);
    const value = Number.parseInt((await valueOf(page, name)) ?? "", 10);
    await figure(page, name).getByRole("link").click();
    return value;
  };
  expect(await open("Tasks for today")).toBe(2);
  await page.getByRole("heading", { level: 1, name: "Tasks" }).waitFor();
  await tick(page, "Theirs").waitFor();
  expect(Object.values(await shownGroups(page)).flat()).toHaveLength(2);
  expect(await open("Tasks overdue")).toBe(1);
  await page.getByRole("heading", { level: 1, name: "Tasks" }).waitFor();
  await tick(page, "Late").waitFor();
  expect(Object.values(await shownGroups(page)).flat()).toEqual(["Late"]);
  // 2 of 3 were decided in time or not: Ruth was, Jonas and Idris were not.
  expect(await open("Promise kept, 90 days")).toBe(33);
  const rows = page.getByRole("dialog", { name: "Promise kept, 90 days" }).getByRole("listitem");
  await rows.first().waitFor();
  expect(await rows.count()).toBe(3);
  expect(await rows.filter({ hasText: "Kept" }).count()).toBe(1);
  expect(await open("Inquiries waiting")).toBe(2);
  await page.waitForURL(/\/admin\/inquiries/);
  for (const name of ["Idris Kaplan", "Dana Whitlock"]) await page.getByText(name).first().waitFor();
});

test("dashboard 3, 8: a new inquiry and a new task appear within 30 seconds, and when the tab is looked at again", async ({
  page,
  server,
}) => {
  const me = await start(page, server);
  await page.clock.install();
  await page.goto("/admin");
  await expect.poll(() => valueOf(page, "Inquiries waiting")).toBe("0");
  await page.getByText(/^Updated \d\d:\d\d$/).waitFor();
  // Figures that change by themselves are not spoken.
  expect(
    await figure(page, "Inquiries waiting").evaluate((element) =>
      element.closest("[aria-live], output, [role=status]"),
    ),
  ).toBeNull();
  await setInquiries(server, [{ name: "Idris Kaplan", due: 30 }]);
  await page.clock.runFor(30_000);
  await expect.poll(() => valueOf(page, "Inquiries waiting")).toBe("1");
  await addTasks(server, [{ title: "New", days: 0, assignee: me.id }]);
  await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
  await expect.poll(() => valueOf(page, "Tasks for today")).toBe("1");
});

test("dashboard 9: a task is ticked in place, stays struck through, and undo brings it back", async ({
  page,
  server,
}) => {
  const me = await start(page, server);
  await addTasks(server, [
    { title: "First", days: -1, assignee: me.id },
    { title: "Second", days: 0, assignee: me.id },
  ]);
  await page.goto("/admin");
  const tile = page.getByRole("region", { name: "Today" });
  await tick(page, "First").check();
  await toast(page, "Task done");
  await expect.poll(() => valueOf(page, "Tasks overdue")).toBe("0");
  expect(await tile.getByRole("checkbox").count()).toBe(2);
  await undo(page, "Task done").click();
  await expect.poll(() => valueOf(page, "Tasks overdue")).toBe("1");
  expect(await tick(page, "First").isChecked()).toBe(false);
});
