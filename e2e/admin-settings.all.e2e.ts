import { existsSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { modules } from "../modules/registry.ts";
import { phone, problemsOf, test } from "./fixtures.ts";
import { addAccounts, addPerson, asAdmin, asOwner, signInAs } from "./people.ts";
import { startServer } from "./start-server.ts";
import { stopClock } from "./stopped-clock.ts";
import { toast } from "./crm-screen.ts";

test("a publish guard that does not block fails with the specified text", async ({ page, server }) => {
  await asAdmin(page, server);
  await page.route("**/api/publish/**", (route) =>
    route.fulfill({ status: 201, json: { path: "/GV/Published/x.md" } }),
  );
  await page.goto("/admin/test");
  await page.getByRole("button", { name: "Run Publish guard test" }).click();
  await page.getByText("Publish guard test failed: Publish guard should block when AUTO_PUBLISH=false").waitFor();
});

test("the publishing toast stays for 5 seconds", async ({ page, server }) => {
  await asAdmin(page, server);
  await page.clock.install();
  await page.goto("/admin/test");
  await page.getByRole("button", { name: "Run Publish guard test" }).waitFor();
  await stopClock(page);
  await page.getByRole("button", { name: "Run Publish guard test" }).click();
  const message = page.getByLabel("Notifications").getByText("Publishing Disabled", { exact: true });
  // Shown a moment after the answer, by its own timer.
  await expect
    .poll(async () => {
      await page.clock.runFor(1);
      return message.isVisible();
    })
    .toBe(true);
  await page.clock.runFor(4500);
  expect(await message.isVisible()).toBe(true);
  // The rest of it, and the time it takes to fade.
  await page.clock.runFor(1000);
  await message.waitFor({ state: "hidden" });
});

test("Modules: every one that can be switched says what it does and needs; none that is not built can be switched on", async ({
  page,
  server,
}) => {
  await asAdmin(page, server);
  await page.goto("/admin/settings?tab=modules");
  const rows = page.getByRole("list", { name: "Modules" }).locator(":scope > li");
  await rows.first().waitFor();
  expect(await rows.getByRole("heading").allTextContents()).toEqual(
    modules.filter((module) => module.live === "switched").map(({ name }) => name),
  );
  for (const module of modules.filter(({ live }) => live === "switched")) {
    const toggle = page.getByRole("switch", { name: module.name, exact: true });
    expect(await toggle.getAttribute("aria-checked"), module.name).toBe("false");
    if (module.built) continue;
    expect(await toggle.isDisabled(), module.name).toBe(true);
    await rows.filter({ has: toggle }).getByText("Not built yet").waitFor();
  }
  await rows.filter({ hasText: "Mails, waits and tasks" }).getByText("Templates").waitFor();
  // Also not when the table says that it is on.
  await asOwner(server, "/rest/v1/modules?key=eq.deals", { method: "PATCH", body: { live: true } });
  await page.reload();
  await page.getByRole("switch", { name: "Deals" }).waitFor();
  const deals = modules.find(({ key }) => key === "deals");
  const soon = page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: "Deals" }).getByText("Soon");
  await expect.poll(() => soon.count()).toBe(deals?.built ? 0 : 1);
  await asOwner(server, "/rest/v1/modules?key=eq.deals", { method: "PATCH", body: { live: false } });
  expect(problemsOf(page)).toEqual([]);
});

test("on a phone the integrations still say what they need", async ({ open, server }) => {
  const page = await open({ viewport: phone });
  await asAdmin(page, server);
  await page.goto("/admin/settings");
  const row = page.getByRole("row", { name: /Email delivery/ });
  await row.getByText("Not set: POSTMARK_SERVER_TOKEN, POSTMARK_FROM_EMAIL").filter({ visible: true }).waitFor();
});

test("on a phone no setting's name is broken inside a word", async ({ open, server }) => {
  const page = await open({ viewport: phone });
  await asAdmin(page, server);
  for (const address of ["/admin/settings", "/admin/settings?tab=flags", "/admin/test"]) {
    await page.goto(address);
    await page
      .getByText(/POSTMARK_|AUTO_/)
      .filter({ visible: true })
      .first()
      .waitFor();
    const broken = await page.evaluate(() => {
      const texts = document.createTreeWalker(document.querySelector("main")!, NodeFilter.SHOW_TEXT);
      const found: string[] = [];
      while (texts.nextNode()) {
        const text = texts.currentNode as Text;
        for (const { 0: word, index } of text.data.matchAll(/[A-Z]{3,}_?/g)) {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          if (range.getClientRects().length > 1) found.push(word);
        }
      }
      return found;
    });
    expect(broken, address).toEqual([]);
  }
});

