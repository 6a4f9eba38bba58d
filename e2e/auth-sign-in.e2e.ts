import type { Page } from "playwright-core";
import { expect } from "vitest";
import { fill, mailLink } from "./auth-screen.ts";
import { problemsOf, sharedTest as test } from "./fixtures.ts";
import { addPerson, signInAs } from "./people.ts";

const toast = (page: Page, text: string) => page.getByLabel("Notifications").getByText(text).waitFor();

test("title, subtitle and two tabs", async ({ page }) => {
  await page.goto("/auth");
  await page.getByRole("heading", { level: 1, name: "Welcome to the product" }).waitFor();
  await page.getByText("Sign in to access the admin portal").waitFor();
  const tabs = page.getByRole("tab");
  expect(await tabs.allTextContents()).toEqual(["Sign in", "Sign up"]);
  expect(await page.getByLabel("Email").getAttribute("autocomplete")).toBe("username");
  expect(await page.getByLabel("Password", { exact: true }).getAttribute("autocomplete")).toBe("current-password");
  await page.getByRole("tab", { name: "Sign up" }).click();
  await page.getByRole("button", { name: "Sign up" }).waitFor();
  expect(await page.getByLabel("Password", { exact: true }).getAttribute("autocomplete")).toBe("new-password");
  expect(problemsOf(page)).toEqual([]);
});

test("without JavaScript it says so, under a title, and stays out of search engines", async ({ open }) => {
  const page = await open({ javaScriptEnabled: false });
  for (const path of ["/auth", "/admin"]) {
    await page.goto(path);
    await page.getByRole("heading", { name: "This page needs JavaScript" }).waitFor();
    expect(await page.getByText("Loading...").isVisible()).toBe(false);
    expect(await page.title()).toContain("Guidevane");
    expect(await page.locator('meta[name="robots"]').getAttribute("content")).toBe("noindex");
  }
});

test("a refusal by the backend is shown as it is", async ({ page }) => {
  await page.goto("/auth");
  await fill(page, "nobody@guidevane.example", "wrong password");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("alert").getByText("Invalid login credentials").waitFor();
  expect(await page.getByLabel("Email").inputValue()).toBe("nobody@guidevane.example");
});

test("without a connection it says so, and keeps what was typed", async ({ page }) => {
  await page.goto("/auth");
  await fill(page, "nobody@guidevane.example", "some password");
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("alert").getByText("No connection to the server. Try again when it is back.").waitFor();
  expect(await page.getByLabel("Email").inputValue()).toBe("nobody@guidevane.example");
});

test("sign-in leads to /admin with a welcome", async ({ page, server }) => {
  const { email, password } = await addPerson(server, { admin: true });
  await page.goto("/auth");
  await fill(page, email, password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("/admin");
  await toast(page, "Welcome back!");
  expect(await page.evaluate(() => localStorage.getItem("guidevane-session"))).toContain("refresh_token");
});

test("nobody is sent to another site after sign-in", async ({ page, server }) => {
  await signInAs(page, server, await addPerson(server, { admin: true }));
  await page.goto("/auth?next=https%3A%2F%2Fevil.example%2Fadmin");
  await page.waitForURL("/admin");
});

test("sign-up goes to the site with its message; the mail's link confirms the address", async ({ page, server }) => {
  const before = server.output().length;
  await page.goto("/auth?tab=sign-up");
  await fill(page, `new-${Date.now()}@guidevane.example`, "correct horse 9");
  await page.getByRole("button", { name: "Sign up" }).click();
  await page.waitForURL("/");
  await toast(page, "Account created! Please check your email.");
  await page.goto(await mailLink(server, before));
  await page.waitForURL(/\/auth/);
  await page.getByText("is confirmed").waitFor();
  // Not an administrator: the back office stays closed.
  await page.goto("/admin");
  await page.getByRole("heading", { name: "Access Denied" }).waitFor();
});
