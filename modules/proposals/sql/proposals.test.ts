// What the database holds true of proposals: numbers, versions, hashes, one answer, and all that follows from it.
import { randomUUID } from "node:crypto";
import { openPool } from "#server/platform/database/sql.ts";
import { composeAll } from "#server/testing/outbox-for-tests.ts";
import { proposalsForTests } from "#server/testing/proposals-for-tests.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { afterAll, describe, expect, test } from "vitest";

const { sql, connection } = await testDatabase();
const many = openPool({ ...connection, max: 30 });
afterAll(() => many.end({ timeout: 1 }));
const house = await proposalsForTests(sql);
const { account, person, draft, sent, leave, call, record, page, answer, add, row: dealRow } = house;

const outbox = async (id: string) => {
  await composeAll(sql);
  return sql<{ dedupe_key: string; state: string; to_address: string; body_text: string; subject: string }[]>`
    select dedupe_key, state, to_address, body_text, subject from public.outbox where origin_id = ${id} order by created_at, dedupe_key`;
};
const entries = async (id: string) =>
  (
    await sql<
      { kind: string }[]
    >`select kind from public.events where record_type = 'proposal' and record_id = ${id} order by id`
  ).map(({ kind }) => kind);
const tampered = (statement: string, values: string[] = []) =>
  sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx.unsafe(statement, values);
  });
const broken = async (id: string) => {
  const verified = await call<{ checks: { what: string; ok: boolean }[] }>("verify_proposal", { proposal: id });
  return verified.checks.filter(({ ok }) => !ok).map(({ what }) => what);
};

interface Saved {
  version: { payment_days: number };
}

describe("writing", () => {
  test("proposals 12: numbers count up per year, and totals are the server's whatever the browser sends", async () => {
    const first = await draft();
    const second = await draft({ total_minor: 1, totals: { total_minor: 1 } });
    const count = (number: string) => Number(number.split("-")[2]);
    expect(first.number).toMatch(/^P-20\d\d-\d{3}$/);
    expect(count(second.number)).toBe(count(first.number) + 1);
    // 54,000 + 76,000 + 999.99, and 19 % of it.
    expect(second.totals.total_minor).toBe(Math.round((5_400_000 + 7_600_000 + 99_999) * 1.19));
    expect(second.version.total_minor).toBe(second.totals.total_minor);
    await expect(
      call("save_proposal", { proposal: first.id, draft: { items: [{ title: "x", unit_minor: 1e18 }] } }),
    ).rejects.toThrow();
  });

  test("proposals 12, invoices 6: the first line has the tax of its rule, so that what is signed is what is billed", async () => {
    const begin = async () => record(await call<string>("create_proposal", { of_record: { account } }));
    expect((await begin()).items).toMatchObject([{ taxes: null }]);
    const vat = [{ name: "VAT", category: "S", rate_pcm: 19_000 }];
    const [rule] = await sql<{ id: string }[]>`
      insert into public.tax_rules (class_id, place, from_on, parts) select id, 'home', '2020-01-01', ${JSON.stringify(vat)}::jsonb from public.tax_classes where is_default returning class_id as id`;
    expect((await begin()).items).toMatchObject([{ taxes: vat }]);
    await sql`delete from public.tax_rules where class_id = ${rule!.id}`;
  });

  test("payments 1: a rate finer than a hundredth of a percent is refused with a sentence, not with an error of the database", async () => {
    const { id } = await draft();
    const item = { title: "x", unit_minor: 100, quantity_milli: 1000 };
    const save = (more: object) => call("save_proposal", { proposal: id, draft: { items: [{ ...item, ...more }] } });
    await expect(save({ tax_bp: 997.5 })).rejects.toThrow(
      "Line 1: a tax rate has at most two decimals, such as 9.98 %. 9.975 % is finer than that.",
    );
    await expect(save({ discount_bp: 20_000 })).rejects.toThrow("Line 1: the discount is from 0 to 100 %.");
    await save({ tax_bp: 998, discount_bp: 10_000 });
  });

  test("a client may have up to 365 days to pay", async () => {
    const { id } = await draft();
    const save = (days: number) => call<Saved>("save_proposal", { proposal: id, draft: { payment_days: days } });
    expect((await save(365)).version.payment_days).toBe(365);
    await expect(save(366)).rejects.toThrow("0 to 365 days to pay");
  });

  test("proposals 3: who saves over someone else's change is told so", async () => {
    const seen = await draft();
    await call("save_proposal", { proposal: seen.id, draft: { title: "Hers" }, seen: seen.updated_at });
    await expect(
      call("save_proposal", { proposal: seen.id, draft: { title: "His" }, seen: seen.updated_at }),
    ).rejects.toThrow("Someone else changed");
  });

  test("proposals 4: a version that was sent cannot be changed by anyone in any way", async () => {
    const { id, version } = await sent();
    await expect(call("save_proposal", { proposal: id, draft: { title: "Other" } })).rejects.toThrow(
      "is no draft any more",
    );
    for (const statement of [
      "update public.proposal_versions set title = 'Other' where id = $1",
      "delete from public.proposal_versions where id = $1",
      "update public.proposal_items set unit_minor = 1 where version_id = $1",
      "delete from public.proposal_items where version_id = $1",
      "insert into public.proposal_items (version_id, position, title) values ($1, 90, 'More')",
    ])
      await expect(sql.unsafe(statement, [version.id]), statement).rejects.toThrow("is final");
    await expect(sql`update public.proposal_events set kind = 'x' where proposal_id = ${id}`).rejects.toThrow(
      "stay as they are",
    );
    await expect(call("delete_proposal", { proposal: id })).rejects.toThrow("was given to the client once");
  });

  test("proposals 12: only administrators write and read, and nobody writes past the functions", async () => {
    const { id } = await draft();
    await expect(call("proposal_record", { proposal: id }, house.other)).rejects.toThrow("admin privileges");
    await expect(call("send_proposal", { proposal: id }, house.other)).rejects.toThrow("admin privileges");
    await expect(house.as((tx) => tx`update public.proposals set state = 'accepted'`)).rejects.toThrow(
      "permission denied",
    );
    const seen = await house.as((tx) => tx`select from public.proposals`, house.other);
    expect(seen).toHaveLength(0);
  });
});

