// What a client may choose, the schedule, what a client asks, and what stays of what was sent before: in the database.
import { createHash, randomUUID } from "node:crypto";
import { openPool } from "#server/platform/database/sql.ts";
import { composeAll } from "#server/testing/outbox-for-tests.ts";
import { proposalsForTests } from "#server/testing/proposals-for-tests.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { afterAll, expect, test } from "vitest";

const { sql, connection } = await testDatabase();
const many = openPool({ ...connection, max: 12 });
afterAll(() => many.end({ timeout: 1 }));
const house = await proposalsForTests(sql);
const { draft, sent, call, record, page, answer, ask, add, person } = house;
const broken = async (id: string) => {
  const { checks } = await call<{ checks: { what: string; ok: boolean }[] }>("verify_proposal", { proposal: id });
  return checks.filter(({ ok }) => !ok).map(({ what }) => what);
};
const groups = [{ key: "way", title: "Choose a way" }];
const items = [
  { title: "Reading", unit_minor: 100_000, tax_bp: 1900 },
  { title: "Cloud", unit_minor: 50_000, tax_bp: 1900, group_key: "way", selected: true },
  { title: "Own rooms", unit_minor: 80_000, tax_bp: 700, group_key: "way", selected: false },
  { title: "Seats", unit_minor: 1_000, quantity_milli: 5000, qty_min_milli: 2000, qty_max_milli: 20_000, tax_bp: 1900 },
  { title: "Night", unit_minor: 7_000, tax_bp: 1900, optional: true, selected: false },
];
const offer = { items, groups, deposit_bp: 0 };
const half = { label: "Half", due: "accepted", share_bp: 5000 };
const rest = { label: "Rest", due: "milestone", is_rest: true };

test("proposals 14: exactly one line of a group counts, quantities move within their range, and the sums are the server's", async () => {
  const { id } = await sent(offer);
  const net = async (chosen: number[] | null, quantities = {}) =>
    (await page(id, chosen, new Date(), quantities)).content.totals.net_minor;
  expect(await net(null)).toBe(100_000 + 50_000 + 5_000);
  expect(await net([3], { 4: 20_000 })).toBe(100_000 + 80_000 + 20_000);
  expect(await net([2, 5], { 4: 2500 })).toBe(100_000 + 50_000 + 2_500 + 7_000);
  for (const [chosen, quantities] of [
    [[], {}],
    [[2, 3], {}],
    [[2], { 4: 1999 }],
    [[2], { 4: 20_001 }],
    [[2], { 4: "many" }],
    [[2], { 4: 2500.5 }],
  ] as const)
    expect(await answer(id, { chosen, quantities })).toBe("impossible");
  // A quantity of a line that has no range is no one's.
  expect((await page(id, [2], new Date(), { 1: 9000 })).content.totals.net_minor).toBe(155_000);
  expect(await answer(id, {}, { chosen: [3], quantities: { 4: 20_000 } })).toBe("accepted");
  const { decision } = await record(id);
  expect(decision).toMatchObject({ chosen: [3], quantities: { 4: 20_000 }, total_minor: 119_000 + 85_600 + 23_800 });
  expect(await broken(id)).toEqual([]);
});

test("proposals 14: a group without a title, with one line or two chosen is not sent", async () => {
  const send = async (more: object) => {
    const { id } = await draft({ ...offer, ...more });
    return call("send_proposal", { proposal: id });
  };
  await expect(send({ groups: [] })).rejects.toThrow("A group has no title");
  await expect(send({ items: items.filter(({ title }) => title !== "Cloud") })).rejects.toThrow("has one line");
  await expect(send({ items: items.map((item) => ({ ...item, selected: true })) })).rejects.toThrow(
    "2 lines that are chosen first",
  );
});

