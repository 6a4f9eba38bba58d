// Choosing, asking and what changed, as a visitor meets them on the page, without script; and the figures of each line, with a pencil.
import { createHash } from "node:crypto";
import { proposalsForTests } from "#server/testing/proposals-for-tests.ts";
import { moduleSite } from "#server/testing/module-site.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { beforeEach, expect, test } from "vitest";
import { makePdf as pdf } from "#server/platform/pdf/pdf.ts";
import { serverWith } from "../server.ts";
import { findPage, type ShownProposal } from "./find-page.ts";
import { proposalDocument } from "./proposal-pdf.ts";

const { sql } = await testDatabase();
const house = await proposalsForTests(sql);
const { sent, call, record } = house;
const site = moduleSite(sql, "proposals", serverWith(), {});
let visitor = 0;
let from = "";
beforeEach(() => {
  visitor += 1;
  from = `203.0.113.${visitor}`;
});
const linkOf = async (id: string) => (await site.links.issue({ kind: "proposal", subjectId: id })).token;
const open = (token: string, query = "") => site.ask(`/p/${token}${query}`, { from });
const post = (token: string, fields: Record<string, string>) =>
  site.ask(`/p/${token}`, {
    method: "POST",
    from,
    body: new URLSearchParams(fields),
    headers: { "content-type": "application/x-www-form-urlencoded", "user-agent": "Browser of a test" },
  });
/** The hidden fields of the form that does this. */
function formOf(html: string, action: string): Record<string, string> {
  const [form] = html.split("<form").filter((part) => new RegExp(`name="action"\\s+value="${action}"`).test(part));
  return Object.fromEntries(
    [...(form ?? "").matchAll(/<input\s+type="hidden"\s+name="([^"]+)"\s+value="([^"]*)"/g)].map(([, name, value]) => [
      name!,
      value!,
    ]),
  );
}
const text = (markup: string) =>
  markup
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
const groups = [{ key: "way", title: "Choose a way" }];
const items = [
  { title: "Reading", unit: "weeks", unit_minor: 90_033, quantity_milli: 2500, discount_bp: 750, tax_bp: 1900 },
  { title: "Cloud", unit_minor: 50_000, tax_bp: 1900, group_key: "way", selected: true },
  { title: "Own rooms", unit_minor: 80_000, tax_bp: 700, group_key: "way", selected: false },
  {
    title: "Seats",
    unit: "seats",
    unit_minor: 1_001,
    quantity_milli: 5000,
    qty_min_milli: 2000,
    qty_max_milli: 20_000,
    tax_bp: 700,
  },
  { title: "Night", unit_minor: 7_000, tax_bp: 1900, optional: true, selected: false },
];
const offer = { items, groups, deposit_bp: 0, discount_bp: 333 };

/** Half away from zero, in whole numbers. */
const half = (number: bigint, by: bigint) => (number * 2n + by) / (by * 2n);
const cents = (words: string) => BigInt(words.replaceAll(/[^\d-]/g, ""));

