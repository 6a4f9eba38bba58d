import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { readEnv } from "#server/env.ts";
import { createWebsite } from "./website.ts";

const root = mkdtempSync(path.join(os.tmpdir(), "guidevane-ways-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const files = {
  "index.html": "<h1>Home</h1>",
  "404/index.html": "<h1>Not found</h1>",
  "contact/index.html":
    '<gv-unless data-of="inquiries"><form action="mailto:"></form></gv-unless><gv-if data-of="inquiries"><form action="/api/inquiries"></form><script>ask()</script></gv-if>',
  "contact/sent/index.html":
    '<h1>Thank you</h1><gv-if data-of="answer-day"><b>{answer-day}</b></gv-if><gv-unless data-of="answer-day">No day</gv-unless><gv-if data-of="news-mail">, news sent</gv-if><gv-if data-of="news-held">, news held</gv-if>',
};
for (const [name, text] of Object.entries(files)) {
  mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
  writeFileSync(path.join(root, name), text);
}
const live = new Set<string>();
const website = await createWebsite(readEnv({ LOG_LEVEL: "silent" }), "", [root], () => live);
const get = (target: string, init?: RequestInit) =>
  website.respond(new Request(`http://localhost:3000${target}`, init)) as Response;

test("a page that knows of a module follows its switch, with its own tag and policy each way", async () => {
  const off = get("/contact");
  expect(await off.text()).toBe('<form action="mailto:"></form>');
  live.add("inquiries");
  const on = get("/contact");
  expect(await on.text()).toBe('<form action="/api/inquiries"></form><script>ask()</script>');
  expect(on.headers.get("etag")).not.toBe(off.headers.get("etag"));
  expect(on.headers.get("content-security-policy")).toContain("sha256-");
  expect(off.headers.get("content-security-policy")).not.toContain("sha256-");
  // What a browser kept from before is not taken for the new page.
  expect(get("/contact", { headers: { "if-none-match": off.headers.get("etag")! } }).status).toBe(200);
  live.delete("inquiries");
  expect(await get("/contact").text()).toBe('<form action="mailto:"></form>');
});

test("the page after sending is there only while inquiries are on, and names nothing but a day", async () => {
  expect(get("/contact/sent?by=2026-11-17").status).toBe(404);
  live.add("inquiries");
  const sent = get("/contact/sent?by=2026-11-17");
  expect(sent.headers.get("cache-control")).toBe("no-store");
  expect(sent.headers.get("etag")).toBeNull();
  expect(await sent.text()).toBe("<h1>Thank you</h1><b>Tuesday, November 17</b>");
  for (const by of ["", "?by=", "?by=%3Cscript%3E", "?by=2026-02-31", "?by=2026-11-17x"])
    expect(await get(`/contact/sent${by}`).text()).toBe("<h1>Thank you</h1>No day");
  const about = async (news: string) => (await get(`/contact/sent?by=2026-11-17&news=${news}`).text()).split("</b>")[1];
  expect([await about("sent"), await about("later"), await about("<b>")]).toEqual([", news sent", ", news held", ""]);
  expect(await get("/contact/sent?by=2026-11-17", { method: "HEAD" }).text()).toBe("");
  expect(get("/contact/sent", { method: "POST" }).status).toBe(405);
  live.delete("inquiries");
});