test("proposals 15: the hash covers choices and quantities: each other choice is another, and a changed one is found", async () => {
  const { id } = await sent(offer);
  const hashes = await Promise.all(
    [page(id), page(id, [3]), page(id, [2, 5]), page(id, [2], new Date(), { 4: 6000 })].map(
      async (shown) => (await shown).sha256,
    ),
  );
  expect(new Set(hashes).size).toBe(4);
  const seen = await page(id, [2], new Date(), { 4: 6000 });
  // The hash of six seats, and five in the form.
  expect(await answer(id, { sha256: seen.sha256, chosen: [2], quantities: { 4: 5000 } })).toBe("changed");
  expect(await answer(id, {}, { chosen: [2], quantities: { 4: 6000 } })).toBe("accepted");
  const tamper = (statement: string) =>
    sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx.unsafe(statement, [id]);
    });
  await tamper(`update public.proposal_decisions set quantities = '{"4": 7000}' where proposal_id = $1`);
  expect(await broken(id)).toEqual(["the answer: what was shown", "the answer: who, when and how"]);
  await tamper(`update public.proposal_decisions set quantities = '{"4": 6000}' where proposal_id = $1`);
  expect(await broken(id)).toEqual([]);
});

test("proposals 16: asking for a change ends this version in the statement that would accept it, and begins the next with its lines", async () => {
  const deal = await add("Changed", { stage_id: house.stage.proposal });
  const { id, number } = await sent({ ...offer, schedule: [half, rest] }, { deal, contact: person });
  await house.leave(id);
  await sql`select private.proposal_mail_left(id) from public.outbox where origin_id = ${id} and dedupe_key like '%:sent:1'`;
  const seen = await page(id);
  const nonce = randomUUID();
  const told = {
    kind: "change",
    nonce,
    comments: [
      { section: "offer", words: "Fewer <b>seats</b>" },
      { section: "", words: "Later" },
    ],
  };
  expect(await ask(id, told)).toBe("asked");
  const now = (await record(id)) as never as Record<string, unknown> & { items: unknown[]; schedule: unknown[] };
  expect(now).toMatchObject({ state: "draft", current_version: 2 });
  expect(now.items).toHaveLength(5);
  expect(now.schedule).toHaveLength(2);
  // The same press again says the same; an answer to what is gone is told why.
  expect(await ask(id, { ...told, version: 1 })).toBe("already asked");
  expect(await answer(id, { version: 1, sha256: seen.sha256, chosen: [2] })).toBe("revising");
  expect(await ask(id, { kind: "change", version: 1 })).toBe("revising");
  const mails = await sql`select state from public.outbox where origin_id = ${id} and dedupe_key like '%:reminder:%'`;
  expect(mails.map((mail) => mail["state"])).toEqual(["cancelled", "cancelled"]);
  const tasks = await sql<{ title: string }[]>`select title from public.tasks where deal_id = ${deal}`;
  expect(tasks.map(({ title }) => title)).toEqual([`A change is asked for: ${number}`]);
  expect(await broken(id)).toEqual([]);
  // Without words, or after the last day, nothing is asked.
  const { id: other } = await sent({ ...offer, valid_until: "2099-01-01", timezone: "UTC" });
  await expect(ask(other, { kind: "change", comments: [] })).rejects.toThrow("Write what you ask");
  expect(await ask(other, { kind: "change" }, { at: new Date("2099-01-02T00:00:00Z") })).toBe("expired");
});

