// Tasks: the list, quick add from everywhere, ticking, snoozing, the keyboard alone, a phone, another time zone. What `npm test -- all` adds.
import { describe, expect } from "vitest";
import { expectAccessibleInBothThemes as expectClean } from "./accessibility.ts";
import { toast } from "./crm-screen.ts";
import { phone, problemsOf, test } from "./fixtures.ts";
import { expectNoSidewaysScroll } from "./page-checks.ts";
import { addAccounts, addPerson, asOwner, signInAs, addContacts } from "./people.ts";
import { quiet } from "./quiet.ts";
import { addTasks, shownGroups, startTasks, switchOff, tick, undo } from "./task-screen.ts";

test("switched off, tasks are Coming Soon, T does nothing and records' pages show no tasks", async ({
  page,
  server,
}) => {
  await startTasks(page, server);
  await switchOff(server, "tasks");
  const [account] = await addAccounts(server, [{ name: "Norrfall" }]);
  await page.goto("/admin/tasks");
  await page.getByRole("heading", { name: "Coming Soon" }).waitFor();
  await page.goto(`/admin/crm/accounts/${account!.id}`);
  await page.getByRole("heading", { name: "Norrfall" }).waitFor();
  await page.keyboard.press("t");
  expect(await page.getByRole("dialog").count()).toBe(0);
  expect(await page.getByRole("region", { name: "Next steps" }).count()).toBe(0);
});

test("tasks 3: groups by office day, the same in a browser on the other side of the world", async ({
  open,
  server,
}) => {
  // Where it is the evening of one day, the next day has begun elsewhere.
  const here = await open({ timezoneId: "America/New_York" });
  const me = await startTasks(here, server, "America/New_York");
  const there = await open({ timezoneId: "Pacific/Kiritimati" });
  await signInAs(there, server, me);
  await addTasks(server, [
    { title: "Send the data questions", days: -1, assignee: me.id },
    { title: "Send the scope", days: 0, assignee: me.id },
    { title: "Call Idris", days: 1, assignee: me.id },
    { title: "In a month", days: 31, assignee: me.id },
    { title: "Some day", assignee: me.id },
  ]);
  const expected = {
    Overdue: ["Send the data questions"],
    Today: ["Send the scope"],
    Tomorrow: ["Call Idris"],
    Later: ["In a month"],
    "No day": ["Some day"],
  };
  for (const page of [here, there]) {
    await page.goto("/admin/tasks");
    await tick(page, "Some day").waitFor();
    expect(await shownGroups(page)).toEqual(expected);
  }
  const dueOf = (title: string) => `li:has(input[aria-label="Done: ${title}"]) time`;
  for (const title of ["Send the data questions", "Call Idris"])
    expect(await there.locator(dueOf(title)).textContent()).toBe(await here.locator(dueOf(title)).textContent());
});

describe("quick add", () => {
  test("tasks 12: a company and a colleague are found by name; a chip that is taken away is plain text again", async ({
    page,
    server,
  }) => {
    await startTasks(page, server);
    await addAccounts(server, [{ name: "Norrfall Publishing" }]);
    await page.goto("/admin/tasks");
    const field = page.getByLabel("New task");
    await field.fill("Write to friday club in 3 days #norrfall @nobodyatall");
    const quick = page.getByRole("region", { name: "Quick add" });
    await quick.getByText("Norrfall Publishing").waitFor();
    await quick.getByText("Nobody is called nobodyatall").waitFor();
    await quick
      .getByRole("button", { name: /^Take .* as plain words$/ })
      .first()
      .click();
    // Of the two days the other one counts now; its chip goes as well.
    await quick
      .getByRole("button", { name: /^Take .* as plain words$/ })
      .first()
      .click();
    await page.getByRole("button", { name: "Add Enter" }).click();
    await toast(page, "Task added");
    const rows = await asOwner<{ title: string; due_on: string | null; account_id: string | null }[]>(
      server,
      "/rest/v1/tasks?select=title,due_on,account_id",
    );
    expect(rows).toMatchObject([{ title: "Write to friday club in 3 days @nobodyatall", due_on: null }]);
    expect(rows[0]!.account_id).not.toBeNull();
    expect(await field.inputValue()).toBe("");
  });

  test("what was typed survives a failed save and a reload", async ({ page, server }) => {
    await startTasks(page, server);
    await page.goto("/admin/tasks");
    await page.route("**/rpc/save_task*", (route) => route.abort());
    await page.getByLabel("New task").fill("Keep this tomorrow");
    await page.getByText(/^Tomorrow, /).waitFor();
    await page.keyboard.press("Enter");
    await page.getByText(/The task was not added/).waitFor();
    await page.unroute("**/rpc/save_task*");
    await page.reload();
    expect(await page.getByLabel("New task").inputValue()).toBe("Keep this tomorrow");
    await page.getByText(/^Tomorrow, /).waitFor();
    await page.getByLabel("New task").press("Enter");
    await toast(page, "Task added");
  });

  test("the palette offers it, and the list of keys names it", async ({ page, server }) => {
    await startTasks(page, server);
    await page.goto("/admin/crm");
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog", { name: "Search" }).getByRole("combobox").fill("add a task");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Add a task" }).waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).getByText("Add a task, on every page").waitFor();
  });
});

