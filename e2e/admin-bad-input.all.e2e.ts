import type { Page } from "playwright-core";
import { expect } from "vitest";
import { toast } from "./crm-screen.ts";
import { desktop, phone, problemsOf, sharedTest as test } from "./fixtures.ts";
import { addAccounts, addContacts, asAdmin, asOwner } from "./people.ts";

const create = (page: Page) => page.getByRole("button", { name: "Create account" }).click();

test("a 10,000-character name is refused in words and kept", async ({ page, server }) => {
  await asAdmin(page, server);
  await page.goto("/admin/crm?dialog=new");
  await page.getByLabel("Company name").fill("x".repeat(10_000));
  await create(page);
  await page.getByText("At most 200 characters; this has 10,000").waitFor();
  expect((await page.getByLabel("Company name").inputValue()).length).toBe(10_000);
});

test("javascript: is no website, neither in the form nor from the database", async ({ page, server }) => {
  await asAdmin(page, server);
  await page.goto("/admin/crm?dialog=new");
  await page.getByLabel("Company name").fill("Norrfall");
  await page.getByLabel("Website").fill("javascript:alert(1)");
  await create(page);
  await page.getByText("Start with https://").waitFor();
  await page.route("**/rest/v1/accounts?*", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      headers: { ...answer.headers(), "content-range": "0-0/1" },
      json: [
        { id: "1", name: "Evil", type: "Prospect", website: "javascript:alert(1)", created_at: "", updated_at: "" },
      ],
    });
  });
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Discard changes" }).click();
  await page.goto("/admin/crm?sort=name");
  await page.getByText("javascript:alert(1)").waitFor();
  expect(await page.locator('a[href^="javascript:"]').count()).toBe(0);
});

test("right-to-left and emoji text, quotes and markup come back as typed", async ({ page, server }) => {
  await asAdmin(page, server);
  for (const name of ["شركة الأمواج", "חברת הזרם", "🌊🧑‍🔬 Lumen", `<b>"O'Reed" & Söhne</b>`, "100% _under\\score"]) {
    await page.goto("/admin/crm?dialog=new");
    await page.getByLabel("Company name").fill(name);
    await create(page);
    await page.getByRole("link", { name, exact: true }).waitFor();
    await page.getByLabel("Find an account").fill(name);
    await page.getByText("1 account, newest first").waitFor();
    await page.getByRole("link", { name, exact: true }).waitFor();
  }
  expect(problemsOf(page)).toEqual([]);
});

test("the longest texts keep within the window, wide and narrow", async ({ page, server }) => {
  await asAdmin(page, server);
  const [account] = await addAccounts(server, [
    { name: "W".repeat(200), industry: "x".repeat(200), website: `https://long.example/${"a".repeat(300)}` },
  ]);
  await addContacts(server, [
    {
      account_id: account?.id,
      name: "N".repeat(200),
      title: "Senior Vice President of Practically Everything in the Northern Region",
      email: `${"a".repeat(64)}@${"b".repeat(60)}.example`,
      phone: "+1 (555) 123-4567 ext. 12345",
    },
  ]);
  for (const viewport of [desktop, { width: 1024, height: 768 }, phone, { width: 320, height: 640 }]) {
    await page.setViewportSize(viewport);
    for (const path of ["/admin/crm", "/admin/crm?tab=contacts", `/admin/crm/accounts/${account?.id}`]) {
      await page.goto(path);
      await page
        .getByRole("link", { name: /NNN|WWW|All in the list/ })
        .first()
        .waitFor();
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(wider, `${path} at ${viewport.width}`).toBeLessThanOrEqual(0);
    }
  }
  await page.setViewportSize(desktop);
  const sidebar = await page.getByRole("complementary").boundingBox();
  const signOut = await page.getByRole("button", { name: "Sign Out", exact: true }).boundingBox();
  expect((signOut?.x ?? 0) + (signOut?.width ?? 0)).toBeLessThanOrEqual(sidebar?.width ?? 0);
});

test("a connection lost in mid-save: told, kept, and saved once when it is back", async ({ page, server }) => {
  await asAdmin(page, server);
  await page.goto("/admin/crm?dialog=new");
  await page.getByLabel("Company name").fill("Norrfall");
  // The worst moment: the server has saved, the answer never arrives.
  await page.route("**/rest/v1/accounts*", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    await route.fetch();
    return route.abort("connectionreset");
  });
  await create(page);
  await page.getByRole("dialog").getByText("No connection to the server.").waitFor();
  expect(await page.getByLabel("Company name").inputValue()).toBe("Norrfall");
  await page.unroute("**/rest/v1/accounts*");
  // Typed on in the meantime: what is saved is what stands there now.
  await page.getByLabel("Company name").fill("Norrfall Energy");
  await create(page);
  await toast(page, "Account created");
  expect(await asOwner(server, "/rest/v1/accounts?select=name")).toEqual([{ name: "Norrfall Energy" }]);
});

test("the answer to an edit is lost: saving again is no conflict with oneself", async ({ page, server }) => {
  await asAdmin(page, server);
  const [norrfall] = await addAccounts(server, [{ name: "Norrfall" }]);
  await page.goto(`/admin/crm?dialog=edit&id=${norrfall?.id}`);
  await page.getByLabel("Company name").fill("Norrfall Energy");
  await page.route("**/rest/v1/accounts*", async (route) => {
    if (route.request().method() !== "PATCH") return route.continue();
    await route.fetch();
    return route.abort("connectionreset");
  });
  const save = page.getByRole("button", { name: "Save changes" });
  await save.click();
  await page.getByRole("dialog").getByText("No connection to the server.").waitFor();
  await page.unroute("**/rest/v1/accounts*");
  await save.click();
  await toast(page, "Account updated");
  expect(await asOwner(server, "/rest/v1/accounts?select=name")).toEqual([{ name: "Norrfall Energy" }]);
});

test("offline, a save says so and can be cancelled, and a search shows no rows it did not find", async ({
  page,
  server,
}) => {
  await asAdmin(page, server);
  await addAccounts(server, [{ name: "Castelline" }]);
  await page.goto("/admin/crm?dialog=new");
  await page.getByLabel("Company name").fill("Norrfall");
  await page.context().setOffline(true);
  await create(page);
  await page.getByRole("dialog").getByText("No connection to the server.").waitFor();
  expect(await page.getByLabel("Company name").inputValue()).toBe("Norrfall");
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Discard changes" }).click();
  // Closing gives the focus back to where it was: letters typed at that very moment would go there.
  await expect.poll(() => page.locator("dialog[open]").count()).toBe(0);
  await page.getByLabel("Find an account").fill("Norr");
  await toast(page, "Failed to load accounts");
  expect(await page.getByRole("link", { name: "Castelline" }).count()).toBe(0);
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("No accounts match").waitFor();
});

test("nonsense in the URL shows the list, not an error", async ({ page, server }) => {
  await asAdmin(page, server);
  await addAccounts(server, [{ name: "Norrfall" }]);
  for (const query of [
    "?page=-3",
    "?page=1e9&size=7",
    "?sort=drop%20table",
    "?type=Nobody",
    "?tab=zzz",
    "?dialog=edit&id=nonsense",
  ]) {
    await page.goto(`/admin/crm${query}`);
    await page.getByRole("heading", { name: "CRM" }).waitFor();
    expect(await page.getByText("Unexpected Application Error!").count(), query).toBe(0);
  }
  await page.goto("/admin/no/such/page");
  await page.getByRole("heading", { name: "Page not found" }).waitFor();
});