test("the file paths show an account of one's choice, made path-safe", async ({ page, server }) => {
  await asAdmin(page, server);
  await addAccounts(server, [{ name: "A/B: ../Ports" }]);
  await page.goto("/admin/settings?tab=paths");
  await page.getByLabel("Example for").click();
  await page.getByRole("option", { name: "A/B: ../Ports" }).click();
  await page.getByText("/GV/A-B- ..-Ports/Proposals/", { exact: true }).waitFor();
});

test("with settings the states change, publishing opens, and its buttons appear", async ({ browser }) => {
  const server = await startServer({
    AUTO_PUBLISH: "true",
    POSTMARK_FROM_EMAIL: "a@b.example",
    SLACK_WEBHOOK_URL: "http://127.0.0.1:9/x",
  });
  try {
    const page = await (await browser.newContext({ baseURL: server.url })).newPage();
    await signInAs(page, server, await addPerson(server, { admin: true }));
    const [account] = await addAccounts(server, [{ name: "Norrfall" }]);
    await page.goto("/admin/settings");
    const row = (name: string) => page.getByRole("row").filter({ hasText: name });
    await row("Email delivery").getByText("Partial").waitFor();
    await row("Team chat").getByText("Configured").waitFor();
    await page.getByRole("button", { name: "Test Team chat" }).click();
    await page.getByLabel("Notifications").getByText("Slack could not be reached").waitFor();
    await page.goto(`/admin/crm/accounts/${account?.id}`);
    await page.getByRole("button", { name: "Publish brief" }).click();
    await page.getByLabel("Notifications").getByText("Published", { exact: true }).waitFor();
    expect(existsSync(path.join(server.dataDir, "GV/Published"))).toBe(true);
    await page.context().close();
  } finally {
    await server.stop();
  }
});

test("System Tests: flags, four buttons, specified messages, newest result first", async ({ page, server }) => {
  await asAdmin(page, server);
  await page.clock.install();
  await page.goto("/admin/test");
  for (const [flag, state] of [
    ["CONTENT_INTELLIGENCE", "On"],
    ["CRM_REL_MINING", "On"],
    ["AUTO_PUBLISH", "Off"],
  ] as const)
    expect(await page.locator("dl > div").filter({ hasText: flag }).locator("dd").textContent()).toBe(state);
  await stopClock(page);
  const results = page.getByRole("list", { name: "Results" });
  // A run lasts as long as specified, however soon the server has answered.
  const run = async (name: string, delay: number, result: string) => {
    const answered = page.waitForResponse((response) => /\/api\/(integrations|publish)\//.test(response.url()));
    await page.getByRole("button", { name: `Run ${name} test` }).click();
    await (await answered).finished();
    await page.locator("[data-state=running]").waitFor();
    await page.clock.runFor(delay - 1);
    expect(await page.locator("[data-state=running]").count()).toBe(1);
    await page.clock.runFor(1);
    await results.getByText(result).waitFor();
  };
  await run(
    "Email provider",
    1000,
    "Email provider test failed: Postmark not configured - add POSTMARK_SERVER_TOKEN secret",
  );
  await run(
    "Payment provider",
    1000,
    "Payment provider test failed: Stripe not configured - add STRIPE_SECRET_KEY secret",
  );
  await run(
    "Document-storage upload",
    1500,
    "Document-storage upload test failed: Google Drive not configured - add GOOGLE_SERVICE_ACCOUNT_JSON secret",
  );
  expect(await page.locator("[data-state=error]").count()).toBe(3);
  // What the test does, in its own sentence; the error text is for its failure.
  await page
    .getByText("Tries to publish a small file. While AUTO_PUBLISH is off, the server has to refuse it.")
    .waitFor();
  expect(await page.getByText("Publish guard should block when AUTO_PUBLISH=false").count()).toBe(0);
  await run("Publish guard", 1000, "Publish guard test passed: External publishing is blocked");
  await toast(page, "Publishing Disabled");
  await toast(page, "Preview and draft modes only. Contact admin to enable publishing.");
  expect(await page.locator("[data-state=success]").count()).toBe(1);
  expect(await results.getByRole("listitem").first().textContent()).toContain("Publish guard");
});
