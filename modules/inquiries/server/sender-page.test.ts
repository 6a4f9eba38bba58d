// Pages behind the links of receipts and questions, as a browser without JavaScript uses them.
import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { setOutboxGate } from "#server/platform/outbox/hand-over.ts";
import { moduleSite } from "#server/testing/module-site.ts";
import { testGate } from "#server/testing/outbox-for-tests.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { serverWith } from "../server.ts";

const { sql } = await testDatabase();
const site = moduleSite(sql, "inquiries", serverWith({ pause: async () => {} }));
let visitor = 0;
const from = () => `192.0.${visitor}.1`;

/** Sends a form, hands its mails over as with publishing on, and gives the addresses in them. */
async function linksAfter(changed: object = {}) {
  const submission = randomUUID();
  const body = {
    submission,
    subject: "AI Consult",
    name: "Ada <b>Lind</b>",
    email: `ada${visitor}@norrfall.example`,
    company: "Norrfall",
    message: "Build or buy?\n<script>alert(1)</script>",
    trap: "",
    subscribe: "yes",
    ...changed,
  };
  await site.ask("/api/inquiries", {
    method: "POST",
    from: from(),
    body: JSON.stringify(body),
    headers: { "content-type": "application/json" },
  });
  await sql`update public.outbox set state = 'queued', gate_code = null where state = 'held'`;
  await setOutboxGate(sql, true);
  const gate = testGate(sql, { links: site.links });
  await gate.sweep();
  await setOutboxGate(sql, false);
  const found = gate.sent.flatMap(({ text }) => text.match(/https:\/\/guidevane\.test(\/[ic]\/[\w-]{43})/)?.[1] ?? []);
  return {
    submission,
    page: found.find((path) => path.startsWith("/i/"))!,
    confirm: found.find((path) => path.startsWith("/c/"))!,
  };
}
const hidden = (html: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)![1]!;
async function submit(path: string, fields: Record<string, string>) {
  const html = await (await site.ask(path, { from: from() })).text();
  const body = new URLSearchParams({ version: hidden(html, "version"), nonce: hidden(html, "nonce"), ...fields });
  return site.ask(path, { method: "POST", from: from(), body });
}

beforeEach(async () => {
  visitor += 1;
  await sql`delete from public.tasks`;
  await sql`delete from public.inquiries`;
  await sql`delete from public.outbox`;
  await sql`delete from public.consents`;
  await sql`delete from public.accounts`;
  await sql`update public.modules set live = true where key in ('inquiries', 'tasks')`;
});

test("inquiries 13: the link of a question opens a page with one button; only pressing it agrees", async () => {
  const { confirm } = await linksAfter();
  const states = () => sql<{ state: string }[]>`select state from public.consents order by id`;
  for (const method of ["GET", "HEAD", "GET"])
    expect((await site.ask(confirm, { method, from: from() })).status).toBe(200);
  expect(await states()).toEqual([{ state: "asked" }]);
  const html = await (await site.ask(confirm, { from: from() })).text();
  expect(html.match(/<button/g)).toHaveLength(1);
  expect(html).not.toMatch(/<script|https?:\/\//);
  // Without what the page gave, nothing happens.
  expect((await site.ask(confirm, { method: "POST", from: from(), body: new URLSearchParams() })).status).toBe(403);
  expect(await states()).toEqual([{ state: "asked" }]);
  expect(await (await submit(confirm, {})).text()).toContain("You have agreed");
  expect(await states()).toEqual([{ state: "asked" }, { state: "given" }]);
});

test("inquiries 17: the sender reads their own words as text, on a page that nobody keeps, frames or finds", async () => {
  const { page } = await linksAfter();
  const answer = await site.ask(page, { from: from() });
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
  expect(answer.headers.get("x-robots-tag")).toContain("noindex");
  const html = await answer.text();
  expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  expect(html).toContain("Ada &lt;b&gt;Lind&lt;/b&gt;");
  expect(html).not.toContain("<script");
});

test("inquiries 14: the sender corrects it, and two tabs do not overwrite each other", async () => {
  const { page, submission } = await linksAfter();
  const old = await (await site.ask(page, { from: from() })).text();
  expect((await submit(page, { action: "correct", name: "Ada Lind", message: "Buy." })).status).toBe(200);
  const [kept] = await sql`select name, message, company from public.inquiries where id = ${submission}`;
  expect(kept).toEqual({ name: "Ada Lind", message: "Buy.", company: "Norrfall" });
  const [entry] =
    await sql`select actor_name, kind from public.events where record_type = 'inquiry' order by id desc limit 1`;
  expect(entry).toEqual({ actor_name: "Sender", kind: "changed" });
  const body = new URLSearchParams({
    version: hidden(old, "version"),
    nonce: hidden(old, "nonce"),
    action: "correct",
    name: "Late",
  });
  expect((await site.ask(page, { method: "POST", from: from(), body })).status).toBe(409);
});

test("inquiries 13: the sender takes a consent back", async () => {
  const { page, confirm } = await linksAfter();
  await submit(confirm, {});
  expect((await submit(page, { action: "withdraw", purpose: "newsletter" })).status).toBe(200);
  const [latest] = await sql`select state from public.consents order by id desc limit 1`;
  expect(latest).toEqual({ state: "withdrawn" });
});

test("inquiries 14: the sender erases everything, but not without saying so, and the page ends", async () => {
  const { page, submission } = await linksAfter();
  expect((await submit(page, { action: "erase" })).status).toBe(400);
  expect((await submit(page, { action: "erase", sure: "yes" })).status).toBe(200);
  const [kept] =
    await sql`select name, email, message, erased_at is not null as erased from public.inquiries where id = ${submission}`;
  expect(kept).toEqual({ name: "", email: "", message: "", erased: true });
  expect((await site.ask(page, { from: from() })).status).toBe(410);
});

test("inquiries 9: a link opens its own message only, and none that was made up", async () => {
  const { page, confirm } = await linksAfter();
  expect((await site.ask(page.replace("/i/", "/c/"), { from: from() })).status).toBe(404);
  expect((await site.ask(confirm.replace("/c/", "/i/"), { from: from() })).status).toBe(404);
  expect((await site.ask(`/i/${"A".repeat(43)}`, { from: from() })).status).toBe(404);
});

test("inquiries 5: the sender's page promises no day that nobody watches, and says when we are late", async () => {
  const { page, submission } = await linksAfter();
  const shown = async () => (await site.ask(page, { from: from() })).text();
  expect(await shown()).toMatch(/We answer by \w+day, \w+ \d+\./);
  await sql`update public.inquiries set due_at = now() - interval '1 hour' where id = ${submission}`;
  expect(await shown()).toMatch(/We promised an answer by .*, and are late\./);
  for (const state of ["closed", "spam"]) {
    await sql`update public.inquiries set state = ${state} where id = ${submission}`;
    const html = await shown();
    expect(html).toContain("We have looked at it and plan no answer.");
    expect(html).not.toContain("We answer by");
  }
});

test("inquiries 7: a correction that is too long is refused, and nothing of it is cut", async () => {
  const { page, submission } = await linksAfter();
  const answer = await submit(page, { action: "correct", name: "Ada", message: "y".repeat(10_001) });
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain("It has 10,001 characters; we take up to 10,000. Nothing was saved");
  const [kept] = await sql<{ message: string }[]>`select message from public.inquiries where id = ${submission}`;
  expect(kept!.message).toContain("Build or buy?");
});
