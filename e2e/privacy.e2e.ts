import { createClient } from "@supabase/supabase-js";
import { expect } from "vitest";
import { asAdministrator } from "../scripts/drill/as-administrator.ts";
import { test } from "./fixtures.ts";

const secrets = {
  email: "private.person@secret-mailbox.example",
  password: "never-log-this-9",
  name: "Wilhelmina Unspoken",
  phone: "+49 30 5550199",
  notes: "allergic to being logged",
  search: "unspokenneedle",
};

test("logs hold no personal data and no secret", async ({ server }) => {
  const admin = await asAdministrator(server);
  const { data: account } = await admin
    .from("accounts")
    .insert({ name: secrets.name, notes: secrets.notes })
    .select()
    .single();
  await admin.from("contacts").insert({
    account_id: (account as { id: string }).id,
    name: secrets.name,
    email: secrets.email,
    phone: secrets.phone,
  });
  await admin.from("contacts").select("*").ilike("name", `%${secrets.search}%`).eq("email", secrets.email);
  await admin.from("contacts").insert({ name: secrets.name, email: "not an address" });
  await admin.rpc("search_contacts", { term: secrets.search });
  const { data: session } = await admin.auth.getSession();

  const key = (admin as unknown as { supabaseKey: string }).supabaseKey;
  const visitor = createClient(server.url, key, { auth: { persistSession: false, autoRefreshToken: false } });
  await visitor.auth.signUp({ email: secrets.email, password: secrets.password });
  await visitor.auth.signInWithPassword({ email: secrets.email, password: secrets.password });
  await visitor.auth.signInWithPassword({ email: secrets.email, password: `${secrets.password}x` });
  await visitor.auth.resetPasswordForEmail(secrets.email);
  await fetch(
    `${server.url}/contact?subject=${encodeURIComponent(secrets.name)}&email=${encodeURIComponent(secrets.email)}`,
  );
  await fetch(`${server.url}/auth/v1/verify?token=${secrets.search}&type=signup`, { redirect: "manual" });
  await fetch(`${server.url}/auth/v1/token?grant_type=password`, {
    method: "POST",
    body: `{"email": "${secrets.email}", broken`,
  });

  const logged = server
    .output()
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .join("\n");
  // The check is worth something only if these requests were logged at all.
  expect(logged).toContain("/auth/v1/signup");
  expect(logged).toContain("/rest/v1/contacts");
  const forbidden = [
    ...Object.values(secrets),
    secrets.email.split("@")[0],
    key,
    session.session?.access_token,
    session.session?.refresh_token,
    server.admin.email,
    server.admin.password,
    "127.0.0.1",
  ];
  for (const secret of forbidden) expect(logged).not.toContain(secret);
});

test("public pages set no cookie, keep nothing but the theme and talk to nobody else", async ({ open, server }) => {
  const page = await open();
  const elsewhere: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(server.url) && !request.url().startsWith("data:")) elsewhere.push(request.url());
  });
  for (const path of ["/", "/education", "/tools", "/articles", "/contact", "/about", "/build/products/bootloader"]) {
    await page.goto(path);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await page.waitForTimeout(300);
  }
  expect(await page.context().cookies()).toEqual([]);
  expect(await page.evaluate(() => Object.keys({ ...localStorage }).filter((name) => name !== "theme"))).toEqual([]);
  expect(elsewhere).toEqual([]);
});

test("security.txt names a contact and a day within the year", async ({ server }) => {
  const text = await (await fetch(`${server.url}/.well-known/security.txt`)).text();
  expect(text).toMatch(/^Contact: mailto:/m);
  const [, expires = ""] = /^Expires: (.*)$/m.exec(text) ?? [];
  const days = (Date.parse(expires) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(30);
  expect(days).toBeLessThan(365);
});