test("tasks 9: several at once: select, snooze to the next working day, give to a colleague, done", async ({
  page,
  server,
}) => {
  const me = await startTasks(page, server);
  const other = await addPerson(server, { admin: true });
  await addTasks(server, [
    { title: "One", days: 0, assignee: me.id },
    { title: "Two", days: 0, assignee: me.id },
    { title: "Three", days: 0, assignee: me.id },
  ]);
  await page.goto("/admin/tasks");
  const choose = async (...titles: string[]) => {
    await page.getByRole("button", { name: "Select", exact: true }).click();
    for (const title of titles) await page.getByRole("checkbox", { name: `Select: ${title}`, exact: true }).check();
  };
  const bar = page.getByRole("toolbar", { name: "Selected tasks" });
  await choose("One", "Two");
  await bar.getByText("2 selected").waitFor();
  await bar.getByRole("button", { name: "Snooze" }).click();
  await page.getByRole("menuitem", { name: "Next working day" }).click();
  const next = await asOwner<string>(server, "/rest/v1/rpc/next_work_day", {
    method: "POST",
    body: { after: await asOwner<string>(server, "/rest/v1/rpc/office_today", { method: "POST", body: {} }) },
  });
  await expect
    .poll(() => asOwner(server, `/rest/v1/tasks?select=title&due_on=eq.${next}&order=title`))
    .toEqual([{ title: "One" }, { title: "Two" }]);
  await tick(page, "One").waitFor();

  await choose("One", "Two");
  await bar.getByRole("button", { name: "Give to" }).click();
  await page.getByRole("menuitem", { name: other.email }).click();
  await expect
    .poll(() => asOwner(server, `/rest/v1/tasks?select=title&assignee_id=eq.${other.id}&order=title`))
    .toHaveLength(2);
  await page.getByRole("button", { name: "Everyone" }).click();
  await tick(page, "One").waitFor();
  await page.getByRole("button", { name: "Select", exact: true }).click();
  await bar.getByRole("button", { name: "Select all" }).click();
  await bar.getByRole("button", { name: "Done" }).click();
  await toast(page, "Tasks done");
  await expect.poll(() => asOwner(server, "/rest/v1/tasks?done_at=not.is.null")).toHaveLength(3);
  // Undo takes all of them back.
  await undo(page, "Tasks done").click();
  await expect.poll(() => asOwner(server, "/rest/v1/tasks?done_at=not.is.null")).toHaveLength(0);
});

test("tasks 13: who ticks second is told who was first", async ({ page, server }) => {
  const me = await startTasks(page, server);
  const other = await addPerson(server, { admin: true });
  const [task] = await addTasks(server, [{ title: "Send the scope", days: 0, assignee: me.id }]);
  // Both tick at the same moment: this page has not heard of the other yet.
  await page.route("**/api/live*", (route) => route.abort());
  await page.goto("/admin/tasks");
  await tick(page, "Send the scope").waitFor();
  await asOwner(server, `/rest/v1/tasks?id=eq.${task!.id}`, {
    method: "PATCH",
    body: { done_at: new Date().toISOString(), done_by: other.id },
  });
  await tick(page, "Send the scope").check();
  await toast(page, "Already done");
  await page.getByLabel("Notifications").getByText(`Send the scope: completed by ${other.email}`).waitFor();
});

test("tasks 10: deleting a company says how many open tasks go with it", async ({ page, server }) => {
  const me = await startTasks(page, server);
  const [account] = await addAccounts(server, [{ name: "Norrfall" }]);
  await addTasks(server, [
    { title: "One", days: 0, assignee: me.id, account_id: account!.id },
    { title: "Two", days: 0, assignee: me.id, account_id: account!.id },
  ]);
  await page.goto(`/admin/crm/accounts/${account!.id}`);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Delete account" }).click();
  await page.getByText("2 open tasks are deleted too", { exact: false }).waitFor();
});

test("a failed read says so and keeps nothing back: Try again brings the list", async ({ page, server }) => {
  const me = await startTasks(page, server);
  await addTasks(server, [{ title: "Here", days: 0, assignee: me.id }]);
  await page.route("**/rpc/task_list*", (route) => route.fulfill({ status: 400, json: { message: "No such luck" } }));
  await page.goto("/admin/tasks");
  await page.getByRole("alert").getByText("Failed to load tasks. No such luck.").waitFor();
  await page.unroute("**/rpc/task_list*");
  await page.getByRole("button", { name: "Try again" }).click();
  await tick(page, "Here").waitFor();
});