test("proposals 17: a question leaves the offer open, five of a link wait at most, and its answer goes by mail", async () => {
  const { id, number } = await sent(offer);
  const link = randomUUID();
  for (let n = 0; n < 5; n += 1) expect(await ask(id, { link })).toBe("asked");
  expect(await ask(id, { link })).toBe("too many");
  expect(await ask(id, { link: randomUUID() })).toBe("asked");
  expect((await record(id)).state).toBe("sent");
  const asked = ((await record(id)) as never as { requests: { id: string; kind: string }[] }).requests;
  expect(asked).toHaveLength(6);
  await call("answer_change_request", { request: asked[0]!.id, answer: "Because reading takes six." });
  await expect(call("answer_change_request", { request: asked[0]!.id, answer: "Other" })).rejects.toThrow(
    "has its answer",
  );
  expect(await ask(id, { link })).toBe("asked");
  await composeAll(sql);
  const [mail] = await sql<{ subject: string; body_text: string }[]>`
    select subject, body_text from public.outbox where origin_id = ${id} and dedupe_key like '%:answered:%'`;
  expect(mail!.subject).toBe(`An answer about proposal ${number}`);
  expect(mail!.body_text).not.toContain("six");
  expect(await answer(id, {}, { chosen: [2] })).toBe("accepted");
  expect(await broken(id)).toEqual([]);
});

test("proposals 18: a new version is not sent while a comment has no answer; the client then reads each answer with what changed", async () => {
  const { id } = await sent(offer);
  await ask(id, {
    kind: "change",
    comments: [
      { section: "offer", words: "Fewer seats" },
      { section: "terms", words: "Longer notice" },
    ],
  });
  await call("save_proposal", { proposal: id, draft: { terms: "## How we end\nFour weeks' notice." } });
  await expect(call("send_proposal", { proposal: id })).rejects.toThrow("2 comments of the client have no answer yet");
  const [first, second] = ((await record(id)) as never as { requests: { id: string }[] }).requests;
  await expect(call("answer_change_request", { request: first!.id, answer: "No." })).rejects.toThrow(
    "Say whether it was done",
  );
  await call("answer_change_request", { request: first!.id, answer: "Five is the least.", result: "not_done" });
  await expect(call("send_proposal", { proposal: id })).rejects.toThrow("One comment of the client has no answer yet");
  await call("answer_change_request", { request: second!.id, answer: "Four weeks now.", result: "done" });
  await call("send_proposal", { proposal: id });
  await expect(call("answer_change_request", { request: second!.id, answer: "x", result: "done" })).rejects.toThrow(
    "was sent with its answers",
  );
  const shown = (await page(id)) as never as {
    before: { version: number };
    requests: { answer: string; result: string }[];
  };
  expect(shown.before.version).toBe(1);
  expect(shown.requests.map(({ answer: said, result }) => [said, result])).toEqual([
    ["Five is the least.", "not_done"],
    ["Four weeks now.", "done"],
  ]);
  await expect(
    call("answer_change_request", { request: first!.id, answer: "x", result: "done" }, house.other),
  ).rejects.toThrow("admin privileges");
});

