// Passkeys on the screens, with PASSKEYS on. The device is Chromium's virtual authenticator.
import type { CDPSession, Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { axeViolations } from "./accessibility.ts";
import { problemsOf, test } from "./fixtures.ts";
import { addPerson, signInAs } from "./people.ts";
import { type RunningServer, startServer } from "./start-server.ts";
import { totp } from "./totp.ts";

let passkeys: RunningServer;
beforeAll(async () => {
  passkeys = await startServer({ PASSKEYS: "true" });
});
afterAll(() => passkeys.stop());

async function withDevice(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { devtools, authenticatorId };
}
const refuseFrom = ({ devtools, authenticatorId }: { devtools: CDPSession; authenticatorId: string }) =>
  devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });

const said = (page: Page, text: string) => page.getByLabel("Notifications").getByText(text, { exact: true }).waitFor();

async function signOut(page: Page) {
  await page.getByRole("button", { name: "Sign Out", exact: true }).click();
  await page.waitForURL(`${passkeys.url}/`);
}

async function addPasskey(page: Page, name: string) {
  await page.goto(`${passkeys.url}/admin/settings/security`);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("dialog").getByLabel("Name", { exact: true }).fill(name);
  await page.getByRole("button", { name: "Create the passkey" }).click();
  await said(page, "Passkey added");
}

test("a passkey is added, signs in, is renamed and removed", async ({ page }) => {
  await withDevice(page);
  await signInAs(page, passkeys, await addPerson(passkeys, { admin: true }));
  await addPasskey(page, "Laptop");
  const passkey = page.getByRole("region", { name: "Passkeys" }).getByRole("listitem");
  await passkey.filter({ hasText: "Laptop" }).getByText("not used yet").waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await signOut(page);

  await page.goto(`${passkeys.url}/auth?next=%2Fadmin%2Fsettings%2Fsecurity`);
  await page.getByRole("button", { name: "Sign in with a passkey" }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.waitForURL(`${passkeys.url}/admin/settings/security`);
  await said(page, "Welcome back!");

  await passkey.filter({ hasText: "Laptop" }).getByText("last used").waitFor();
  await page.getByRole("button", { name: "Rename Laptop" }).click();
  await page.getByRole("dialog").getByLabel("Name", { exact: true }).fill("Work laptop");
  await page.getByRole("button", { name: "Save name" }).last().click();
  await said(page, "Passkey renamed");
  await page.getByRole("button", { name: "Remove Work laptop" }).click();
  await page.getByRole("button", { name: "Remove the passkey" }).click();
  await said(page, "Passkey removed");
  await page.getByText("No passkey yet.").waitFor();
  await signOut(page);

  // The device still has it; the server no longer takes it.
  await page.goto(`${passkeys.url}/auth`);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.getByRole("alert").getByText("Credential verification failed").waitFor();
});

test("a cancelled passkey is said in plain words, and what was typed stays", async ({ page }) => {
  const device = await withDevice(page);
  await signInAs(page, passkeys, await addPerson(passkeys, { admin: true }));
  await addPasskey(page, "Laptop");
  await signOut(page);
  await refuseFrom(device);
  await page.goto(`${passkeys.url}/auth`);
  await page.getByLabel("Email").fill("noor@guidevane.example");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.getByRole("alert").getByText("It was cancelled, or it took too long. Try again.").waitFor();
  expect(await page.getByLabel("Email").inputValue()).toBe("noor@guidevane.example");
});

test("after a passkey, the second factor is still asked for", async ({ page }) => {
  await withDevice(page);
  await signInAs(page, passkeys, await addPerson(passkeys, { admin: true }));
  await addPasskey(page, "Laptop");
  await page.getByRole("button", { name: "Add an authenticator app" }).click();
  const secret = (await page.locator("dialog code").textContent()) ?? "";
  await page.getByLabel("Code that the app shows").fill(totp(secret));
  await page.getByRole("button", { name: "Verify and add" }).click();
  await said(page, "Second factor added");
  await signOut(page);
  await page.goto(`${passkeys.url}/auth`);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.getByLabel("Code from your authenticator app").fill(totp(secret, 30));
  await page.getByRole("button", { name: "Verify" }).click();
  await page.waitForURL(`${passkeys.url}/admin`);
});

test("by default there is no word of passkeys", async ({ page, server }) => {
  await page.goto("/auth");
  await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
  expect(await page.getByText(/passkey/i).count()).toBe(0);
  await signInAs(page, server, await addPerson(server, { admin: true }));
  await page.goto("/admin/settings/security");
  await page.getByText("This session").waitFor();
  expect(await page.getByText(/passkey/i).count()).toBe(0);
  expect(problemsOf(page)).toEqual([]);
});