test("proposals 13: each line can be recomputed from the page: unit price, quantity, discount, net, tax rate; and each tax from its base", async () => {
  const { id } = await sent(offer);
  const page = await (await open(await linkOf(id), "?choose=1&group-way=3&option=5&quantity-4=7.5")).text();
  const table = page.slice(page.indexOf('<table class="offer">'), page.indexOf("</table>"));
  const rows = table
    .split("<tr")
    .slice(2)
    .filter((row) => row.includes("<td"));
  expect(rows).toHaveLength(5);
  const nets = new Map<string, bigint>();
  let subtotal = 0n;
  for (const row of rows) {
    // What has no value has no line on a phone, where each cell says its name.
    const cells = [...row.matchAll(/<td\s+class="([^"]*)"[^>]*>([\s\S]*?)<\/td>/g)];
    expect(cells).toHaveLength(5);
    for (const [, looks = "", value = ""] of cells)
      expect(looks.split(" ").includes("none"), row).toBe(value.trim() === "");
    const cell = (head: string) => {
      const found = new RegExp(`data-head="${head}"\\s*>([\\s\\S]*?)</td>`).exec(row)![1]!;
      return /name="quantity-\d+"\s+value="([^"]*)"/.exec(found)?.[1] ?? text(found);
    };
    const [whole = "1", part = ""] = (/^[\d.]+/.exec(cell("Quantity"))?.[0] ?? "1").split(".");
    const milli = BigInt(whole) * 1000n + BigInt(part.padEnd(3, "0") || 0);
    const gross = half(cents(cell("Unit price")) * milli, 1000n);
    const bp = BigInt(Math.round(Number(/^[\d.]+/.exec(cell("Discount"))?.[0] ?? 0) * 100));
    const net = gross - half(gross * bp, 10_000n);
    expect(cents(cell("Net")), row).toBe(net);
    if (row.includes('class="not"')) continue;
    const rate = cell("Tax rate");
    nets.set(rate, (nets.get(rate) ?? 0n) + net);
    subtotal += net;
  }
  const sums = page.slice(page.indexOf('<dl class="sums">'), page.indexOf("</dl>", page.indexOf('<dl class="sums">')));
  const pairs = [...sums.matchAll(/<dt[^>]*>([\s\S]*?)<\/dt>\s*<dd[^>]*>([\s\S]*?)<\/dd>/g)].map(
    ([, term, value]) => [text(term!), text(value!)] as const,
  );
  const of = (start: string) => pairs.find(([term]) => term.startsWith(start))!;
  expect(cents(of("Subtotal")[1])).toBe(subtotal);
  const discount = half(subtotal * 333n, 10_000n);
  expect(cents(of("Discount on the whole")[1])).toBe(-discount);
  const taxes = pairs.filter(([term]) => term.startsWith("Tax,"));
  let base = 0n;
  let tax = 0n;
  for (const [term, value] of taxes) {
    const [, rate, of_] = /^Tax, ([\d.]+)% of (.+)$/.exec(term)!;
    base += cents(of_!);
    tax += cents(value);
    expect(cents(value)).toBe(half(cents(of_!) * BigInt(Number(rate) * 100), 10_000n));
    // Before the discount on the whole; its share moves a base by less than a cent from the exact one.
    const exact = (nets.get(`${rate}%`)! * (subtotal - discount)) / subtotal;
    expect(Math.abs(Number(cents(of_!) - exact))).toBeLessThanOrEqual(1);
  }
  expect(taxes).toHaveLength(2);
  expect(base).toBe(subtotal - discount);
  expect(cents(of("Total, net")[1])).toBe(base);
  expect(cents(pairs.find(([term]) => term === "Total")![1])).toBe(base + tax);
});

test("proposals 14: without script a form chooses lines of groups, options and quantities; what cannot be is 422 with what was typed", async () => {
  const { id } = await sent(offer);
  const token = await linkOf(id);
  const first = await (await open(token)).text();
  expect(first).toMatch(/type="radio"\s+id="item-2"\s+name="group-way"\s+value="2"\s+checked/);
  expect(first).toMatch(/type="radio"\s+id="item-3"\s+name="group-way"\s+value="3"\s*\/>/);
  const bad = await open(token, "?choose=1&group-way=3&quantity-4=21&option=5");
  expect(bad.status).toBe(422);
  const page = await bad.text();
  expect(page).toMatch(/name="quantity-4"\s+value="21"/);
  expect(page).toContain("From 2 to");
  expect(page).toMatch(/id="item-5"[^>]*checked/);
  expect(page).toMatch(/value="3"\s+checked/);
  for (const query of ["?choose=1", "?choose=1&group-way=2&group-way=3", "?choose=1&group-way=2&quantity-4=lots"])
    expect((await open(token, query)).status, query).toBe(422);
  const fields = formOf(first, "accept");
  const signed = { name: "Maren Oduya", consent: "yes" };
  const two = await post(token, { ...fields, ...signed, chosen: "2,3" });
  expect(two.status).toBe(422);
  expect(await two.text()).toContain('value="Maren Oduya"');
  expect((await record(id)).state).toBe("sent");
  const chosen = await (await open(token, "?choose=1&group-way=3&quantity-4=20")).text();
  expect((await post(token, { ...formOf(chosen, "accept"), ...signed })).status).toBe(200);
  expect((await record(id)).decision).toMatchObject({ chosen: [3], quantities: { 4: 20_000 } });
});

test("proposals 17: the page asks a question without ending the offer, says so, and keeps what was typed", async () => {
  const { id } = await sent(offer);
  const token = await linkOf(id);
  const page = await (await open(token)).text();
  expect(page).toContain("The offer stays open, and you can still accept it");
  expect(page).toContain("This version can then no longer be accepted.");
  const fields = formOf(page, "ask-question");
  const nameless = await post(token, { ...fields, "comment-": "Why six?", name: "" });
  expect(nameless.status).toBe(422);
  expect(await nameless.text()).toContain("Why six?");
  const asked = await post(token, { ...fields, "comment-": "Why six?", name: "Maren Oduya" });
  expect(asked.status).toBe(200);
  expect(await asked.text()).toContain("Your question is with us.");
  // A second press of the same form asks nothing more.
  await post(token, { ...fields, "comment-": "Why six?", name: "Maren Oduya" });
  const { requests, state } = (await record(id)) as never as { requests: unknown[]; state: string };
  expect([requests.length, state]).toEqual([1, "sent"]);
});

