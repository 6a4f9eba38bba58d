import { expect } from "vitest";
import { sharedTest as test } from "./fixtures.ts";
import { addPerson, asAdmin, signInAs } from "./people.ts";

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