describe("the answer", () => {
  test("proposals 2: an acceptance is one transaction: decision, chain, timeline, deposit, mail, deal, tasks", async () => {
    const deal = await add("Norrfall desk", { amount_minor: 5, stage_id: house.stage.proposal });
    const { id, number } = await sent({}, { deal, contact: person });
    await leave(id);
    expect(await answer(id)).toBe("accepted");
    const { state, decision, events } = await record(id);
    const { totals } = (await page(id)).content;
    expect(state).toBe("accepted");
    expect(decision).toMatchObject({
      kind: "accepted",
      typed_name: "Maren Oduya",
      email: "maren@norrfall.example",
      ip: "192.0.2.7",
    });
    expect(decision!.consent_text).toBe(
      "I may sign this for Norrfall, and I accept the scope, the price and the terms on this page.",
    );
    expect(events[0]).toMatchObject({ kind: "accepted", data: { content_sha256: decision!.content_sha256 } });
    expect(await entries(id)).toEqual(["created", "written", "sent", "accepted"]);
    const [request] =
      await sql`select amount_minor, currency, proposal_id from public.payment_requests where id = ${decision!.payment_request_id as string}`;
    expect(request).toMatchObject({ amount_minor: totals.deposit_minor, currency: "USD", proposal_id: id });
    expect(await dealRow(deal)).toMatchObject({ stage_kind: "won", amount_minor: totals.net_minor });
    // What goes to the tax office is not ours.
    expect(totals.tax_minor).toBeGreaterThan(0);
    const tasks = await sql<{ title: string }[]>`select title from public.tasks where deal_id = ${deal}`;
    expect(tasks.map(({ title }) => title)).toEqual(["Begin: A publishing desk"]);
    const mails = await outbox(id);
    expect(
      mails
        .filter(({ state: is }) => is === "cancelled")
        .map(({ dedupe_key: key }) => key.split(":").slice(3).join(":")),
    ).toEqual(["reminder:3", "reminder:7"]);
    expect(mails.filter(({ state: is }) => is === "held").map(({ subject }) => subject)).toEqual(
      expect.arrayContaining([`You have accepted proposal ${number}`, `Proposal ${number} was accepted`]),
    );
    expect(await broken(id)).toEqual([]);
  });

  test("proposals 2: what was accepted is frozen with its lines, options, discounts, tax and totals", async () => {
    const { id } = await sent({ discount_bp: 1000 });
    const [offered] =
      await sql`select private.proposal_page(${id}, '{"chosen": [3]}'::jsonb, now()) -> 'content' as content`;
    expect(await answer(id, {}, { chosen: [3] })).toBe("accepted");
    const { items, totals } = offered!["content"] as { items: { title: string; selected: boolean }[]; totals: object };
    expect(items.map(({ title, selected }) => [title, selected])).toEqual([
      ["Archive reading", true],
      ["Editing desk", true],
      ["Teaching", true],
      ["Night desk", false],
    ]);
    const accepted = async () => ((await record(id)) as unknown as { accepted: object }).accepted;
    expect(await accepted()).toEqual({ items, totals, parts: [], recurring: [] });
    // A price or a rule that changes later, by whatever way, changes nothing of it.
    await sql`alter table public.proposal_items disable trigger user`;
    await sql`update public.proposal_items set unit_minor = 1, title = 'Other' where version_id in (select id from public.proposal_versions where proposal_id = ${id})`;
    await sql`alter table public.proposal_items enable trigger user`;
    expect(await accepted()).toEqual({ items, totals, parts: [], recurring: [] });
    await expect(sql`update public.proposal_decisions set content = '{}' where proposal_id = ${id}`).rejects.toThrow(
      "stay as they are",
    );
  });

  test("proposals 2: of 50 who accept at once one wins, and one decision, deposit and set of mails is there", async () => {
    const { id } = await sent();
    const seen = await page(id);
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        answer(
          id,
          { sha256: seen.sha256, version: seen.version, chosen: [4], typed_name: `Person ${n}` },
          { on: many },
        ),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === "accepted")).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === "already accepted")).toHaveLength(49);
    const [counts] = await sql`
      select (select count(*)::int from public.proposal_decisions where proposal_id = ${id}) as decisions,
        (select count(*)::int from public.payment_requests where proposal_id = ${id}) as requests,
        (select count(*)::int from public.proposal_events where proposal_id = ${id} and kind = 'accepted') as events,
        (select count(*)::int from public.outbox where origin_id = ${id} and dedupe_key like '%accepted%') as mails`;
    expect(counts).toEqual({ decisions: 1, requests: 1, events: 1, mails: 2 });
    expect(await broken(id)).toEqual([]);
  });

  test("proposals 12: another price, another option or another version in the form is refused", async () => {
    const { id } = await sent();
    const seen = await page(id);
    const cheaper = { ...JSON.parse(seen.canonical), totals: { total_minor: 1 } };
    expect(await answer(id, { content: cheaper, items: cheaper.items, total_minor: 1, sha256: "0".repeat(64) })).toBe(
      "changed",
    );
    // Fewer options than the page showed are another total, and so another hash.
    expect(await answer(id, { chosen: [] })).toBe("changed");
    expect(await answer(id, { version: seen.version + 1 })).toBe("changed");
    const before = await page(id, [3, 4]);
    await call("revise_proposal", { proposal: id });
    expect(await answer(id, { version: seen.version, sha256: before.sha256, chosen: [3, 4] })).toBe("revising");
    await call("send_proposal", { proposal: id });
    // Replayed with what the first version showed.
    expect(await answer(id, { version: 1, sha256: before.sha256, chosen: [3, 4] })).toBe("changed");
    expect(await answer(id, {}, { chosen: [3] })).toBe("accepted");
    const { decision } = await record(id);
    expect(decision!.chosen).toEqual([3]);
    expect(decision!.total_minor).toBe(Math.round((5_400_000 + 7_600_000 + 150_000) * 1.19));
  });

  test("proposals 2: where winning lacks something the deal goes one stage on, and a task says so", async () => {
    await sql`update public.currencies set rate = 2 where code = 'CHF'`;
    const deal = await add("No rate", { stage_id: house.stage.discovery });
    const { id } = await sent({ currency: "KWD" }, { deal, contact: person });
    expect(await answer(id)).toBe("accepted");
    expect(await dealRow(deal)).toMatchObject({ stage_id: house.stage.proposal, stage_kind: "open" });
    const tasks = await sql<{ title: string }[]>`select title from public.tasks where deal_id = ${deal} order by title`;
    expect(tasks.map(({ title }) => title).join("; ")).toContain("could not be won by itself");
  });

  test("proposals 2: sequences of the address are stopped in the same moment", async () => {
    const { id, number } = await sent();
    const [run] = await sql<{ id: string }[]>`
      insert into public.sequences (name, status, timezone, current_version) values ('After a talk', 'active', 'UTC', 1) returning id`;
    await sql`insert into public.sequence_steps (sequence_id, version, no, kind, task_title) values (${run!.id}, 1, 1, 'task', 'Call')`;
    const [enrolment] = await sql<{ id: string }[]>`
      insert into public.enrolments (sequence_id, version, contact_id, to_key, timezone, exclusive, next_at)
      values (${run!.id}, 1, ${person}, 'maren@norrfall.example', 'UTC', false, now() + interval '1 day') returning id`;
    await answer(id);
    const [stopped] = await sql`select state, stop_event, next_at from public.enrolments where id = ${enrolment!.id}`;
    expect(stopped).toEqual({ state: "accepted", stop_event: `proposal ${number}`, next_at: null });
  });

  test("proposals 8: a decline keeps its reason, tells the owner and ends the reminders", async () => {
    const { id, number } = await sent();
    await leave(id);
    expect(await answer(id, { kind: "declined", reason: "Too early for us" })).toBe("declined");
    const mails = await outbox(id);
    const owner = mails.find(({ subject }) => subject === `Proposal ${number} was declined`);
    expect(owner?.body_text).toContain("Too early for us");
    expect(owner?.to_address).toBe(`${house.noorId}@example.com`);
    expect(mails.filter(({ dedupe_key: key }) => key.includes("reminder")).map(({ state }) => state)).toEqual([
      "cancelled",
      "cancelled",
    ]);
    const [task] =
      await sql`select title, assignee_id from public.tasks where contact_id = ${person} and title like ${`${number} was declined%`}`;
    expect(task).toMatchObject({ assignee_id: house.noorId });
    await expect(call("revise_proposal", { proposal: id })).rejects.toThrow("declined");
  });

  test("proposals 8: reminders come after 3 and 7 days, never more than two, and none past the last day", async () => {
    const { id } = await sent({ valid_until: null });
    const reminders = async () =>
      (await outbox(id)).filter(({ dedupe_key: key }) => key.includes("reminder")).map(({ state }) => state);
    expect(await reminders()).toEqual([]);
    // Counted from when the mail left, which was held for two days.
    const left = new Date(Date.now() + 2 * 86_400_000);
    await leave(id, left);
    for (let time = 0; time < 2; time += 1) {
      await call("resend_proposal", { proposal: id });
      await leave(id);
    }
    const waits = await sql<{ days: number }[]>`
      select extract(epoch from not_before - ${left}::timestamptz)::float / 86400 as days from public.outbox
      where origin_id = ${id} and dedupe_key like '%reminder%' order by 1`;
    expect(waits.map(({ days }) => days)).toEqual([3, 7]);
    const [today] = await sql<{ soon: string }[]>`select (public.office_today() + 4)::text as soon`;
    const short = await sent({ valid_until: today!.soon });
    await leave(short.id);
    expect((await outbox(short.id)).filter(({ dedupe_key: key }) => key.includes("reminder"))).toHaveLength(1);
  });
});

