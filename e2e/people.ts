// People and records for browser tests, made through the public protocols with the server's secret key.
import { readFileSync } from "node:fs";
import path from "node:path";
import { hashSync } from "@node-rs/bcrypt";
import type { Page } from "playwright-core";
import type { RunningServer } from "./start-server.ts";

export interface Person {
  id: string;
  email: string;
  password: string;
}

const keysOf = (server: RunningServer) =>
  JSON.parse(readFileSync(path.join(server.dataDir, "keys.json"), "utf8")) as {
    publishableKey: string;
    secretKey: string;
  };

/** A request with the secret key: past row level security. */
export async function asOwner<T = unknown>(
  server: RunningServer,
  target: string,
  init: { method?: string; body?: unknown } = {},
) {
  const { secretKey } = keysOf(server);
  const answer = await fetch(server.url + target, {
    method: init.method ?? "GET",
    headers: {
      apikey: secretKey,
      Authorization: `Bearer ${secretKey}`,
      "Content-Type": "application/json",
      Prefer: "return=representation",
    },
    ...(init.body !== undefined && { body: JSON.stringify(init.body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${init.method ?? "GET"} ${target}: ${answer.status} ${text}`);
  return (text ? JSON.parse(text) : null) as T;
}

let count = 0;
const password = "correct horse 9";
/** Cheap to compare with: hundreds of people sign in during a run, and the cost of hashing is tested elsewhere. */
const passwordHash = hashSync(password, 4);

export async function addPerson(server: RunningServer, { admin }: { admin: boolean }): Promise<Person> {
  const email = `${admin ? "admin" : "visitor"}${++count}-${Date.now()}@guidevane.example`;
  const { id } = await asOwner<{ id: string }>(server, "/auth/v1/admin/users", {
    method: "POST",
    body: { email, password_hash: passwordHash, email_confirm: true },
  });
  if (admin) await asOwner(server, "/rest/v1/user_roles", { method: "POST", body: { user_id: id, role: "admin" } });
  return { id, email, password };
}

/** Colleagues have different names: one of an earlier test on this server gives this name up. */
export async function nameColleague(server: RunningServer, person: Person, name: string): Promise<void> {
  const rename = (who: string, to: string) =>
    asOwner(server, `/rest/v1/staff?${who}`, { method: "PATCH", body: { name: to } });
  await rename(`name=eq.${encodeURIComponent(name)}`, `${name} before ${person.id}`);
  await rename(`user_id=eq.${person.id}`, name);
}

/** As text, the way it stands in local storage. */
export async function sessionOf(server: RunningServer, person: Person): Promise<string> {
  const answer = await fetch(`${server.url}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { apikey: keysOf(server).publishableKey, "Content-Type": "application/json" },
    body: JSON.stringify({ email: person.email, password: person.password }),
  });
  if (!answer.ok) throw new Error(`Signing in failed: ${await answer.text()}`);
  return answer.text();
}

/** Signs in without the form: the session stands in local storage before the first page is opened. */
export async function signInAs(page: Page, server: RunningServer, person: Person) {
  const session = await sessionOf(server, person);
  // Once: a page that signs out must stay signed out.
  await page.addInitScript((value) => {
    if (localStorage.getItem("test-signed-in")) return;
    localStorage.setItem("test-signed-in", "yes");
    localStorage.setItem("guidevane-session", value);
  }, session);
}

/** A fresh administrator, signed in on this page, with an empty CRM. */
export async function asAdmin(page: Page, server: RunningServer): Promise<Person> {
  await emptyCrm(server);
  const person = await addPerson(server, { admin: true });
  await signInAs(page, server, person);
  return person;
}

/** The dashboard shows its figures, also in a firm without a record. */
export async function hideFirstSteps(server: RunningServer): Promise<void> {
  const hidden = await asOwner<unknown[]>(server, "/rest/v1/skipped_steps?step=eq.all");
  if (hidden.length === 0) await asOwner(server, "/rest/v1/skipped_steps", { method: "POST", body: { step: "all" } });
}

export const emptyCrm = (server: RunningServer) =>
  asOwner(server, "/rest/v1/accounts?id=not.is.null", { method: "DELETE" });

export interface SeededAccount {
  id: string;
  name: string;
  updated_at: string;
}

// The data API wants the same keys in every row of one insert.
const noAccount = { type: "Prospect", industry: null, domain: null, website: null, notes: null };
const noContact = { title: null, email: null, phone: null, role: null, notes: null };

export const addAccounts = (server: RunningServer, rows: Record<string, unknown>[]) =>
  asOwner<SeededAccount[]>(server, "/rest/v1/accounts", {
    method: "POST",
    body: rows.map((row) => ({ ...noAccount, ...row })),
  });

export const addContacts = (server: RunningServer, rows: Record<string, unknown>[]) =>
  asOwner<SeededAccount[]>(server, "/rest/v1/contacts", {
    method: "POST",
    body: rows.map((row) => ({ ...noContact, ...row })),
  });
