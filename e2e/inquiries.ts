// What tests of inquiries start from: a server that takes a visitor's address from the proxy (so that one test's messages do not fill
// the budget of the next), the modules switched on, and ways to send and to look.
import type { Page } from "playwright-core";
import { inject } from "vitest";
import { test as base } from "./fixtures.ts";
import { asOwner } from "./people.ts";
import { type RunningServer, startServer } from "./start-server.ts";

export const test = base.extend<{ server: RunningServer }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Vitest wants the destructuring
    async ({}, use) => {
      const server = await startServer({ TRUSTED_PROXIES: "127.0.0.1,::1" }, inject("preparedData"));
      await use(server);
      await server.stop();
    },
    { scope: "file" },
  ],
});

let networks = 0;
/** Headers of a visitor whom no one has seen before. */
export const newVisitor = () => ({ "X-Forwarded-For": `${20 + ++networks}.18.0.7` });

export const switchModules = async (server: RunningServer, keys: readonly string[], live: boolean) => {
  await asOwner(server, `/rest/v1/modules?key=in.(${keys.join(",")})`, { method: "PATCH", body: { live } });
};

export interface StoredInquiry {
  id: string;
  reference: string;
  kind: string;
  state: string;
  name: string;
  email: string;
  message: string;
  subject_text: string;
  held_because: string[];
  due_at: string | null;
  task_id: string | null;
  contact_id: string | null;
}

export const inquiriesOf = (server: RunningServer, email: string) =>
  asOwner<StoredInquiry[]>(server, `/rest/v1/inquiries?email=eq.${encodeURIComponent(email)}&order=received_at`);

interface Message {
  form?: string;
  name?: string;
  email: string;
  subject?: string;
  company?: string;
  message?: string;
  trap?: string;
}

/** As a browser without JavaScript sends it. */
export async function sendPlain(server: RunningServer, message: Message): Promise<Response> {
  const body = new URLSearchParams({
    form: "contact",
    name: "Someone",
    subject: "AI Consult",
    trap: "",
    message: "Hello",
    ...message,
  });
  return fetch(`${server.url}/api/inquiries`, { method: "POST", body, headers: newVisitor(), redirect: "manual" });
}

export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

export async function fillContact(page: Page, email: string, message = "We have a board date in December.") {
  await field(page, "Name").fill("Dana Whitlock");
  await field(page, "Email").fill(email);
  await field(page, "Subject").fill("AI Consult");
  await field(page, "Message").fill(message);
}

/** The form's script is there: from now on it says what happens. */
export const awake = (page: Page) =>
  page.waitForSelector('[data-behavior="inquiry-form"][data-ready]', { state: "attached" });

/** As a browser that could not ask for one: a clean message is taken without a token. */
export const withoutToken = (page: Page) => page.route("**/api/inquiries/token*", (route) => route.abort());