describe("hash and chain", () => {
  test("proposals 4: the hash covers everything shown: each field changed gives another", async () => {
    const { id, version } = await sent();
    const same = (await page(id)).sha256;
    expect(version.content_sha256).toBe(same);
    const changes: Record<string, string> = {
      title: "update public.proposal_versions set title = 'x' where id = $1",
      intro: "update public.proposal_versions set intro = 'x' where id = $1",
      body: "update public.proposal_versions set body = 'x' where id = $1",
      terms: "update public.proposal_versions set terms = 'x' where id = $1",
      dates: "update public.proposal_versions set dates = '[]' where id = $1",
      taxNote: "update public.proposal_versions set tax_note = 'x' where id = $1",
      consent: "update public.proposal_versions set consent_text = 'x' where id = $1",
      deposit: "update public.proposal_versions set deposit_bp = 1 where id = $1",
      discount: "update public.proposal_versions set discount_bp = 1 where id = $1",
      days: "update public.proposal_versions set payment_days = 1 where id = $1",
      no: "update public.proposal_versions set no = 9 where id = $1",
      ...Object.fromEntries(
        ["number", "account", "contact", "from", "house", "timezone", "valid_until"].map((party) => [
          `party ${party}`,
          `update public.proposal_versions set sent_as = jsonb_set(sent_as, '{${party}}', '"2031-01-01"') where id = $1`,
        ]),
      ),
      currency: `update public.proposal_versions set sent_as = jsonb_set(sent_as, '{currency}', '"EUR"') where id = $1`,
      ...Object.fromEntries(
        [
          "title = 'x'",
          "description = 'x'",
          "unit = 'x'",
          "quantity_milli = 1",
          "unit_minor = 1",
          "discount_bp = 1",
          "tax_bp = 1",
          "optional = true",
          "position = 50",
        ].map((set) => [
          `item ${set}`,
          `update public.proposal_items set ${set} where version_id = $1 and position = 1`,
        ]),
      ),
      selected: "update public.proposal_items set selected = not selected where version_id = $1 and position = 3",
      gone: "delete from public.proposal_items where version_id = $1 and position = 2",
    };
    const hashes = new Map<string, string>();
    for (const [name, statement] of Object.entries(changes)) {
      const hash = await sql
        .begin(async (tx) => {
          await tx`set local session_replication_role = replica`;
          await tx.unsafe(statement, [version.id]);
          const [row] = await tx<
            { hash: string }[]
          >`select private.hash_of(private.proposal_content(${version.id})) as hash`;
          throw Object.assign(new Error("back"), { hash: row!.hash });
        })
        .catch((error: Error & { hash?: string }) => error.hash);
      hashes.set(name, hash ?? `${name}: failed`);
    }
    for (const [name, hash] of hashes) expect(hash, name).toMatch(/^[0-9a-f]{64}$/);
    expect([...hashes].filter(([, hash]) => hash === same)).toEqual([]);
    expect(new Set(hashes.values()).size).toBe(hashes.size);
  });

  test("proposals 5: verification says what was changed afterwards: text, price, answer, entry", async () => {
    const changed: [string, string, RegExp][] = [
      ["update public.proposal_versions set terms = 'x' where proposal_id = $1", "terms", /text, items and totals/],
      [
        "update public.proposal_items set unit_minor = 1 where version_id in (select id from public.proposal_versions where proposal_id = $1)",
        "price",
        /what was shown/,
      ],
      ["update public.proposal_versions set content = '{}' where proposal_id = $1", "copy", /the kept copy/],
      [
        "update public.proposal_decisions set typed_name = 'Somebody' where proposal_id = $1",
        "name",
        /who, when and how/,
      ],
      [
        "update public.proposal_decisions set decided_at = decided_at - interval '1 day' where proposal_id = $1",
        "time",
        /who, when and how/,
      ],
      ["update public.proposals set state = 'sent', decided_at = null where id = $1", "state", /state agrees/],
      ["update public.proposals set valid_until = valid_until + 9 where id = $1", "day", /number, names and days/],
      [
        "update public.proposal_events set at = at - interval '1 day' where proposal_id = $1 and kind = 'written'",
        "entry",
        /entry 2 \(written\)/,
      ],
      ["delete from public.proposal_events where proposal_id = $1 and kind = 'written'", "gone", /entry|writing/],
    ];
    for (const [statement, name, told] of changed) {
      const { id } = await sent();
      await answer(id);
      expect(await broken(id), name).toEqual([]);
      await tampered(statement, [id]);
      expect((await broken(id)).join("; "), name).toMatch(told);
    }
  });
});

