// The contact page while the module is on and while it is off, as the server answers with it; in a browser: e2e/meetings.all.e2e.ts.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, onTestFinished, test } from "vitest";
import { scheduling } from "#content/site.ts";
import ContactPage from "#app/site/contact.tsx";
import { readEnv } from "#server/env.ts";
import { createWebsite } from "#server/http/website/website.ts";
import { watchLiveModules } from "#server/platform/live-modules.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { bookingForTests, now } from "./testing/booking-for-tests.ts";
import { bookingSite } from "./testing/booking-site.ts";

const outside = new URL(scheduling.script).host;

async function contactPage() {
  const root = mkdtempSync(path.join(os.tmpdir(), "guidevane-contact-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const files = {
    "index.html": "<h1>Home</h1>",
    "404/index.html": "<h1>Not found</h1>",
    "contact/index.html": renderToStaticMarkup(createElement(MemoryRouter, {}, createElement(ContactPage))),
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  }
  const live = new Set<string>();
  const website = await createWebsite(readEnv({ LOG_LEVEL: "silent" }), "", [root], () => live);
  const look = async () => {
    const response = website.respond(new Request("http://localhost:3000/contact"))!;
    return { html: await response.text(), policy: response.headers.get("content-security-policy") };
  };
  return { live, look };
}

test("meetings 23: on, the contact page has our picker and neither it nor its policy names the outside host; off, it is as it was", async () => {
  const { live, look } = await contactPage();
  const before = await look();
  expect(before.policy).toContain(outside);
  expect(before.html).toContain(scheduling.script);
  expect(before.html).not.toContain("/book/");
  live.add("meetings");
  const on = await look();
  expect(on.policy).not.toContain(outside);
  expect(on.html).not.toContain(outside);
  expect(on.html).toContain('data-from="/api/book/ai-consult/form"');
  expect(on.html).toContain('href="/book/ai-consult"');
  live.delete("meetings");
  expect(await look()).toEqual(before);
});

test("meetings 23: what the contact page asks for is the form of the public page with its subject, and mail links there; off, neither", async () => {
  const { sql } = await testDatabase();
  const firm = await bookingForTests(sql);
  const web = bookingSite(sql, { now });
  const ask = () => web.look("/api/book/ai-consult/form");
  const linked = async () =>
    (await sql`select page from private.call_hooks('booking page of subject', 'AI Consult') as page`).map(
      ({ page }) => page as string | null,
    );
  expect((await ask()).status).toBe(404);
  const host = await firm.person("Noor Marchetti");
  await firm.page({ slug: "first-call-with-us", subject: "AI Consult", people: [host] });
  const { status, html } = await ask();
  expect(status).toBe(200);
  expect(html).toContain("data-booking");
  expect(web.timesIn(html).length).toBeGreaterThan(0);
  expect(await linked()).toEqual(["first-call-with-us"]);
  await sql`update public.modules set live = false where key = 'meetings'`;
  expect(await linked()).toEqual([]);
  await sql`update public.booking_pages set visibility = 'unlisted'`;
  expect((await ask()).status).toBe(404);
});

test("meetings 23: without JavaScript the contact page leads to a booking page only while there is one", async () => {
  const { live, look } = await contactPage();
  const link = /<noscript>.*href="\/book\/ai-consult".*<\/noscript>/s;
  live.add("meetings");
  expect((await look()).html).not.toMatch(link);
  live.add("booking-page");
  expect((await look()).html).toMatch(link);

  const { sql } = await testDatabase();
  const firm = await bookingForTests(sql);
  const watched = await watchLiveModules(sql, {}, 60_000);
  onTestFinished(watched.stop);
  const hasPage = async () => {
    await watched.refresh();
    return watched.keys().has("booking-page");
  };
  expect(await hasPage()).toBe(false);
  const host = await firm.person("Noor Marchetti");
  const page = await firm.page({ slug: "first-call-without-script", subject: "AI Consult", people: [host] });
  expect(await hasPage()).toBe(true);
  await sql`update public.booking_pages set state = 'draft' where id = ${page}`;
  expect(await hasPage()).toBe(false);
  await sql`update public.booking_pages set state = 'live' where id = ${page}`;
  await sql`update public.modules set live = false where key = 'meetings'`;
  expect(await hasPage()).toBe(false);
});

test("meetings 23: a subject with a booking page of its own links to it, one without does not; off, the line is not there", async () => {
  const { live, look } = await contactPage();
  expect((await look()).html).not.toContain('id="booking-offer"');
  live.add("meetings");
  expect((await look()).html).toContain('id="booking-offer"');
  const { sql } = await testDatabase();
  const firm = await bookingForTests(sql);
  const web = bookingSite(sql, { now });
  const host = await firm.person("Noor Marchetti");
  const keynote = await firm.page({
    slug: "keynote-for-events",
    title: "Book the keynote",
    subject: "Speaking Engagement",
    people: [host],
  });
  const offered = async (subject: string) => JSON.parse((await web.look(`/api/book/${subject}`)).html) as unknown;
  expect(await offered("speaking-engagement")).toEqual({ title: "Book the keynote" });
  expect(await offered("workshop-inquiry")).toEqual({});
  for (const change of ["state = 'draft'", "state = 'paused'", "state = 'live', visibility = 'unlisted'"]) {
    await sql.unsafe(`update public.booking_pages set ${change} where id = '${keynote}'`);
    expect(await offered("speaking-engagement"), change).toEqual({});
  }
});
