// Second factors with an unchanged supabase-js in a real browser, whose security key is Chromium's virtual authenticator.
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { createClient } from "@supabase/supabase-js";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { test } from "./fixtures.ts";
import type { RunningServer } from "./start-server.ts";

const umd = path.join(import.meta.dirname, "../node_modules/@supabase/supabase-js/dist/umd/supabase.js");

declare global {
  interface Window {
    supabase: { createClient: typeof createClient };
    client: ReturnType<typeof createClient>;
  }
}

async function keyOf(server: RunningServer): Promise<string> {
  return JSON.parse(await readFile(path.join(server.dataDir, "keys.json"), "utf8")).publishableKey;
}

async function withAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "usb",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test("a security key is registered, asked for at the next sign-in, and raises the session", async ({
  page,
  server,
}) => {
  await page.addInitScript({ content: `${await readFile(umd, "utf8")}\nwindow.supabase = supabase;` });
  await withAuthenticator(page);
  await page.goto("/auth");
  const { admin } = server;

  const registered = await page.evaluate(
    async ({ publishable, email, password }) => {
      window.client = window.supabase.createClient(location.origin, publishable, { auth: { persistSession: false } });
      await window.client.auth.signInWithPassword({ email, password });
      const { error } = await window.client.auth.mfa.webauthn.register({ friendlyName: "key" });
      const { data } = await window.client.auth.mfa.getAuthenticatorAssuranceLevel();
      return { error: error?.message, level: data?.currentLevel };
    },
    { publishable: await keyOf(server), ...admin },
  );
  expect(registered).toEqual({ error: undefined, level: "aal2" });

  const signedIn = await page.evaluate(async ({ email, password }) => {
    await window.client.auth.signOut();
    const { data: session } = await window.client.auth.signInWithPassword({ email, password });
    const { data: before } = await window.client.auth.mfa.getAuthenticatorAssuranceLevel();
    const factorId = session.user?.factors?.[0]?.id ?? "";
    const { error } = await window.client.auth.mfa.webauthn.authenticate({ factorId });
    const { data: after } = await window.client.auth.mfa.getAuthenticatorAssuranceLevel();
    const removed = await window.client.auth.mfa.unenroll({ factorId });
    return {
      before: [before?.currentLevel, before?.nextLevel],
      error: error?.message,
      after: after?.currentLevel,
      removed: removed.error?.message,
    };
  }, admin);
  expect(signedIn).toEqual({ before: ["aal1", "aal2"], error: undefined, after: "aal2", removed: undefined });
}, 90_000);