describe("days, links and mail", () => {
  test("proposals 6: valid until a day is until its end in the proposal's zone, also when clocks change", async () => {
    const ends = async (day: string, zone: string) => {
      const [row] = await sql<{ at: Date }[]>`select private.proposal_ends_at(${day}::date, ${zone}) as at`;
      return row!.at.toISOString();
    };
    expect(await ends("2026-11-30", "Europe/Oslo")).toBe("2026-11-30T23:00:00.000Z");
    // 23 and 25 hours.
    expect(await ends("2026-03-29", "Europe/Oslo")).toBe("2026-03-29T22:00:00.000Z");
    expect(await ends("2026-10-25", "Europe/Oslo")).toBe("2026-10-25T23:00:00.000Z");
    // Clocks go forward at midnight: the day after begins at one.
    expect(await ends("2024-09-07", "America/Santiago")).toBe("2024-09-08T04:00:00.000Z");
    expect(await ends("2026-11-30", "Pacific/Kiritimati")).toBe("2026-11-30T10:00:00.000Z");
    const { id } = await sent({ valid_until: "2099-06-30", timezone: "America/New_York" });
    expect((await page(id, null, new Date("2099-07-01T03:59:59.999Z"))).state).toBe("sent");
    expect((await page(id, null, new Date("2099-07-01T04:00:00Z"))).state).toBe("expired");
    await sql`select private.note_expired_proposals(${new Date("2099-07-02T00:00:00Z")})`;
    await sql`select private.note_expired_proposals(${new Date("2099-07-03T00:00:00Z")})`;
    expect((await record(id)).events.filter(({ kind }) => kind === "expired")).toHaveLength(1);
    expect((await record(id)).state).toBe("sent");
  });

  test("proposals 9: sending again ends the old links, and the decision says which link was used", async () => {
    const { id } = await sent();
    const link = async () => {
      const [made] = await sql<{ id: string }[]>`
        insert into private.access_links (kind, subject_id, token_hash, hint) values ('proposal', ${id}, sha256(${randomUUID()}::bytea), 'abcd') returning id`;
      return made!.id;
    };
    const old = await link();
    await expect(call("resend_proposal", { proposal: id })).rejects.toThrow("Its mail has not left yet");
    await leave(id);
    await call("resend_proposal", { proposal: id });
    const fresh = await link();
    const { links } = await record(id);
    expect(links.map(({ id: each, ended }) => [each, ended])).toEqual([
      [fresh, false],
      [old, true],
    ]);
    await answer(id, { link: fresh });
    expect((await record(id)).decision).toMatchObject({ link_id: fresh });
  });

  test("proposals 10: the mail has the page's address and no amount; in the safe mode it is held", async () => {
    const { id } = await sent({ title: "Desk {{sneaky}}" });
    const mails = await outbox(id);
    expect(mails).toHaveLength(1);
    for (const { body_text: text, subject, state } of mails) {
      expect(state).toBe("held");
      expect(text).toContain("{{proposal_page}}");
      expect((text + subject).replace("{{proposal_page}}", "")).not.toMatch(/\{\{|\}\}|\$|\d{2},\d{3}|\d{3,}\.\d\d/);
    }
  });

  test("proposals 11: a company or person that answered is not deleted; erasing keeps decision and hashes", async () => {
    const [company] = await sql<{ id: string }[]>`insert into public.accounts (name) values ('Fennimark') returning id`;
    const [someone] = await sql<{ id: string }[]>`
      insert into public.contacts (account_id, name, email) values (${company!.id}, 'Ole Berg', 'ole@fennimark.example') returning id`;
    const of = { account: company!.id, contact: someone!.id };
    const open = await sent({}, of);
    const { id } = await sent({ intro: "Dear Ole Berg" }, of);
    await answer(id, { typed_name: "Ole Berg" });
    // Its deposit was asked for, which keeps the company too.
    await expect(sql`delete from public.accounts where id = ${company!.id}`).rejects.toThrow(
      '"Fennimark" has 1 payment request, so it cannot be deleted',
    );
    await expect(sql`delete from public.contacts where id = ${someone!.id}`).rejects.toThrow(
      "erase the person instead",
    );
    const before = await record(id);
    await call("erase_contact", { contact: someone!.id });
    const after = await record(id);
    expect(after.decision).toMatchObject({
      content_sha256: before.decision!.content_sha256,
      typed_name: "Erased person",
      ip: null,
      email: null,
      total_minor: before.decision!.total_minor,
    });
    const [left] = await sql<{ text: string }[]>`
      select (select string_agg(v::text, '') from public.proposal_versions v where proposal_id = ${id})
        || (select d::text from public.proposal_decisions d where proposal_id = ${id})
        || (select string_agg(e::text, '') from public.proposal_events e where proposal_id = ${id})
        || (select coalesce(string_agg(o::text, ''), '') from public.outbox o where origin_id = ${id} and dedupe_key like '%owner') as text`;
    expect(left!.text).not.toContain("Ole Berg");
    expect(await page(id)).toBeNull();
    expect(await broken(id)).toEqual([]);
    // Without an answer nothing holds them.
    const [free] = await sql<{ id: string }[]>`insert into public.accounts (name) values ('Free') returning id`;
    const { id: draftId } = await draft({}, { account: free!.id });
    await sql`delete from public.accounts where id = ${free!.id}`;
    expect(await sql`select from public.proposals where id = ${draftId}`).toHaveLength(0);
    expect(open.state).toBe("sent");
  });

  test("proposals 11: a copy refers to what was accepted, which stays as it is", async () => {
    const first = await sent();
    await answer(first.id);
    await expect(call("withdraw_proposal", { proposal: first.id })).rejects.toThrow("accepted meanwhile");
    const id = await call<string>("create_proposal", { of_record: { copy: first.id } });
    expect(await record(id)).toMatchObject({
      refers_to: first.id,
      state: "draft",
      totals: { total_minor: first.totals.total_minor },
      account_id: account,
    });
  });
});
