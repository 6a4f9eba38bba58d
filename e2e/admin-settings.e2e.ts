import { expect } from "vitest";
import { problemsOf, test } from "./fixtures.ts";
import { addPerson, asAdmin } from "./people.ts";

test("audit-4 P17: Settings: the specified tabs first, tabs in the URL, real states, Test disabled when missing", async ({
  page,
  server,
}) => {
  await asAdmin(page, server);
  await page.goto("/admin/settings");
  await page.getByRole("tab").first().waitFor();
  const tabs = await page.getByRole("tab").allTextContents();
  expect(tabs.slice(0, 3)).toEqual(["Integrations", "Feature Flags", "File Paths"]);
  expect(tabs).toContain("Modules");
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
