// The dashboard while tasks and inquiries are on: figures that are links to their rows, ticking in place, retries, print.
import { expect } from "vitest";
import { toast } from "./crm-screen.ts";
import { figure, start, valueOf } from "./dashboard-screen.ts";
import { test } from "./fixtures.ts";
import { addPerson } from "./people.ts";
import { addTasks, setInquiries, shownGroups, tick, undo } from "./task-screen.ts";

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
