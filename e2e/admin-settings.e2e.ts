import { expect } from "vitest";
import { toast } from "./crm-screen.ts";
import { problemsOf, test } from "./fixtures.ts";
import { addPerson, asAdmin } from "./people.ts";
import { stopClock } from "./stopped-clock.ts";

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

test("Settings: tabs in the URL, real states, Test disabled when missing", async ({ page, server }) => {
  await asAdmin(page, server);
  await page.goto("/admin/settings");
  await page.getByRole("tab").first().waitFor();
  const tabs = await page.getByRole("tab").allTextContents();
  expect(tabs).toEqual(expect.arrayContaining(["Integrations", "Feature Flags", "File Paths", "Modules"]));
  // The specified first one is the one that opens.
  await page.getByRole("tab", { name: "Integrations", selected: true }).waitFor();
  const rows = page.getByRole("table", { name: "Integrations" }).getByRole("row");
  await rows.nth(1).getByText("Missing").waitFor();
  expect(await rows.count()).toBe(7);
  expect(await page.getByRole("button", { name: "Test Email delivery" }).isDisabled()).toBe(true);
  await page.getByRole("tab", { name: "Feature Flags" }).click();
  await page.waitForURL("/admin/settings?tab=flags");
  await page.getByText("CRM relationship mining").waitFor();
  await page.getByRole("tab", { name: "File Paths" }).click();
  await page.waitForURL("/admin/settings?tab=paths");
  for (const convention of [
    "/GV/Drafts/{asset}/",
    "/GV/{Account}/Proposals/",
    "/GV/{Account}/Documents/",
    "/GV/Templates/",
    "/GV/Published/{date}/",
  ])
    await page.getByText(convention, { exact: true }).first().waitFor();
  await page.getByText("requires auto publish true").waitFor();
  expect(problemsOf(page)).toEqual([]);
});

test("publish endpoints: 401, 403, 403", async ({ page, server }) => {
  const post = (token?: string) =>
    fetch(`${server.url}/api/publish/article`, {
      method: "POST",
      headers: token ? { Authorization: `Bearer ${token}` } : {},
    });
  expect((await post()).status).toBe(401);
  const tokenOf = async (admin: boolean) => {
    const person = await addPerson(server, { admin });
    await page.context().clearCookies();
    const key = await page.request
      .get(`${server.url}/auth`)
      .then(async (answer) => /"publishableKey":"([^"]+)/.exec(await answer.text())?.[1] ?? "");
    const answer = await fetch(`${server.url}/auth/v1/token?grant_type=password`, {
      method: "POST",
      headers: { apikey: key, "Content-Type": "application/json" },
      body: JSON.stringify({ email: person.email, password: person.password }),
    });
    return ((await answer.json()) as { access_token: string }).access_token;
  };
  expect((await post(await tokenOf(false))).status).toBe(403);
  const refused = await post(await tokenOf(true));
  expect(refused.status).toBe(403);
  expect(await refused.json()).toMatchObject({
    error: "Publishing Disabled",
    message: "Preview and draft modes only. Contact admin to enable publishing.",
  });
});
