// The catalogue on a real database: prices by day and currency, lines that keep the price they took, templates, and files both ways.
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { csvLine } from "#domain/csv-text.ts";
import { moduleSite } from "#server/testing/module-site.ts";
import { proposalsForTests } from "#server/testing/proposals-for-tests.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { server } from "./server.ts";
import { letterOf, sectionsOfLetter, type TemplateWords } from "./template.ts";

const { sql } = await testDatabase();
const house = await proposalsForTests(sql);
const { as, call, draft, account, person } = house;
await sql`update public.modules set live = true where key in ('catalogue', 'templates')`;
const site = moduleSite(sql, "catalogue", server);
const token = `e30.${Buffer.from(JSON.stringify({ sub: house.noorId, role: "authenticated" })).toString("base64url")}.x`;
async function post<T>(path: string, body: object): Promise<{ status: number; body: T }> {
  const response = await site.ask(`/api/catalogue/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as T };
}
const service = async (code: string, more: Record<string, unknown> = {}) => {
  const [row] = await as(
    (tx) => tx<{ id: string }[]>`
    insert into public.services ${tx({ code, name: `Service ${code}`, unit: "day", currency: "USD", unit_minor: 120_000, ...more })} returning id`,
  );
  return row!.id;
};
const rowOf = async (id: string) => (await sql`select * from public.services where id = ${id}`)[0]!;
interface Offered {
  id: string;
  unit_minor: number | null;
  from_on: string | null;
  other_currencies: string[];
}
const offered = (currency: string, known: string[] | null = null) =>
  as(
    (tx) => tx<Offered[]>`
    select id, unit_minor::float8 as unit_minor, from_on::text, other_currencies from public.offered_services(${currency}, null, ${known}::uuid[])`,
  );
const today = (await sql<{ day: string }[]>`select public.office_today()::text as day`)[0]!.day;
const dayFrom = async (days: number) =>
  (await sql<{ day: string }[]>`select (public.office_today() + ${days}::int)::text as day`)[0]!.day;
const line = (id: string | null, more: object = {}) => ({
  service_id: id,
  title: "",
  description: "",
  unit: "",
  quantity_milli: 2000,
  unit_minor: 0,
  discount_bp: 0,
  tax_bp: 0,
  optional: false,
  selected: true,
  group_key: null,
  qty_min_milli: null,
  qty_max_milli: null,
  every_months: null,
  ...more,
});
const words = (more: Partial<TemplateWords> = {}): TemplateWords => ({
  title: "A desk for {{ account.name }}",
  intro: "Dear {{ contact.first_name }},",
  sections: [{ key: "scope", heading: "Scope", text: "For {{ account.name }}, {{ contact.title }}." }],
  terms: "## How we end\nTwo weeks.",
  items: [],
  groups: [],
  schedule: [],
  currency: "USD",
  deposit_bp: 0,
  payment_days: 14,
  ...more,
});

test("catalogue 1: a price is copied into the line: later prices change no draft and no sent text, and the catalogue says since when it has which", async () => {
  const id = await service("K1");
  const item = { title: "Reading", service_id: id, unit_minor: 120_000, quantity_milli: 1000 };
  const kept = await draft({ items: [item] });
  const given = await house.sent({ items: [item] });
  await call("set_service_price", { service: id, in_currency: "USD", day: today, minor: "150000" });
  for (const of of [kept, given]) {
    expect((await house.record(of.id)).totals.total_minor).toBe(120_000);
    const [row] =
      await sql`select unit_minor::int from public.proposal_items join public.proposals as p on p.id = ${of.id}
      join public.proposal_versions as v on v.id = version_id and v.proposal_id = p.id`;
    expect(row).toEqual({ unit_minor: 120_000 });
  }
  const proof = await call<{ checks: { ok: boolean }[] }>("verify_proposal", { proposal: given.id });
  expect(proof.checks.every(({ ok }) => ok)).toBe(true);
  // What the editor says beside the line, and takes by one press.
  expect(await offered("USD", [id])).toMatchObject([{ unit_minor: 150_000, from_on: today }]);
  // A price of a later day is not today's.
  await call("set_service_price", { service: id, in_currency: "USD", day: await dayFrom(30), minor: "200000" });
  expect(await offered("USD", [id])).toMatchObject([{ unit_minor: 150_000 }]);
  // Lists and files show the newest; another amount typed there is a price from today on, and the earlier ones stay.
  expect(await rowOf(id)).toMatchObject({ unit_minor: 200_000, currency: "USD" });
  const other = await service("K1b", { from_on: "2026-01-01" });
  await as((tx) => tx`update public.services set unit_minor = 130000 where id = ${other}`);
  const prices =
    await sql`select unit_minor::int, from_on::text from public.service_prices where service_id = ${other} order by from_on`;
  expect(prices).toEqual([
    { unit_minor: 120_000, from_on: "2026-01-01" },
    { unit_minor: 130_000, from_on: today },
  ]);
});

test("catalogue 2: without a price in the document's currency the price is asked for; nothing is converted, and nothing is sent before", async () => {
  const id = await service("K2");
  const [none] = await offered("EUR", [id]);
  expect(none).toMatchObject({ unit_minor: null, other_currencies: ["USD"] });
  const { id: proposal } = await draft({
    currency: "EUR",
    items: [{ title: "Reading", service_id: id, unit_minor: 0, price_missing: true }],
  });
  await expect(call("send_proposal", { proposal })).rejects.toThrow(
    "Line 1 (Reading) has no price in this currency: type one first.",
  );
  await call("save_proposal", {
    proposal,
    draft: { items: [{ title: "Reading", service_id: id, unit_minor: 110_000 }] },
  });
  expect((await call<{ state: string }>("send_proposal", { proposal })).state).toBe("sent");
  await call("set_service_price", { service: id, in_currency: "EUR", day: today, minor: "99000" });
  expect(await offered("EUR", [id])).toMatchObject([{ unit_minor: 99_000 }]);
});

test("catalogue 3: an archived service leaves the picker and stays in its lines; a used one is not deleted", async () => {
  const id = await service("K3");
  await draft({ items: [{ title: "Reading", service_id: id, unit_minor: 1 }] });
  await expect(as((tx) => tx`delete from public.services where id = ${id}`)).rejects.toThrow(
    '"Service K3" is in one line of a proposal, so it cannot be deleted. Archive it instead.',
  );
  await as((tx) => tx`update public.services set archived_at = now() where id = ${id}`);
  expect((await offered("USD")).map((row) => row.id)).not.toContain(id);
  expect(await offered("USD", [id])).toHaveLength(1);
  expect((await call<{ used: number }>("service_prices_of", { service: id })).used).toBe(1);
  const free = await service("K3 free");
  expect(await as((tx) => tx`delete from public.services where id = ${free} returning id`)).toHaveLength(1);
});

test("catalogue 3: a file of services comes in and goes out by the kit: prices, days, a second import that changes by code", async () => {
  const bring = async (rows: object[], match: string | null = null) => {
    const id = randomUUID();
    return as(async (tx) => {
      const records = rows.map((row, at) => ({ line: at + 2, ...row }));
      await tx`insert into public.import_parts ${tx({ import_id: id, part: 0, records: tx.json(records as never) })}`;
      const [done] = await tx<{ added: number; changed: number }[]>`
        select added, changed from public.import_records(${id}, 'services', match_by => ${match})`;
      return done!;
    });
  };
  const rows = [
    { code: "F-1", name: "Faculty day", unit: "day", currency: "USD", unit_minor: 450_000, from_on: "2026-01-01" },
    { code: "F-2", name: "Night desk", unit: "month", currency: "EUR", unit_minor: 99_900, every_months: 1 },
  ];
  expect(await bring(rows)).toMatchObject({ added: 2 });
  const first = await sql`
    select code, service_prices.currency, service_prices.unit_minor::int, service_prices.from_on::text from public.service_prices
    join public.services on services.id = service_id where code like 'F-%' order by code`;
  expect(first).toEqual([
    { code: "F-1", currency: "USD", unit_minor: 450_000, from_on: "2026-01-01" },
    { code: "F-2", currency: "EUR", unit_minor: 99_900, from_on: today },
  ]);
  expect(await bring([{ code: "F-1", name: "Faculty day", unit_minor: 480_000 }], "code")).toMatchObject({
    added: 0,
    changed: 1,
  });
  const later = await sql`
    select service_prices.unit_minor::int from public.service_prices join public.services on services.id = service_id where code = 'F-1' order by service_prices.from_on`;
  expect(later).toEqual([{ unit_minor: 450_000 }, { unit_minor: 480_000 }]);
  // What a file says in a cell is a cell: a formula is none.
  expect(csvLine(["F-3", "=1+1"])).not.toMatch(/,=1\+1/);
});

test("catalogue 4: a template opens as a draft of its own, filled and priced; versions stay, and tags nobody knows are refused", async () => {
  const id = await service("K4", { unit_minor: 100_000 });
  const monthly = await service("K4m", { unit_minor: 5_000, every_months: 1 });
  const items = [
    line(id, { group_key: "way" }),
    line(null, { title: "Other way", unit_minor: 70_000, group_key: "way", selected: false }),
    line(monthly),
  ];
  const template = words({
    items,
    groups: [{ key: "way", title: "Choose a way" }],
    schedule: [
      {
        label: "Half",
        due: "accepted",
        due_on: null,
        due_days: null,
        share_bp: 5000,
        amount_minor: null,
        is_rest: false,
      },
      {
        label: "Rest",
        due: "milestone",
        due_on: null,
        due_days: null,
        share_bp: null,
        amount_minor: null,
        is_rest: true,
      },
    ],
  });
  const refused = await post<{ problems: { place: string; tag: string }[] }>("templates", {
    name: "Desk",
    words: { ...template, intro: "Dear {{ contact.frist_name }}, {name}" },
  });
  expect(refused.status).toBe(422);
  expect(refused.body.problems).toMatchObject([{ place: "intro", tag: "{name}" }]);
  const unknown = await post<{ message: string }>("templates", {
    name: "Desk",
    words: { ...template, terms: "{{ firm.own }}" },
  });
  expect(unknown).toMatchObject({ status: 422, body: { message: "Nothing is called firm.own." } });

  const saved = await post<{ id: string; no: number }>("templates", { name: "Desk", words: template });
  expect(saved).toMatchObject({ status: 200, body: { no: 1 } });
  const again = await post<{ no: number }>("templates", { id: saved.body.id, name: "Desk", seen: 1, words: template });
  expect(again.body.no).toBe(1);

  const opened = await post<{ id: string; missing: string[] }>(`templates/${saved.body.id}/proposal`, {
    of: { account, contact: person },
  });
  expect(opened.status).toBe(200);
  expect(opened.body.missing).toEqual(["contact.title"]);
  const made = (await house.record(opened.body.id)) as never as {
    version: { title: string; intro: string; body: string };
    items: Record<string, unknown>[];
    parts: { amount_minor: number }[];
    recurring: { totals: { net_minor: number } }[];
  };
  expect(made.version).toMatchObject({
    title: "A desk for Norrfall",
    intro: "Dear Maren,",
    body: "## Scope\nFor Norrfall, {title}.",
  });
  expect(made.items).toMatchObject([
    { title: "Service K4", unit_minor: 100_000, service_id: id, group_key: "way", unit: "day" },
    { title: "Other way", unit_minor: 70_000 },
    { title: "Service K4m", every_months: 1 },
  ]);
  expect(made.parts.map(({ amount_minor: minor }) => minor)).toEqual([100_000, 100_000]);
  expect(made.recurring).toMatchObject([{ totals: { net_minor: 10_000 } }]);

  // The draft is on its own, and what is kept of the template stays.
  const next = await post<{ no: number }>("templates", {
    id: saved.body.id,
    name: "Desk",
    seen: 1,
    words: { ...template, title: "Other" },
  });
  expect(next.body.no).toBe(2);
  expect((await house.record(opened.body.id)).version).toMatchObject({ title: "A desk for Norrfall" });
  await expect(sql`update public.proposal_template_versions set title = 'x' where no = 1`).rejects.toThrow(
    "is never changed",
  );
  await expect(sql`delete from public.proposal_template_versions where no = 1`).rejects.toThrow("is never changed");
  const late = await post<{ message: string }>("templates", {
    id: saved.body.id,
    name: "Desk",
    seen: 1,
    words: template,
  });
  expect(late).toMatchObject({ status: 409 });

  // In another currency a free line has no price, and none is made up.
  await sql`update public.currencies set rate = 1.1 where code = 'EUR'`;
  const deal = await house.add("In euros", { currency: "EUR", amount_minor: 1 });
  const euros = await post<{ id: string }>(`templates/${saved.body.id}/proposal`, { of: { deal } });
  const lines = ((await house.record(euros.body.id)) as never as { items: { price_missing: boolean }[] }).items;
  expect(lines.map(({ price_missing: waits }) => waits)).toEqual([true, true, true]);
});

test("catalogue 4: a letter is taken apart by its headings and put together again", () => {
  const letter = "First words.\n\n## Scope\nWhat we do.\n\nMore.\n\n## How we end\nTwo weeks.";
  expect(sectionsOfLetter(letter).map(({ key, heading }) => [key, heading])).toEqual([
    ["part-1", ""],
    ["scope", "Scope"],
    ["how-we-end", "How we end"],
  ]);
  expect(letterOf(sectionsOfLetter(letter))).toBe(letter);
});

test("catalogue 1: whoever may not read the catalogue is offered nothing, and while it is off neither is anyone", async () => {
  await service("hidden");
  expect(await as((tx) => tx`select from public.offered_services('USD')`, house.other)).toHaveLength(0);
  await expect(
    call("set_service_price", { service: randomUUID(), in_currency: "USD", day: today, minor: "1" }, house.other),
  ).rejects.toThrow("admin privileges");
  await sql`update public.modules set live = false where key = 'catalogue'`;
  expect(await offered("USD")).toHaveLength(0);
  await sql`update public.modules set live = true where key = 'catalogue'`;
});