test("proposals 19: shares come to 100 percent at most, the rest is one and last, and the parts add up to the total whatever is chosen", async () => {
  const { id } = await draft(offer);
  const save = (schedule: object[]) => call("save_proposal", { proposal: id, draft: { schedule } });
  await expect(save([half, { ...half, share_bp: 5001 }])).rejects.toThrow(
    "The shares of the schedule come to 100.01 %",
  );
  await expect(save([rest, half])).rejects.toThrow("The rest is the last part");
  await expect(save([rest, { ...rest, label: "More" }])).rejects.toThrow();
  await save([half]);
  await expect(call("send_proposal", { proposal: id })).rejects.toThrow("do not add up to the total");
  // The least that can be chosen is 183,260 with tax: what is more than that cannot be promised.
  await save([{ label: "Much", due: "day", due_on: "2099-01-01", amount_minor: 183_000 }, rest]);
  await expect(call("send_proposal", { proposal: id })).rejects.toThrow(
    "come to more than the total, or than the least",
  );
  const third = (label: string, due_days: number) => ({ label, due: "days_after", due_days, share_bp: 3333 });
  await save([third("One", 0), third("Two", 30), { label: "Start", due: "accepted", amount_minor: 1 }, rest]);
  await call("send_proposal", { proposal: id });
  for (const [chosen, quantities] of [
    [[2], {}],
    [[3, 5], { 4: 7001 }],
    [[3], { 4: 2000 }],
  ] as const) {
    const { content } = (await page(id, [...chosen], new Date(), quantities)) as never as {
      content: { totals: { total_minor: number; deposit_minor: number }; schedule: { amount_minor: number }[] };
    };
    expect(content.schedule.reduce((sum, part) => sum + part.amount_minor, 0)).toBe(content.totals.total_minor);
    expect(content.schedule[0]!.amount_minor).toBe(Math.round((content.totals.total_minor * 3333) / 10_000));
    expect(content.totals.deposit_minor).toBe(1);
  }
  const before = (await page(id, [2])).sha256;
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update public.proposal_schedule set label = 'Eins' where no = 1`;
  });
  expect((await page(id, [2])).sha256).not.toBe(before);
  await expect(
    sql`update public.proposal_schedule set label = 'x' where version_id = (select id from public.proposal_versions where proposal_id = ${id})`,
  ).rejects.toThrow("is final");
});

test("proposals 19: what is due on acceptance is asked for then, and the accepted schedule is told with its days", async () => {
  const { id } = await sent({
    ...offer,
    schedule: [half, { label: "Later", due: "days_after", due_days: 30, share_bp: 2000 }, rest],
  });
  const total = (await page(id)).content.totals.total_minor!;
  expect(await answer(id, {}, { chosen: [2], at: new Date("2026-11-20T12:00:00Z") })).toBe("accepted");
  const [request] = await sql`select amount_minor::int from public.payment_requests where proposal_id = ${id}`;
  expect(request).toEqual({ amount_minor: Math.round(total / 2) });
  const told = await sql`select part from private.call_hooks('schedule of proposal', ${id}) as part`;
  expect(told.map((row) => JSON.parse(row["part"] as string))).toMatchObject([
    { no: 1, label: "Half", when: "accepted", on: "2026-11-20", gross_minor: Math.round(total / 2), rest: false },
    { no: 2, when: "days_after", on: "2026-12-20", gross_minor: Math.round(total * 0.7) - Math.round(total / 2) },
    { no: 3, when: "milestone", on: null, rest: true },
  ]);
});

test("proposals 20: a deal is won with the net of what was chosen; lines that recur are no part of it", async () => {
  const deal = await add("Chosen", { stage_id: house.stage.proposal, amount_minor: 5 });
  const { id } = await sent(
    { ...offer, items: [...items, { title: "Care", unit_minor: 30_000, every_months: 1, tax_bp: 1900 }] },
    { deal, contact: person },
  );
  expect(await answer(id, {}, { chosen: [3, 5] })).toBe("accepted");
  const { content } = (await page(id)) as never as {
    content: { totals: { net_minor: number; total_minor: number }; recurring: object[] };
  };
  expect(content.totals.net_minor).toBe(100_000 + 80_000 + 5_000 + 7_000);
  expect(content.recurring).toMatchObject([{ every_months: 1, totals: { net_minor: 30_000, total_minor: 35_700 } }]);
  expect(await house.row(deal)).toMatchObject({ stage_kind: "won", amount_minor: content.totals.net_minor });
  // Only what recurs: the amount that was typed stays.
  const monthly = await add("Monthly", { stage_id: house.stage.proposal, amount_minor: 777 });
  const { id: care } = await sent(
    { deposit_bp: 0, items: [{ title: "Care", unit_minor: 30_000, every_months: 1 }] },
    { deal: monthly, contact: person },
  );
  expect(await answer(care)).toBe("accepted");
  expect(await house.row(monthly)).toMatchObject({ stage_kind: "won", amount_minor: 777 });
});

test("proposals 21: a version of the first format has the text and hash that it was sent with", async () => {
  const { id } = await draft();
  // As every version before groups and schedules was written.
  await sql`update public.proposal_versions set format = 1 where proposal_id = ${id}`;
  await call("send_proposal", { proposal: id });
  const shown = await page(id);
  expect(createHash("sha256").update(shown.canonical).digest("hex")).toBe(shown.sha256);
  const content = JSON.parse(shown.canonical) as Record<string, unknown> & {
    items: object[];
    totals: { lines: object[]; taxes: object[] };
  };
  expect(content["format"]).toBe("guidevane proposal 1");
  // To the key: one more would be another hash.
  expect(Object.keys(content).toSorted()).toEqual(
    "body consent dates deposit_bp discount_bp format intro items parties payment_days tax_note terms title totals version".split(
      " ",
    ),
  );
  expect(Object.keys(content.items[0]!).toSorted()).toEqual(
    "description discount_bp optional position quantity_milli selected tax_bp title unit unit_minor".split(" "),
  );
  expect(Object.keys(content.totals).toSorted()).toEqual(
    "currency deposit_minor discount_minor document_discount_minor lines lines_net_minor minor_digits net_minor rest_minor subtotal_minor tax_minor taxes total_minor".split(
      " ",
    ),
  );
  expect(Object.keys(content.totals.lines[0]!).toSorted()).toEqual(
    "counted discount_minor gross_minor line_discount_minor line_net_minor net_minor position tax_minor total_minor".split(
      " ",
    ),
  );
  expect(Object.keys(content.totals.taxes[0]!).toSorted()).toEqual("base_minor bp name tax_minor".split(" "));
  expect(await answer(id)).toBe("accepted");
  expect(await broken(id)).toEqual([]);
});

test("proposals 22: comments are in no subject and no title, and erasing the person empties them and keeps that they were asked", async () => {
  const { id } = await sent(offer);
  const words = "Secret words";
  await ask(id, { comments: [{ section: "offer", words }], typed_name: "Maren Secret" });
  const [question] = ((await record(id)) as never as { requests: { id: string }[] }).requests;
  await call("answer_change_request", { request: question!.id, answer: "Maren, because." });
  await ask(id, { kind: "change", comments: [{ section: "offer", words }] });
  await composeAll(sql);
  const found = await sql`
    select 1 from public.outbox where subject || body_text like '%Secret%' union all select 1 from public.tasks where title like '%Secret%'
    union all select 1 from public.events where record_name || coalesce(changes::text, '') like '%Secret words%'
    union all select 1 from public.proposal_events where data::text like '%Secret%'`;
  expect(found).toHaveLength(0);
  await sql`select private.erase_contact_from_proposals(${person})`;
  const kept = await sql`
    select words, typed_name, answer, kind from public.change_requests join public.proposal_versions as v on v.id = version_id
    where v.proposal_id = ${id} order by asked_at`;
  expect(kept).toEqual([
    { words: "", typed_name: "Erased person", answer: "", kind: "question" },
    { words: "", typed_name: "Erased person", answer: null, kind: "change" },
  ]);
  expect(await broken(id)).toEqual([]);
});

test("proposals 16: an acceptance against a change: one wins, the other is told which", async () => {
  for (let round = 0; round < 6; round += 1) {
    const { id } = await draft(
      { items: [{ title: "One", unit_minor: 100 }] },
      { account: house.account, contact: await freshPerson() },
    );
    await call("send_proposal", { proposal: id });
    const both = [() => answer(id, {}, { on: many }), () => ask(id, { kind: "change" }, { on: many })];
    const results = await Promise.all((round % 2 ? both.toReversed() : both).map((start) => start()));
    const [accepted, asked] = round % 2 ? results.toReversed() : results;
    const { state } = await record(id);
    expect([accepted, asked, state]).toEqual(
      accepted === "accepted" ? ["accepted", "already accepted", "accepted"] : ["revising", "asked", "draft"],
    );
  }
});

async function freshPerson() {
  const [row] = await sql<{ id: string }[]>`
    insert into public.contacts (account_id, name, email) values (${house.account}, 'Ivo Quint', ${`${randomUUID()}@norrfall.example`}) returning id`;
  return row!.id;
}
