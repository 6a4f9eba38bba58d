// Signing in: mails that were lost or used, and details of the form.
import { expect } from "vitest";
import { fill, mailLink } from "./auth-screen.ts";
import { sharedTest as test } from "./fixtures.ts";
import { addPerson } from "./people.ts";

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
