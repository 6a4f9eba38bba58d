// The session: without a network, with a second factor, on several devices.
import { expect } from "vitest";
import { problemsOf, sharedTest as test } from "./fixtures.ts";
import { addAccounts, addPerson, asAdmin, signInAs, asOwner } from "./people.ts";
import { quiet } from "./quiet.ts";
import { totp } from "./totp.ts";
import type { Page } from "playwright-core";

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

test("coming back to the tab without a network keeps the back office and what was typed", async ({ page, server }) => {
  await asAdmin(page, server);
  await page.goto("/admin/crm?dialog=new");
  await page.getByLabel("Company name").fill("Half typed");
  await page.route("**/rest/v1/**", (route) => route.abort());
  const checks: string[] = [];
  page.on("request", (request) => request.url().includes("/user_roles") && checks.push(request.url()));
  // Leave the tab and come back, as the browser tells it.
  for (const visibility of ["hidden", "visible"]) {
    await page.evaluate((value) => {
      Object.defineProperty(document, "visibilityState", { value, configurable: true });
      document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
    }, visibility);
  }
  // Any check of the session on return has been requested by now: a task later, and timers keep their order.
  await page.evaluate(() => new Promise((resolve) => setTimeout(() => setTimeout(resolve))));
  expect(checks).toEqual([]);
  expect(await page.getByRole("heading", { name: "Access Denied" }).count()).toBe(0);
  expect(await page.getByLabel("Company name").inputValue()).toBe("Half typed");
});

test("while loading it says Loading...", async ({ page, server }) => {
  await signInAs(page, server, await addPerson(server, { admin: true }));
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/rest/v1/user_roles*", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/admin");
  await page.getByText("Loading...", { exact: true }).waitFor();
  answer();
  await page.getByRole("heading", { name: /^Good / }).waitFor();
});

test("from the site to sign-in, in and out again: no error on the way", async ({ page, server }) => {
  const { email, password } = await addPerson(server, { admin: true });
  const follow = (path: string) =>
    page.evaluate((target) => {
      const link = document.createElement("a");
      link.href = target;
      document.body.append(link);
      link.click();
    }, path);
  for (let round = 0; round < 2; round++) {
    await page.goto("/about");
    await follow(round === 0 ? "/auth" : "/admin");
    await page.waitForURL("/auth");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: /^Good / }).waitFor();
    await page.getByRole("button", { name: "Sign Out", exact: true }).click();
    await page.waitForURL("/");
    await quiet(page);
  }
  expect(problemsOf(page)).toEqual([]);
});

test("an account with an authenticator app is asked for its code", async ({ page, server }) => {
  const admin = await asAdmin(page, server);
  await page.goto("/admin/settings/security");
  await page.getByRole("button", { name: "Add an authenticator app" }).click();
  const secret = (await page.locator("dialog code").textContent()) ?? "";
  await page.getByLabel("Code that the app shows").fill("000000");
  await page.getByRole("button", { name: "Verify and add" }).click();
  await page.getByRole("alert").waitFor();
  await page.getByLabel("Code that the app shows").fill(await totp(secret));
  await page.getByRole("button", { name: "Verify and add" }).click();
  await page.getByLabel("Notifications").getByText("Second factor added").waitFor();
  await page.getByRole("button", { name: "Sign Out", exact: true }).click();
  await page.waitForURL("/");
  await page.goto("/auth");
  await page.getByLabel("Email").fill(admin.email);
  await page.getByLabel("Password", { exact: true }).fill(admin.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByLabel("Code from your authenticator app").waitFor();
  // The password alone does not open the back office.
  await page.goto("/admin");
  await page.waitForURL(/\/auth/);
  await page.getByLabel("Code from your authenticator app").fill(await totp(secret, 30));
  await page.getByRole("button", { name: "Verify" }).click();
  await page.waitForURL("/admin");
});

test("a security key is enrolled and asked for at the next sign-in", async ({ page, server }) => {
  const admin = await asAdmin(page, server);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.goto("/admin/settings/security");
  await page.getByRole("button", { name: "Add a security key" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Laptop");
  await page.getByRole("button", { name: "Register the key" }).click();
  await page.getByLabel("Notifications").getByText("Second factor added").waitFor();
  await page.getByRole("button", { name: "Remove Laptop" }).waitFor();
  await page.getByRole("button", { name: "Sign Out", exact: true }).click();
  await page.waitForURL("/");
  await page.goto("/auth");
  await page.getByLabel("Email").fill(admin.email);
  await page.getByLabel("Password", { exact: true }).fill(admin.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("button", { name: "Use a security key" }).click();
  await page.waitForURL("/admin");
});

test("sessions are listed, and the others can be ended", async ({ page, open, server }) => {
  const admin = await asAdmin(page, server);
  const elsewhere = await open({ userAgent: "Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/150.0" });
  await signInAs(elsewhere, server, admin);
  await elsewhere.goto("/admin");
  await page.goto("/admin/settings/security");
  await page.getByText("This session").waitFor();
  await page.getByRole("button", { name: "Sign out of other sessions" }).click();
  await page.getByLabel("Notifications").getByText("Signed out everywhere else").waitFor();
  await elsewhere.goto("/admin/crm");
  await elsewhere.waitForURL(/\/auth/);
  await elsewhere.getByText("it was ended on another device").waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "Account security" }).waitFor();
});

test("the password is changed with the present one", async ({ page, server }) => {
  const admin = await asAdmin(page, server);
  await page.goto("/admin/settings/security");
  await page.getByLabel("Present password", { exact: true }).fill("not this one");
  await page.getByLabel("New password", { exact: true }).fill("new horse 12");
  await page.getByRole("button", { name: "Change password" }).click();
  await page.getByRole("alert").waitFor();
  await page.getByLabel("Present password", { exact: true }).fill(admin.password);
  await page.getByRole("button", { name: "Change password" }).click();
  await page.getByLabel("Notifications").getByText("Password changed").waitFor();
  await addAccounts(server, [{ name: "Still signed in" }]);
  await page.goto("/admin/crm");
  await page.getByText("Still signed in").waitFor();
});

test("when the admin check fails, it is logged and the user is no administrator", async ({ page, server }) => {
  await signInAs(page, server, await addPerson(server, { admin: true }));
  await page.route("**/rest/v1/user_roles*", (route) => route.fulfill({ status: 500, json: { message: "broken" } }));
  await page.goto("/admin");
  await page.getByRole("heading", { name: "Access Denied" }).waitFor();
  expect(problemsOf(page).some((problem) => problem.includes("The admin check failed"))).toBe(true);
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
