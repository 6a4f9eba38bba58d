// Signing in: mails that were lost or used, and details of the form.
import { expect } from "vitest";
import { fill, mailLink } from "./auth-screen.ts";
import { sharedTest as test } from "./fixtures.ts";
import { addPerson, signInAs } from "./people.ts";
import type { Page } from "playwright-core";

const toast = (page: Page, text: string) => page.getByLabel("Notifications").getByText(text).waitFor();

test("only the first error is shown", async ({ page }) => {
  await page.goto("/auth");
  await fill(page, "noor@guidevane", "12345");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("Invalid email address").waitFor();
  expect(await page.getByText("Password must be at least 6 characters").count()).toBe(0);
  await page.getByLabel("Email").fill("noor@guidevane.example");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("Password must be at least 6 characters").waitFor();
  expect(await page.getByText("Invalid email address").count()).toBe(0);
  await page.getByRole("tab", { name: "Sign up" }).click();
  await page.getByRole("button", { name: "Sign up" }).waitFor();
  await fill(page, "noor@guidevane.example", "12345");
  await page.getByRole("button", { name: "Sign up" }).click();
  await page.getByText("Password must be at least 6 characters").waitFor();
});

test("the password can be looked at", async ({ page }) => {
  await page.goto("/auth");
  await page.getByLabel("Password", { exact: true }).fill("secret12");
  await page.getByRole("button", { name: "Show password" }).click();
  expect(await page.getByLabel("Password", { exact: true }).getAttribute("type")).toBe("text");
});

test("a link that was used already says so", async ({ page, server }) => {
  await page.goto(
    `${server.url}/auth/v1/verify?token=used-before&type=signup&redirect_to=${encodeURIComponent(`${server.url}/`)}`,
  );
  await page.waitForURL(/\/auth/);
  await page.getByRole("alert").getByText("Sign in: if a new link is needed, we offer it.").waitFor();
});

test("a confirmation that was lost is sent again at sign-in", async ({ page, server }) => {
  const email = `lost-${Date.now()}@guidevane.example`;
  await page.goto("/auth?tab=sign-up");
  await fill(page, email, "correct horse 9");
  await page.getByRole("button", { name: "Sign up" }).click();
  await page.waitForURL("/");
  await page.goto("/auth");
  await fill(page, email, "correct horse 9");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("alert").getByText("Email not confirmed").waitFor();
  const before = server.output().length;
  await page.getByRole("button", { name: "Send the confirmation again" }).click();
  await page.getByText("A new confirmation mail is on its way.").waitFor();
  await page.goto(await mailLink(server, before));
  // Such a mail is for any browser, so the page asks.
  await page.getByRole("button", { name: `Sign in as ${email}` }).click();
  await page.getByText("is confirmed").waitFor();
});

test("the page first asked for is not forgotten on the way through a forgotten password", async ({ page, server }) => {
  const person = await addPerson(server, { admin: true });
  await page.goto("/admin/crm?tab=contacts");
  await page.getByRole("button", { name: "Forgot your password?" }).click();
  await page.getByRole("button", { name: "Back to sign in" }).click();
  await page.getByRole("button", { name: "Sign in" }).waitFor();
  await fill(page, person.email, person.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("/admin/crm?tab=contacts");
});

test("sign-in leads to the admin page first asked for", async ({ page, server }) => {
  const { email, password } = await addPerson(server, { admin: true });
  await page.goto("/admin/crm?tab=contacts&sort=name");
  await page.waitForURL(/\/auth\?next=/);
  await fill(page, email, password);
  await page.keyboard.press("Enter");
  await page.waitForURL("/admin/crm?tab=contacts&sort=name");
});

test("who is already signed in is sent on", async ({ page, server }) => {
  await signInAs(page, server, await addPerson(server, { admin: true }));
  await page.goto("/auth");
  await page.waitForURL("/admin");
});

test("a forgotten password is reset through a mail", async ({ page, server }) => {
  const { email } = await addPerson(server, { admin: true });
  await page.goto("/auth");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Forgot your password?" }).click();
  await page.getByRole("button", { name: "Send the link" }).waitFor();
  // Typed before, kept here.
  expect(await page.getByLabel("Email").inputValue()).toBe(email);
  const before = server.output().length;
  await page.getByRole("button", { name: "Send the link" }).click();
  await page.getByText("a mail with a link is on its way").waitFor();
  await page.goto(await mailLink(server, before));
  await page.getByLabel("New password", { exact: true }).fill("12345");
  await page.getByRole("button", { name: "Save the new password" }).click();
  await page.getByText("Password must be at least 6 characters").waitFor();
  await page.getByLabel("New password", { exact: true }).fill("another horse 10");
  await page.getByRole("button", { name: "Save the new password" }).click();
  await page.waitForURL("/admin");
  await toast(page, "Password changed");

  const again = await page.context().browser()!.newContext({ baseURL: server.url });
  const fresh = await again.newPage();
  await fresh.goto("/auth");
  await fill(fresh, email, "another horse 10");
  await fresh.getByRole("button", { name: "Sign in" }).click();
  await fresh.waitForURL("/admin");
  await again.close();
});