test("proposals 18: the newer version shows, part by part, what changed, and what became of each comment", async () => {
  const { id } = await sent({ ...offer, body: "## Scope\nWe read.\n\nWe write." });
  const token = await linkOf(id);
  const fields = formOf(await (await open(token)).text(), "ask-change");
  const asked = await post(token, {
    ...fields,
    name: "Maren Oduya",
    "comment-offer": "Fewer seats",
    "comment-letter:scope": "No writing",
  });
  expect(await asked.text()).toContain("A change was asked for");
  expect((await record(id)).current_version).toBe(2);
  expect(await (await open(token)).text()).toContain("This version can no longer be accepted.");
  const late = await post(token, {
    ...formOf(await (await open(token)).text(), "accept"),
    ...fields,
    action: "accept",
    name: "Maren Oduya",
    consent: "yes",
    chosen: "2",
  });
  expect(late.status).toBe(409);
  expect(await late.text()).toContain("A change was asked for");
  await call("save_proposal", { proposal: id, draft: { body: "## Scope\nWe read.\n\nWe listen." } });
  const { requests } = (await record(id)) as never as { requests: { id: string; section: string }[] };
  expect(requests.map(({ section }) => section).toSorted()).toEqual(["letter:scope", "offer"]);
  for (const { id: request, section } of requests)
    await call("answer_change_request", {
      request,
      answer: `About ${section}.`,
      result: section === "offer" ? "not_done" : "done",
    });
  await call("send_proposal", { proposal: id });
  const page = await (await open(await linkOf(id))).text();
  const start = page.indexOf('<section class="changed');
  const box = page.slice(start, page.indexOf("</section>", start));
  expect(box).toContain("What changed since version 1");
  expect(text(box)).toMatch(/Changed: Scope We read\. We write\. We listen\./);
  expect(box).toContain("<del>We write.</del>");
  expect(box).toContain("<ins>We listen.</ins>");
  expect(text(box)).toContain("Fewer seats Not done. About offer.");
  expect(text(box)).toContain("No writing Done. About letter:scope.");
  expect(text(box)).not.toContain("Changed: What you get");
});

test("proposals 21: the file of a version of the first format is the same bytes as before there were groups and schedules", async () => {
  const { id } = await house.draft({}, { account: house.account, contact: house.person });
  await sql`update public.proposal_versions set format = 1 where proposal_id = ${id}`;
  await call("send_proposal", { proposal: id });
  const shown = (await findPage(sql, id, { at: new Date() })) as ShownProposal;
  const fixed = { ...shown, number: "P-2026-001", sha256: "0".repeat(64), canonical: "{}", sent_on: "2026-11-01" };
  fixed.content = {
    ...shown.content,
    parties: { ...shown.content.parties, number: "P-2026-001", valid_until: "2026-12-24", from: "Noor Marchetti" },
  };
  const document = proposalDocument(fixed, []);
  // The instructions of the file as the release before made them; the bytes follow from them.
  expect(createHash("sha256").update(JSON.stringify(document)).digest("hex")).toBe(
    "af19d72b4e84abda76a2be5a7828e6f769d6684453e2bb195aa11d57e80a4352",
  );
  const [one, two] = [await pdf(document), await pdf(document)];
  expect(Buffer.compare(Buffer.from(one), Buffer.from(two))).toBe(0);
});

test("proposals 22: words of strangers are text on the page and in no head of an answer", async () => {
  const { id } = await sent(offer);
  const token = await linkOf(id);
  const bad = '<script>alert(1)</script>"><img src=x>';
  const fields = formOf(await (await open(token)).text(), "ask-question");
  const asked = await post(token, { ...fields, "comment-": bad, name: `Maren ${bad}` });
  const page = await asked.text();
  expect(page).not.toContain("<script>alert");
  expect(page).not.toContain("<img src=x>");
  expect(page).toContain("&lt;script&gt;alert(1)");
  const again = await post(token, { ...fields, "comment-": bad, name: bad.replaceAll(/[a-z]/gi, "") });
  expect(again.status).toBe(422);
  expect(await again.text()).not.toContain("<script>alert");
});
