// Tasks: the list, quick add from everywhere, ticking, snoozing, the keyboard alone, a phone, another time zone.
import { describe, expect } from "vitest";
import { toast } from "./crm-screen.ts";
import { test } from "./fixtures.ts";
import { addAccounts, addContacts, asOwner } from "./people.ts";
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

describe("quick add", () => {
  test("tasks 12: T on a record's page adds a task to it, and shows the day that was understood", async ({
    page,
    server,
  }) => {
    const me = await startTasks(page, server);
    const [account] = await addAccounts(server, [{ name: "Norrfall" }]);
    const [contact] = await addContacts(server, [{ name: "Maren Holt", account_id: account!.id }]);
    await page.goto(`/admin/crm/contacts/${contact!.id}`);
    await page.getByRole("region", { name: "Next steps" }).getByText("None").waitFor();
    await page.keyboard.press("t");
    const dialog = page.getByRole("dialog", { name: "Add a task" });
    await dialog.getByLabel("New task").fill("Call Maren tomorrow 16:00 !high");
    await dialog.getByText(/^Tomorrow, .*, 16:00$/).waitFor();
    await dialog.getByText("High", { exact: true }).waitFor();
    await page.keyboard.press("Enter");
    await toast(page, "Task added");
    await dialog.waitFor({ state: "detached" });
    await page
      .getByRole("region", { name: "Next steps" })
      .getByRole("checkbox", { name: "Done: Call Maren" })
      .waitFor();
    const [task] = await asOwner<Record<string, unknown>[]>(
      server,
      "/rest/v1/tasks?select=title,priority,assignee_id,contact_id,account_id,due_at",
    );
    expect(task).toMatchObject({
      title: "Call Maren",
      priority: "high",
      assignee_id: me.id,
      contact_id: contact!.id,
      account_id: account!.id,
    });
    expect(new Date(String(task!.due_at)).getUTCHours()).toBe(16);
    // Tasks 2: the company's page has it too, and names the person.
    await page.goto(`/admin/crm/accounts/${account!.id}`);
    const steps = page.getByRole("region", { name: "Next steps" });
    await steps.getByRole("checkbox", { name: "Done: Call Maren" }).waitFor();
    await steps.getByRole("link", { name: "Maren Holt" }).waitFor();
  });
});
