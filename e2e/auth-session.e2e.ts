import type { Page } from "playwright-core";
import { expect } from "vitest";
import { problemsOf, sharedTest as test } from "./fixtures.ts";
import { addPerson, asAdmin, asOwner, signInAs } from "./people.ts";

test("a visitor who is not signed in is redirected to /auth, from every admin page", async ({ page }) => {
  for (const path of [
    "/admin",
    "/admin/crm",
    "/admin/deals",
    "/admin/test",
    "/admin/settings",
    "/admin/settings/security",
  ]) {
    await page.goto(path);
    await page.waitForURL(/\/auth/);
  }
});

test("someone who is not an administrator sees Access Denied and can sign out", async ({ page, server }) => {
  await signInAs(page, server, await addPerson(server, { admin: false }));
  await page.goto("/admin/crm");
  await page.getByRole("heading", { name: "Access Denied" }).waitFor();
  await page.getByText("You need admin privileges to access this area.").waitFor();
  await page.getByRole("button", { name: "Sign Out", exact: true }).click();
  await page.waitForURL("/");
  await page.goto("/admin");
  await page.waitForURL(/\/auth/);
});

test("when the admin check fails, it is logged and the user is no administrator", async ({ page, server }) => {
  await signInAs(page, server, await addPerson(server, { admin: true }));
  await page.route("**/rest/v1/user_roles*", (route) => route.fulfill({ status: 500, json: { message: "broken" } }));
  await page.goto("/admin");
  await page.getByRole("heading", { name: "Access Denied" }).waitFor();
  expect(problemsOf(page).some((problem) => problem.includes("The admin check failed"))).toBe(true);
});

test("the admin check is the specified query", async ({ page, server }) => {
  const person = await addPerson(server, { admin: true });
  await signInAs(page, server, person);
  const asked = page.waitForRequest("**/rest/v1/user_roles*");
  await page.goto("/admin");
  const query = new URL((await asked).url()).searchParams;
  expect(Object.fromEntries(query)).toMatchObject({
    select: "role",
    user_id: `eq.${person.id}`,
    role: "eq.admin",
    limit: "1",
  });
});

test("Sign Out leads to the site and signs out the other tabs", async ({ page, server }) => {
  await asAdmin(page, server);
  await page.goto("/admin");
  const other = await page.context().newPage();
  await other.goto("/admin/crm");
  await other.getByRole("heading", { name: "CRM" }).waitFor();
  await page.getByRole("button", { name: "Sign Out", exact: true }).click();
  await page.waitForURL("/");
  await other.waitForURL(/\/auth/);
  await other.getByText("You signed out in another tab").waitFor();
  // Who signed out here knows why.
  await page.goto("/auth");
  await page.getByRole("button", { name: "Sign in" }).waitFor();
  expect(await page.getByText("Your session has ended.").count()).toBe(0);
});

test("an expired session leads to sign-in and back, and the half-filled dialog is as it was", async ({
  page,
  server,
}) => {
  const admin = await asAdmin(page, server);
  await page.goto("/admin/crm?dialog=new");
  // Looked up while typing: whichever request is refused first leads to sign-in, and here it is to be the save.
  const lookedUp = page.waitForResponse(/rpc\/find_duplicates/);
  await page.getByLabel("Company name").fill("Half typed");
  await page.getByLabel("Notes").fill("Two sentences. Not saved yet.");
  await lookedUp;
  // The server forgets every session of this person.
  await asOwner(server, `/auth/v1/admin/users/${admin.id}`, { method: "PUT", body: { password: "other horse 11" } });
  await endSessions(page);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL(/\/auth\?next=/);
  await page.getByText("Your session has ended.").waitFor();
  await page.unrouteAll();
  await page.getByLabel("Email").fill(admin.email);
  await page.getByLabel("Password", { exact: true }).fill("other horse 11");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("/admin/crm?dialog=new");
  await page.getByText("Your unsaved text was kept.").waitFor();
  expect(await page.getByLabel("Company name").inputValue()).toBe("Half typed");
  expect(await page.getByLabel("Notes").inputValue()).toBe("Two sentences. Not saved yet.");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByLabel("Notifications").getByText("Account created").waitFor();
});

/** As when an administrator ended them elsewhere: the tokens in this browser are refused from now on. */
async function endSessions(page: Page) {
  await page.route("**/rest/v1/accounts*", (route) =>
    route.request().method() === "POST"
      ? route.fulfill({ status: 401, json: { code: "PGRST301", message: "JWT expired" } })
      : route.continue(),
  );
  await page.route("**/auth/v1/token?grant_type=refresh_token", (route) =>
    route.fulfill({
      status: 400,
      json: { code: 400, error_code: "refresh_token_not_found", msg: "Invalid Refresh Token" },
    }),
  );
}
