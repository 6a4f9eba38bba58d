import { expect } from "vitest";
import { axeViolations } from "./accessibility.ts";
import { phone, problemsOf, sharedTest as test } from "./fixtures.ts";
import { addAccounts, asAdmin, asOwner, hideFirstSteps } from "./people.ts";
import { quiet } from "./quiet.ts";
import { areas } from "./shell-screen.ts";
import { stopClock } from "./stopped-clock.ts";

test("eight areas say Coming Soon", async ({ page, server }) => {
  await asAdmin(page, server);
  for (const [name, path] of areas.slice(2, 10)) {
    await page.goto(path);
    await page.getByRole("heading", { name: "Coming Soon" }).waitFor();
    await page.getByText(`${name} is not open yet.`).waitFor();
  }
  await page.getByRole("link", { name: "Go to CRM" }).click();
  await page.waitForURL("/admin/crm");
});

test("the Search button opens a field that can be typed into at once", async ({ page, server }) => {
  await asAdmin(page, server);
  await page.goto("/admin");
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByRole("dialog", { name: "Search" }).waitFor();
  await page.keyboard.type("sys");
  expect(await page.getByPlaceholder("Search everything, by name, words or number").inputValue()).toBe("sys");
  await page.keyboard.press("Enter");
  await page.waitForURL("/admin/test");
});

test("what is typed while the search is still loading is not lost, and does nothing else", async ({ page, server }) => {
  await asAdmin(page, server);
  const { promise: held, resolve: answer } = Promise.withResolvers<void>();
  await page.route("**/command-palette*.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/admin/crm");
  await page.getByText("No accounts yet. Create your first one!").waitFor();
  await page.keyboard.press("Control+k");
  // An N alone would open the dialog for a new account.
  await page.keyboard.type("nx");
  await page.keyboard.press("Backspace");
  answer();
  await page.keyboard.type("ew");
  const field = page.getByPlaceholder("Search everything, by name, words or number");
  await field.waitFor();
  await page.keyboard.type(" contact");
  expect(await field.inputValue()).toBe("new contact");
  expect(await page.getByRole("dialog", { name: "New Account" }).count()).toBe(0);
});

test("the palette shows the best match first, whatever kind it is", async ({ page, server }) => {
  await asAdmin(page, server);
  await addAccounts(server, [{ name: "Global Reports" }, { name: "Harbor Reports" }]);
  await page.goto("/admin");
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByRole("dialog", { name: "Search" }).waitFor();
  await page.keyboard.type("reports");
  await page.getByRole("option", { name: /Harbor Reports/ }).waitFor();
  expect((await page.getByRole("option").allTextContents())[0]).toBe("Reports");
  await page.keyboard.press("Enter");
  await page.waitForURL("/admin/reports");
});

test("while a search is on its way, the palette offers nothing that does not fit what was typed", async ({
  page,
  server,
}) => {
  await asAdmin(page, server);
  await addAccounts(server, [{ name: "Norrfall" }, { name: "Nordic Harbor" }]);
  await page.goto("/admin");
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByRole("dialog", { name: "Search" }).waitFor();
  await page.keyboard.type("nor");
  await page.getByRole("option", { name: /Nordic Harbor/ }).waitFor();
  const { promise: held, resolve: answer } = Promise.withResolvers<void>();
  await page.route("**/rest/v1/rpc/**", async (route) => {
    await held;
    await route.continue();
  });
  await page.keyboard.type("r");
  await expect.poll(() => page.getByRole("option", { name: /Nordic Harbor/ }).count()).toBe(0);
  await page.getByRole("option", { name: /Norrfall/ }).waitFor();
  answer();
});

test("everyone is greeted by their own name once they have given it", async ({ page, server }) => {
  await asAdmin(page, server);
  await page.goto("/admin/settings/security");
  await page.getByLabel("Your name").fill("  Zoë Ådahl ");
  await page.getByRole("button", { name: "Save name" }).click();
  await page.getByLabel("Notifications").getByText("Name saved").waitFor();
  await page.goto("/admin");
  await page.getByRole("heading", { name: /^Good .*, Zoë Ådahl$/ }).waitFor();
  await page.goto("/admin/settings/security");
  await page.getByLabel("Your name").fill("");
  await page.getByRole("button", { name: "Save name" }).click();
  await page.getByLabel("Notifications").getByText("Name removed").waitFor();
  await page.goto("/admin");
  await page.getByRole("heading", { name: /^Good (morning|afternoon|evening), Noor Marchetti$/ }).waitFor();
});

