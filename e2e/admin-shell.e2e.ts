import { expect } from "vitest";
import { problemsOf, sharedTest as test } from "./fixtures.ts";
import { recordRequests } from "./page-checks.ts";
import { addAccounts, addContacts, asAdmin } from "./people.ts";
import { areas } from "./shell-screen.ts";

test("the sidebar: width, links, highlight, panel, person, way back", async ({ page, server }) => {
  const { email } = await asAdmin(page, server);
  const requests = recordRequests(page);
  await page.goto("/admin");
  // The stream of changes never ends, so the network is never idle: it is opened last.
  await page.waitForRequest("**/api/live");
  await page.getByRole("main").getByRole("heading", { level: 1 }).waitFor();
  const asked = requests.filter(({ pathname }) => pathname.startsWith("/rest/v1/")).map(({ href }) => href);
  expect(asked.toSorted(), "nothing is asked twice").toEqual([...new Set(asked)].toSorted());
  const sidebar = page.getByRole("complementary");
  await sidebar.waitFor();
  expect((await sidebar.boundingBox())?.width).toBe(256);
  const links = page.getByRole("navigation", { name: "Admin" }).getByRole("link");
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")))).toEqual(
    areas.map(([, path]) => path),
  );
  await sidebar.getByText("External Publishing: SAFE").waitFor();
  await sidebar.getByText("External publishing is disabled. Hosted deploys work normally.").waitFor();
  await sidebar.getByText(email).waitFor();
  await sidebar.getByText("Admin", { exact: true }).waitFor();
  expect(await sidebar.getByRole("link", { name: "Back to Site" }).getAttribute("href")).toBe("/");
  const bar = page.getByRole("banner");
  await bar.getByText("SAFE", { exact: true }).waitFor();
  await bar.getByText(email.split("@")[0] ?? "", { exact: true }).waitFor();

  const current = () =>
    page.getByRole("navigation", { name: "Admin" }).locator("[aria-current=page]").allTextContents();
  expect(await current()).toEqual(["Dashboard"]);
  for (const [name, path] of areas.slice(1)) {
    await page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name }).click();
    await page.waitForURL(path);
    await page.locator("nav [aria-current=page]").filter({ hasText: name }).waitFor();
    expect(await current()).toHaveLength(1);
  }
  await page.goto("/admin/settings/security");
  await page.getByRole("heading", { name: "Account security" }).waitFor();
  expect(await current()).toEqual(["Settings"]);

  // In a low window the areas scroll, and where one is stays in sight.
  await page.setViewportSize({ width: 1280, height: 620 });
  await page.goto("/admin/settings");
  const isInSight = () =>
    page.getByRole("navigation", { name: "Admin" }).evaluate((nav) => {
      const [around, at] = [nav, nav.querySelector("[aria-current=page]")!].map((each) => each.getBoundingClientRect());
      return nav.scrollHeight > nav.clientHeight && at!.top >= around!.top && at!.bottom <= around!.bottom;
    });
  await page.locator("nav [aria-current=page]").filter({ hasText: "Settings" }).waitFor();
  await expect.poll(isInSight).toBe(true);
  expect(problemsOf(page)).toEqual([]);
});

test("the dashboard: figures, rows, badge, quick actions", async ({ page, server }) => {
  await asAdmin(page, server);
  await page.goto("/admin");
  // audit-4 P16: someone who has given no name is greeted as the owner, and the sample name is marked.
  await page.getByRole("heading", { name: /^Good (morning|afternoon|evening), \S/ }).waitFor();
  await page.getByText("Sample name", { exact: true }).waitFor();
  await page.getByText("Sample data", { exact: true }).waitFor();
  for (const text of ["$442,500", "23", "156", "5", "127 enrollments"])
    await page.getByText(text, { exact: true }).waitFor();
  // Read out and copied as two numbers, not as one.
  const figures = page.locator("main dl").first();
  expect(await figures.evaluate((list: HTMLElement) => list.innerText)).toMatch(
    /Active sequences\n+5\n+127 enrollments/,
  );
  const stages = await page.getByRole("table", { name: "Recent deals" }).getByRole("row").allTextContents();
  expect(stages.slice(1).every((row) => /(Proposal|Discovery|Negotiation)(RLCT|Publisher|Workshops)$/.test(row))).toBe(
    true,
  );
  for (const priority of ["High", "Medium", "Low"]) await page.getByText(priority, { exact: true }).first().waitFor();
  expect(await page.getByRole("link", { name: "Send Email" }).getAttribute("href")).toMatch(/^mailto:/);
  await page.getByRole("link", { name: "New Deal" }).click();
  await page.waitForURL("/admin/deals");
  await page.goBack();
  await page.getByRole("link", { name: "New Task" }).click();
  await page.waitForURL("/admin/tasks");
  await page.goBack();
  await page.getByRole("link", { name: "New Contact" }).click();
  await page.getByRole("dialog", { name: "New Contact" }).waitFor();
});

test("the command palette goes to pages and records by keyboard alone", async ({ page, server }) => {
  await asAdmin(page, server);
  const [account] = await addAccounts(server, [{ name: "Norrfall" }]);
  await addContacts(server, [{ account_id: account?.id, name: "Ada Norr" }]);
  await page.goto("/admin");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Search" }).getByRole("option", { name: "Dashboard" }).waitFor();
  expect(await page.getByRole("dialog", { name: "Search" }).getByText("Views").count()).toBe(0);
  await page.keyboard.type("reports");
  await page.getByRole("option", { name: "Reports" }).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL("/admin/reports");
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Search" }).waitFor();
  await page.keyboard.type("norr");
  await page.getByRole("option", { name: /Ada Norr/ }).waitFor();
  await page.getByRole("option", { name: /^Norrfall/ }).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(`/admin/crm/accounts/${account?.id}`);
});

test("single keys: ? shows the sheet, / finds, n makes new, and they can be switched off", async ({ page, server }) => {
  await asAdmin(page, server);
  await page.goto("/admin/crm");
  await page.getByText("No accounts yet. Create your first one!").waitFor();
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await sheet.waitFor();
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "hidden" });
  await page.keyboard.press("/");
  expect(await page.getByLabel("Find an account").evaluate((input) => input === document.activeElement)).toBe(true);
  await page.keyboard.type("n?/");
  expect(await page.getByLabel("Find an account").inputValue()).toBe("n?/");
  await page.getByLabel("Find an account").fill("");
  await page.getByRole("heading", { name: "CRM" }).click();
  await page.keyboard.press("n");
  const newAccount = page.getByRole("dialog", { name: "New Account" });
  await newAccount.waitFor();
  await page.keyboard.press("Escape");
  await newAccount.waitFor({ state: "hidden" });
  await page.keyboard.press("?");
  await sheet.getByRole("checkbox").uncheck();
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "hidden" });
  await page.keyboard.press("n");
  expect(await newAccount.count()).toBe(0);
});
