// Tasks: the list, quick add from everywhere, ticking, snoozing, the keyboard alone, a phone, another time zone.
import { expect } from "vitest";
import { toast } from "./crm-screen.ts";
import { test } from "./fixtures.ts";
import { asOwner } from "./people.ts";
import { addTasks, shownGroups, startTasks, tick, undo } from "./task-screen.ts";

test("tasks 5: a ticked row stays in its place, struck through, and undo brings it back; on the next visit it is under Done today", async ({
  page,
  server,
}) => {
  const me = await startTasks(page, server);
  await addTasks(server, [
    { title: "First", days: 0, priority: "high", assignee: me.id },
    { title: "Second", days: 0, assignee: me.id },
    { title: "Third", days: 0, priority: "low", assignee: me.id },
  ]);
  await page.goto("/admin/tasks");
  await tick(page, "Second").check();
  await toast(page, "Task done");
  expect(await shownGroups(page)).toEqual({ Today: ["First", "Second", "Third"] });
  const title = page.getByRole("button", { name: "Second", exact: true });
  expect(await title.evaluate((element) => getComputedStyle(element).textDecorationLine)).toBe("line-through");
  await expect
    .poll(() => asOwner(server, "/rest/v1/tasks?select=title&done_at=not.is.null"))
    .toEqual([{ title: "Second" }]);

  await undo(page, "Task done").click();
  await expect.poll(() => tick(page, "Second").isChecked()).toBe(false);
  await expect.poll(() => asOwner(server, "/rest/v1/tasks?select=title&done_at=not.is.null")).toEqual([]);

  await tick(page, "Second").check();
  await expect
    .poll(() => asOwner(server, "/rest/v1/tasks?select=title&done_at=not.is.null"))
    .toEqual([{ title: "Second" }]);
  await page.reload();
  await tick(page, "Second").waitFor();
  expect(await shownGroups(page)).toEqual({ Today: ["First", "Third"], "Done today": ["Second"] });
  // And from there it can be reopened.
  await tick(page, "Second").uncheck();
  await expect.poll(() => shownGroups(page)).toEqual({ Today: ["First", "Second", "Third"] });
});