test("audit-4 P16: a fresh installation greets the named owner, marked as a sample, and asks for the name at the first sign-in", async ({
  page,
  server,
}) => {
  await asAdmin(page, server);
  // The steps of the first hour ask for the name themselves (first-run.e2e.ts).
  await hideFirstSteps(server);
  await page.goto("/admin");
  await page.getByRole("heading", { name: /^Good (morning|afternoon|evening), Noor Marchetti$/ }).waitFor();
  await page.getByText("Sample name", { exact: true }).waitFor();
  const asked = page.getByRole("region", { name: "What is your name?" });
  await asked.getByLabel("Your name").fill("Zoë Ådahl");
  await asked.getByRole("button", { name: "Save name" }).click();
  await page.getByRole("heading", { name: /^Good .*, Zoë Ådahl$/ }).waitFor();
  expect(await page.getByText("Sample name", { exact: true }).count()).toBe(0);
  await expect.poll(() => asked.count()).toBe(0);
  await asOwner(server, "/rest/v1/skipped_steps?step=eq.all", { method: "DELETE" });
});

test("buttons that are only a picture say their name after 700 ms", async ({ open, server }) => {
  const page = await open({ viewport: phone });
  await page.clock.install();
  await asAdmin(page, server);
  await page.goto("/admin");
  await page.getByRole("heading", { name: /^Good / }).waitFor();
  await stopClock(page);
  for (const name of ["Open navigation", "Search", "Switch theme"]) {
    const shown = page.getByRole("tooltip", { name, exact: true });
    await page.getByRole("button", { name, exact: true }).hover();
    await page.clock.runFor(699);
    expect(await shown.count(), name).toBe(0);
    await page.clock.runFor(1);
    await shown.waitFor();
    await page.getByRole("heading", { level: 1 }).hover();
    await expect.poll(() => shown.count()).toBe(0);
    await page.clock.runFor(400);
  }
});

test("a key counts as soon as a dialog has closed, while its field may still have the focus", async ({
  page,
  server,
}) => {
  await asAdmin(page, server);
  await page.goto("/admin");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.keyboard.press("Control+k");
  await page.getByPlaceholder("Search everything, by name, words or number").waitFor();
  // In one stroke: the browser tells of the closing, and moves the focus, only afterwards.
  await page.evaluate(() => {
    document.querySelector<HTMLDialogElement>("dialog[open]")!.close();
    document.activeElement!.dispatchEvent(new KeyboardEvent("keydown", { key: "?", bubbles: true, cancelable: true }));
  });
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  await page.getByRole("dialog", { name: "Search" }).waitFor({ state: "detached" });
  expect(await page.getByRole("dialog", { name: "Keyboard shortcuts" }).isVisible()).toBe(true);
});

test("on a phone the sidebar is a drawer", async ({ open, server }) => {
  const page = await open({ viewport: phone });
  await asAdmin(page, server);
  await page.goto("/admin");
  await page.getByRole("button", { name: "Open navigation" }).click();
  const drawer = page.getByRole("dialog", { name: "Navigation" });
  await drawer.getByRole("link", { name: "CRM" }).click();
  await page.waitForURL("/admin/crm");
  await drawer.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Open navigation" }).click();
  await page.keyboard.press("Escape");
  await drawer.waitFor({ state: "hidden" });
  for (const viewport of [phone, { width: 320, height: 640 }]) {
    await page.setViewportSize(viewport);
    for (const path of ["/admin", "/admin/crm", "/admin/test", "/admin/settings", "/admin/settings/security"]) {
      await page.goto(path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await expect.poll(() => page.getByText("Loading...").count()).toBe(0);
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(wider, `${path} is wider than ${viewport.width}`).toBeLessThanOrEqual(0);
    }
  }
});

test("the avatar opens a menu: account security, theme, sign-out", async ({ page, server }) => {
  const { email } = await asAdmin(page, server);
  await page.goto("/admin");
  const avatar = page.getByRole("button", { name: /Account menu/ });
  await avatar.focus();
  await page.keyboard.press("Enter");
  const menu = page.getByRole("menu", { name: "Account" });
  await menu.waitFor();
  expect(await menu.getByRole("menuitem").allTextContents()).toEqual(["Account security", "Switch theme", "Sign Out"]);
  await page.getByText(email).last().waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await menu.waitFor({ state: "hidden" });
  await expect.poll(() => avatar.evaluate((button) => button === document.activeElement)).toBe(true);

  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  const before = await theme();
  await avatar.click();
  await page.getByRole("menuitem", { name: "Switch theme" }).click();
  await expect.poll(theme).not.toBe(before);
  await avatar.click();
  await page.getByRole("menuitem", { name: "Account security" }).click();
  await page.waitForURL("/admin/settings/security");
  // What is still being read when one signs out is refused, and the browser's console says so.
  await page.reload();
  await quiet(page);
  await avatar.click();
  await page.getByRole("menuitem", { name: "Sign Out" }).click();
  await page.waitForURL("/");
  expect(problemsOf(page)).toEqual([]);
});