test("on a phone: rows in three lines, ticking and the dialog as a sheet, nothing scrolls sideways; axe in both themes", async ({
  open,
  server,
}) => {
  const page = await open({ viewport: phone, reducedMotion: "reduce" });
  const me = await startTasks(page, server);
  const [account] = await addAccounts(server, [{ name: "Norrfall publishing desk" }]);
  await page.goto("/admin/tasks");
  await page.getByText("Nothing to do").waitFor();
  await expectClean(page, "no tasks");
  await addTasks(server, [
    { title: "Release the four held mails, or cancel them", days: -1, priority: "high", assignee: me.id },
    { title: "Call Idris Kaplan", days: 0, assignee: me.id, account_id: account!.id },
    { title: "Tag November contacts", days: 12, priority: "low", assignee: null },
  ]);
  await page.reload();
  await tick(page, "Call Idris Kaplan").waitFor();
  await expectNoSidewaysScroll(page, "tasks on a phone");
  await expectClean(page, "tasks on a phone");
  await page.getByRole("button", { name: "Call Idris Kaplan", exact: true }).click();
  await page.getByRole("dialog", { name: "Edit task" }).getByLabel("Title").waitFor();
  await quiet(page);
  await expectClean(page, "a task on a phone");
  await page.keyboard.press("Escape");
  await tick(page, "Call Idris Kaplan").check();
  await toast(page, "Task done");
});

test("on a desktop: axe in both themes, with words understood, a menu open and rows selected", async ({
  open,
  server,
}) => {
  const page = await open({ reducedMotion: "reduce" });
  const me = await startTasks(page, server);
  await addTasks(server, [
    { title: "Late", days: -1, priority: "high", assignee: me.id },
    { title: "Today", days: 0, assignee: me.id },
  ]);
  await page.goto("/admin/tasks");
  await tick(page, "Today").waitFor();
  await page.getByLabel("New task").fill("Call Maren wednesday 16:00 !high");
  await page
    .getByText(/, 16:00$/)
    .first()
    .waitFor();
  await expectClean(page, "tasks");
  await page.getByRole("button", { name: "Select", exact: true }).click();
  await page.getByRole("checkbox", { name: "Select: Today" }).check();
  await expectClean(page, "tasks selected");
  await page.getByRole("button", { name: "More for Late" }).click();
  await page.getByRole("menu").waitFor();
  await expectClean(page, "the menu of a task");
  expect(problemsOf(page)).toEqual([]);
});

test("tasks 7: the sidebar counts overdue and today of mine, and follows what is ticked", async ({ page, server }) => {
  const me = await startTasks(page, server);
  const other = await addPerson(server, { admin: true });
  await addTasks(server, [
    { title: "Late", days: -2, assignee: me.id },
    { title: "Now", days: 0, assignee: me.id },
    { title: "Theirs", days: 0, assignee: other.id },
    { title: "Later", days: 20, assignee: me.id },
  ]);
  await page.goto("/admin/tasks");
  const row = page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: /^Tasks/ });
  await expect.poll(() => row.textContent()).toBe("Tasks2, 1 for today, 1 overdue");
  await tick(page, "Now").waitFor();
  const shown = await shownGroups(page);
  expect([...(shown.Overdue ?? []), ...(shown.Today ?? [])]).toHaveLength(2);
  await tick(page, "Late").check();
  await expect.poll(() => row.textContent()).toBe("Tasks1, 1 for today");
  await page.getByRole("button", { name: "Everyone" }).click();
  await tick(page, "Theirs").waitFor();
  expect(await row.textContent()).toBe("Tasks1, 1 for today");
});

test("tasks 9: by keyboard alone: arrows, S snoozes and says where to, Enter edits, Space ticks", async ({
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
  await tick(page, "First").focus();
  await page.keyboard.press("ArrowDown");
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  expect(await focused()).toBe("Done: Second");
  await page.keyboard.press("s");
  await page.getByRole("menu", { name: "Snooze until" }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await toast(page, "Moved to No day");
  await expect.poll(() => shownGroups(page)).toEqual({ Today: ["First", "Third"], "No day": ["Second"] });
  await page.getByText("Second moved to No day").waitFor({ state: "attached" });
  await expect.poll(focused).toBe("Done: Third");

  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Edit task" });
  await dialog.getByLabel("Title").fill("Third, renamed");
  await page.keyboard.press("Enter");
  await toast(page, "Task saved");
  await tick(page, "Third, renamed").waitFor();
  await tick(page, "Third, renamed").focus();
  await page.keyboard.press("Space");
  await toast(page, "Task done");
  expect(await tick(page, "Third, renamed").isChecked()).toBe(true);
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
