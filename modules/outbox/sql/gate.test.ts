// The gate: what leaves, what is held and why, and in which order it is asked.
import { randomUUID } from "node:crypto";
import { type AddressInfo, createServer } from "node:net";
import { beforeEach, describe, expect, test } from "vitest";
import { createLinks } from "#server/platform/links/links.ts";
import { setOutboxGate } from "#server/platform/outbox/hand-over.ts";
import { createSmtp } from "#server/platform/outbox/providers/smtp.ts";
import { actAs, addUser, type Who } from "#server/testing/act-as.ts";
import { findMessage, openOutbox, putMessage, testGate } from "#server/testing/outbox-for-tests.ts";
import { proposalsForTests } from "#server/testing/proposals-for-tests.ts";
import { testDatabase } from "#server/testing/test-database.ts";

const { sql } = await testDatabase();
const admin: Who = { role: "authenticated", userId: await addUser(sql, { admin: true }) };
const asAdmin = (statement: string) => actAs(sql, admin, (caller) => caller.unsafe(statement));
const put = (changed: Record<string, unknown> = {}) => putMessage(sql, { origin_kind: "inquiry", ...changed });
const outreach = { class: "outreach", body_text: "Hello. {{unsubscribe_url}}" };
const find = (id: string) => findMessage(sql, id);
const stateOf = async (id: string) => (await find(id)).state;

beforeEach(() => openOutbox(sql));

describe("the safe mode", () => {
  test("outbox 3: holds a complete row, answers with its id, and opens no connection to anyone", async () => {
    await setOutboxGate(sql, false);
    // The real client of a mail server that counts who knocks, and refuses.
    let knocks = 0;
    const server = createServer((socket) => {
      knocks += 1;
      socket.on("error", () => {}).end("421 closed\r\n");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const smtp = createSmtp(`smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, "hello@guidevane.example");
    const id = await put({ to_address: "ada@norrfall.example" });
    const safe = testGate(sql, { isOpen: false, providers: { email: smtp } });
    await safe.sweep();
    expect(await safe.send(id)).toBeNull();
    expect(knocks).toBe(0);
    expect(await find(id)).toMatchObject({
      state: "held",
      gate_code: "safe_mode",
      body_text: "Text",
    });
    // So that this can fail: with the gate open it knocks.
    await setOutboxGate(sql, true);
    await asAdmin(`select public.release_outbox('{${id}}')`);
    await testGate(sql, { providers: { email: smtp } }).sweep();
    expect(knocks).toBe(1);
    await new Promise((resolve) => server.close(resolve));
  });

  test("outbox 4: turning publishing on releases nothing; a person does, one, some or all, and not in the safe mode", async () => {
    await setOutboxGate(sql, false);
    const [one, two, three, other] = [await put(), await put(), await put(), await put({ channel: "slack" })];
    await expect(asAdmin(`select public.release_outbox('{${one}}')`)).rejects.toThrow("The safe mode is on");
    await setOutboxGate(sql, true);
    const gate = testGate(sql);
    await gate.sweep();
    expect(gate.sent).toEqual([]);
    await asAdmin(`select public.release_outbox('{${one}}')`);
    await gate.sweep();
    expect([await stateOf(one), await stateOf(two)]).toEqual(["sent", "held"]);
    // The number in the question is the second check.
    await expect(asAdmin(`select public.release_all_outbox('{"channel": "email"}', 3)`)).rejects.toThrow(
      "There are 2 now, not 3",
    );
    const [released] = await asAdmin(`select public.release_all_outbox('{"channel": "email"}', 2) as count`);
    expect(released).toEqual({ count: 2 });
    await gate.sweep();
    expect([await stateOf(two), await stateOf(three), await stateOf(other)]).toEqual(["sent", "sent", "held"]);
    expect(gate.sent).toHaveLength(3);
  });

  test("outbox 4: what is released passes the whole gate again; what was not released in time only expires", async () => {
    await setOutboxGate(sql, false);
    const [id, late] = [await put({ to_address: "gone@norrfall.example" }), await put()];
    await setOutboxGate(sql, true);
    await sql`update public.outbox set expires_at = now() - interval '1 second' where id = ${late}`;
    await sql`select private.record_suppression('gone@norrfall.example', 'all', 'hard_bounce', 'smtp', 'x')`;
    expect(await stateOf(id)).toBe("suppressed");
    const again = await put({ to_address: "gone@norrfall.example" });
    await sql`update public.outbox set state = 'held' where id = ${again}`;
    await asAdmin(`select public.release_all_outbox()`);
    const gate = testGate(sql);
    await gate.sweep();
    expect([await stateOf(again), await stateOf(late)]).toEqual(["suppressed", "expired"]);
    expect(gate.sent).toEqual([]);
  });

  test("outbox 4: turned off, claims stop at once; a mail that is being handed over may finish", async () => {
    const [id, next] = [await put(), await put({ not_before: new Date(Date.now() + 1000).toISOString() })];
    const gate = testGate(sql, { deliver: async () => void (await setOutboxGate(sql, false)) as undefined });
    await gate.sweep();
    gate.ahead(2);
    await gate.sweep();
    expect([await stateOf(id), await stateOf(next)]).toEqual(["sent", "held"]);
  });
});

describe("the order of the gate", () => {
  test("outbox 2: guard, pause, class, suppression, origin, expiry, window, caps, identity, open tag, unsubscribing: the first refusal is the reason", async () => {
    await sql`create or replace function private.trial_unwanted(id uuid) returns text language sql as 'select ''trial_over''::text'`;
    await sql`create or replace function private.trial_window(id uuid, at timestamptz) returns timestamptz language sql as 'select $2 + interval ''1 hour'''`;
    await sql`select private.register_hook('message unwanted: trial', 'private.trial_unwanted(uuid)')`;
    await sql`select private.register_hook('message window: trial', 'private.trial_window(uuid, timestamptz)')`;
    const person = "ada@norrfall.example";
    const makeRow = () =>
      put({
        class: "outreach",
        origin_kind: "trial",
        to_address: person,
        consent_purpose: "newsletter",
        from_identity: "boss@elsewhere.example",
        body_text: "Dear {{first_name}}",
        expires_at: new Date(Date.now() - 1000).toISOString(),
      });
    // What stands against it is taken away, one by one, in the order in which it is found.
    const steps: [code: string, state: string, takeAway: (id: string) => Promise<unknown>][] = [
      ["safe_mode", "held", () => setOutboxGate(sql, true)],
      ["paused", "queued", () => asAdmin("select public.set_outbox_paused(false)")],
      ["no_consent", "suppressed", (id) => sql`update public.outbox set consent_purpose = null where id = ${id}`],
      ["stop_list", "suppressed", () => sql`delete from public.suppressions`],
      ["trial_over", "cancelled", () => sql`delete from private.hooks where occasion = 'message unwanted: trial'`],
      [
        "not_released",
        "expired",
        (id) => sql`update public.outbox set expires_at = now() + interval '1 day' where id = ${id}`,
      ],
      ["waits_for_hours", "queued", () => sql`delete from private.hooks where occasion = 'message window: trial'`],
      ["day_limit", "queued", () => sql`update private.outbox_gate set per_address_a_day = 5`],
      ["unknown_sender", "failed", (id) => sql`update public.outbox set from_identity = null where id = ${id}`],
      ["open_tag", "failed", (id) => sql`update public.outbox set body_text = 'Dear Ada' where id = ${id}`],
      [
        "no_unsubscribe",
        "failed",
        (id) => sql`update public.outbox set body_text = 'Dear Ada {{unsubscribe_url}}' where id = ${id}`,
      ],
    ];
    await sql`
      insert into public.outbox (class, dedupe_key, origin_kind, to_address, subject, body_text, state, taken_at, sent_at, finished_at)
      values ('outreach', 'earlier', 'trial', ${person}, 'Earlier', 'Text', 'sent', now(), now(), now())`;
    await sql`select private.record_suppression(${person}, 'outreach', 'manual', 'person', 'x')`;
    await asAdmin("select public.set_outbox_paused(true)");
    await setOutboxGate(sql, { isOpen: false, identities: ["hello@guidevane.example"] });
    const id = await makeRow();
    const gate = testGate(sql);
    for (const [code, state, takeAway] of steps) {
      await sql`update public.outbox set state = 'queued', not_before = now() - interval '1 minute', finished_at = null where id = ${id}`;
      await gate.send(id);
      expect(await find(id)).toMatchObject({ gate_code: code, state, phase: null });
      await takeAway(id);
    }
    await sql`update public.outbox set state = 'queued', not_before = now() - interval '1 minute', finished_at = null where id = ${id}`;
    expect(await gate.send(id)).toMatchObject({ state: "sent" });
  });

  test("outbox 2: what belongs to it may end it between the claim and handing over: then nothing leaves", async () => {
    await sql`create table if not exists public.trials (id uuid primary key, over boolean not null default false)`;
    await sql`create or replace function private.trial_unwanted(id uuid) returns text language sql volatile as
      'select case when over then ''trial_over'' end from public.trials where trials.id = $1 for update'`;
    await sql`select private.register_hook('message unwanted: trial', 'private.trial_unwanted(uuid)')`;
    const trial = randomUUID();
    await sql`insert into public.trials values (${trial})`;
    const id = await put({ origin_kind: "trial", origin_id: trial });
    const gate = testGate(sql, {
      links: {
        issue: async () => {
          throw new Error("no tags here");
        },
      },
    });
    // Claimed by somebody who then takes their time.
    await sql`select private.claim_outbox(${id}, 'slow', true)`;
    await sql`update public.trials set over = true`;
    const [begun] = await sql<{ begun: boolean }[]>`select private.begin_hand_over(${id}, 'slow', 'smtp') as begun`;
    expect(begun).toEqual({ begun: false });
    expect(await find(id)).toMatchObject({ state: "cancelled", gate_code: "trial_over" });
    expect(gate.sent).toEqual([]);
    await sql`delete from private.hooks where occasion = 'message unwanted: trial'`;
    await sql`drop table public.trials`;
  });

  test("what waits for a person who is deleted is cancelled; what left, and what merely loses its person, is not", async () => {
    const [account] = await sql<{ id: string }[]>`insert into public.accounts (name) values ('Norrfall') returning id`;
    const [ada, ben] = await sql<{ id: string }[]>`
      insert into public.contacts (account_id, name) values (${account!.id}, 'Ada'), (${account!.id}, 'Ben') returning id`;
    const [waits, left, other] = [
      await put({ contact_id: ada!.id }),
      await put({ contact_id: ada!.id }),
      await put({ contact_id: ben!.id }),
    ];
    await testGate(sql).send(left);
    await sql`delete from public.contacts where id = ${ada!.id}`;
    await sql`update public.outbox set contact_id = null where id = ${other}`;
    const rows = await Promise.all([waits, left, other].map((id) => find(id)));
    expect(rows.map(({ state }) => state)).toEqual(["cancelled", "sent", "queued"]);
    expect(rows.map((row) => row.gate_code)).toEqual(["contact_deleted", null, null]);
  });

  test("outbox 2: limits of an address, a host and a day shift and never drop, also for mails that are claimed together", async () => {
    await sql`update private.outbox_gate set per_host_a_day = 3, in_all_a_day = 5`;
    const to = (host: string, n: number) =>
      put({ ...outreach, to_address: `p${n}@${host}`, expires_at: new Date(Date.now() + 3_600_000).toISOString() });
    const same = [
      await put({ ...outreach, to_address: "twice@a.example" }),
      await put({ ...outreach, to_address: "twice@a.example" }),
    ];
    const ids = [
      ...same,
      ...(await Promise.all([1, 2, 3, 4].map((n) => to("b.example", n)))),
      ...(await Promise.all([5, 6].map((n) => to("gmail.com", n)))),
    ];
    const gate = testGate(sql);
    // They are claimed side by side, so which of them leave first is open: each time one to the same address, and three to one host.
    let counted = 0;
    const sweep = async () => {
      await gate.sweep();
      const left = gate.sent.slice(counted);
      counted = gate.sent.length;
      expect(left.filter(({ to: address }) => address === "twice@a.example").length).toBeLessThanOrEqual(1);
      expect(left.filter(({ to: address }) => address.endsWith("b.example")).length).toBeLessThanOrEqual(3);
    };
    await sweep();
    expect(gate.sent).toHaveLength(5);
    const rows = await Promise.all(ids.map(find));
    const shifted = rows.filter(({ state }) => state === "queued");
    expect(shifted).toHaveLength(3);
    for (const { not_before, expires_at } of shifted) {
      expect(not_before.getTime()).toBeGreaterThan(Date.now() + 60_000);
      expect(expires_at.getTime()).toBeGreaterThan(not_before.getTime());
    }
    // When their times have come, all of them have left.
    for (let day = 0; day < 3; day += 1) {
      const waiting = (await Promise.all(ids.map(find))).filter(({ state }) => state === "queued");
      if (waiting.length === 0) break;
      const last = Math.max(...waiting.map(({ not_before }) => not_before.getTime()));
      gate.ahead((last - gate.now().getTime()) / 1000 + 60);
      await sweep();
    }
    expect(gate.sent).toHaveLength(8);
  });
});

describe("loops", () => {
  const unproved = { unproved_address: true };

  test("outbox 16: of mails to an address that anyone typed, a fourth within the hour is held, also when all are claimed at once", async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1)
      ids.push(await put({ ...unproved, to_address: n % 2 ? "Loop@norrfall.example" : "loop@norrfall.example" }));
    const gate = testGate(sql);
    await gate.sweep();
    expect(gate.sent).toHaveLength(3);
    const states = await Promise.all(ids.map(stateOf));
    expect(states.toSorted()).toEqual(["held", "held", "sent", "sent", "sent"]);
  });

  test("outbox 16: tags of one mailbox count together when anyone typed them", async () => {
    const ids = await Promise.all(
      ["loop@norrfall.example", "loop+1@norrfall.example", "loop+2@norrfall.example", "loop+3@norrfall.example"].map(
        (to_address) => put({ ...unproved, to_address }),
      ),
    );
    const gate = testGate(sql);
    await gate.sweep();
    expect((await Promise.all(ids.map(stateOf))).toSorted()).toEqual(["held", "sent", "sent", "sent"]);
  });

  test("outbox 16: a receipt and what a person writes are not held by mails that came before them, outreach is", async () => {
    const to_address = "client@norrfall.example";
    await sql`update private.outbox_gate set per_address_a_day = 100`;
    for (let n = 0; n < 3; n += 1) await put({ to_address });
    await testGate(sql).sweep();
    const [receipt, typed, pressed] = [
      await put({ to_address, origin_kind: "payment receipt" }),
      await put({ ...unproved, to_address }),
      await put({ ...outreach, to_address }),
    ];
    await testGate(sql).sweep();
    expect(await stateOf(receipt)).toBe("sent");
    expect(await stateOf(typed)).toBe("sent");
    expect(await find(pressed)).toMatchObject({ state: "held", gate_code: "hour_limit" });
  });

  test("outbox 16: strangers who fill in forms with a client's address do not hold the client's receipt", async () => {
    const to_address = "client@norrfall.example";
    for (let n = 0; n < 6; n += 1) await put({ ...unproved, to_address });
    await testGate(sql).sweep();
    const receipt = await put({ to_address });
    await testGate(sql).sweep();
    expect(await stateOf(receipt)).toBe("sent");
  });

  test("outbox 16: a loop of our own ends after thirty mails within the hour", async () => {
    const to_address = "loop@norrfall.example";
    await Promise.all(Array.from({ length: 31 }, () => put({ to_address })));
    const gate = testGate(sql);
    await gate.sweep();
    expect(gate.sent).toHaveLength(30);
  });

  test("outbox 16: mail to one of our own addresses, or to the one that takes answers, is held", async () => {
    await setOutboxGate(sql, {
      isOpen: true,
      identities: ["Guidevane <hello@guidevane.example>"],
      inboundAddress: "in@inbound.example",
    });
    const ids = await Promise.all(
      ["HELLO@guidevane.example", "in@inbound.example", "in+0199c0de@inbound.example"].map((to_address) =>
        put({ to_address }),
      ),
    );
    const gate = testGate(sql);
    await gate.sweep();
    expect(gate.sent).toEqual([]);
    for (const id of ids) expect(await find(id)).toMatchObject({ state: "held", gate_code: "own_address" });
  });
});

describe("tags", () => {
  test("outbox 2: pages for one person are filled in when the mail leaves, and stand in no list", async () => {
    const id = await put({ body_text: "Open {{sender_page}}", body_html: '<a href="{{sender_page}}">Open</a>' });
    const gate = testGate(sql);
    await gate.sweep();
    const [mail] = gate.sent;
    const address = /https:\/\/guidevane\.test\/i\/[\w-]{43}/.exec(mail!.text)![0];
    expect(mail!.html).toBe(`<a href="${address}">Open</a>`);
    expect((await find(id)).body_text).toBe("Open {{sender_page}}");
  });

  test("templates 9: proposal_url is the newest proposal that waits for this very person, and an open tag when none does", async () => {
    const { sent, answer, person } = await proposalsForTests(sql);
    await sql`delete from public.outbox`;
    const mail = (changed: Record<string, unknown> = {}) =>
      put({
        body_text: "Read it: {{proposal_url}}",
        contact_id: person,
        to_address: "Maren@norrfall.example",
        ...changed,
      });
    const reason = "no_open_proposal";
    const gate = testGate(sql);
    const refused = async (id: string) => {
      await gate.send(id);
      expect(await find(id)).toMatchObject({ state: "failed", gate_code: reason });
    };
    await refused(await mail());
    const older = await sent();
    const newest = await sent();
    // To another address, or about another person, it is no one's.
    await refused(await mail({ to_address: "other@elsewhere.example" }));
    await refused(await mail({ contact_id: null }));
    const opened = async () => {
      const id = await mail();
      await gate.send(id);
      const text = gate.sent.find((one) => one.id === id)!.text;
      const token = /^Read it: https:\/\/guidevane\.test\/p\/([\w-]{43})$/.exec(text)![1]!;
      return createLinks(sql).find("proposal", token);
    };
    expect(await opened()).toMatchObject({ subjectId: newest.id });
    await answer(newest.id, { kind: "declined" });
    expect(await opened()).toMatchObject({ subjectId: older.id });
    await sql`update public.modules set live = false where key = 'proposals'`;
    await refused(await mail());
  });

  test("outbox 2: an open tag is found in subject, text, page, link and headers; a header is one line and only one of ours", async () => {
    const bad = await Promise.all([
      put({ subject: "Dear {{first_name}}" }),
      put({ body_html: '<a href="https://x.example/{{deal}}">x</a>' }),
      put({ body_text: "{% if x %}" }),
      put({ headers: { References: "<{{id}}@x>" } }),
    ]);
    const id = await put({
      subject: "Hi\r\nBcc: victim@example.com",
      headers: {
        Bcc: "victim@example.com",
        "In-Reply-To": "<a@b>\r\nBcc: victim@example.com",
        "List-Unsubscribe": "<https://evil.example>",
      },
    });
    const gate = testGate(sql);
    await gate.sweep();
    for (const one of bad) expect(await find(one)).toMatchObject({ state: "failed", gate_code: "open_tag" });
    expect(gate.sent).toMatchObject([{ id, subject: "Hi Bcc: victim@example.com" }]);
    expect(gate.sent[0]!.headers).toEqual({ "In-Reply-To": "<a@b> Bcc: victim@example.com" });
  });

  test("outbox 2: a row sets the headers of the allow-list and no other; its own Reply-To is kept, outreach without one gets ours", async () => {
    const allowed = {
      "In-Reply-To": "<a@b>",
      References: "<a@b> <c@d>",
      "reply-to": "desk@guidevane.example",
      "Auto-Submitted": "auto-replied",
      Precedence: "bulk",
      "X-Entity-Ref": "7",
    };
    const others = {
      From: "evil@example.com",
      Sender: "evil@example.com",
      To: "victim@example.com",
      Cc: "victim@example.com",
      "Return-Path": "evil@example.com",
      "Message-ID": "<other@x>",
      "Reply-To-All": "evil@example.com",
      "No-Reply-To": "evil@example.com",
      "List-Unsubscribe-Post": "x",
      "X-": "nothing",
      [`X-${"a".repeat(61)}`]: "too long",
      "X-Bad\r\nBcc": "victim@example.com",
    };
    const gate = testGate(sql, { env: { INBOUND_MAIL_ADDRESS: "in@inbound.example" } });
    await put({ headers: { ...allowed, ...others } });
    const [own, ours] = [
      await put({ ...outreach, headers: { "Reply-To": "desk@guidevane.example" } }),
      await put(outreach),
    ];
    await gate.sweep();
    const headersOf = (id: string) => gate.sent.find((one) => one.id === id)!.headers;
    expect(gate.sent.find(({ isOutreach }) => !isOutreach)!.headers).toEqual(allowed);
    expect(headersOf(own)["Reply-To"]).toBe("desk@guidevane.example");
    expect(headersOf(ours)["Reply-To"]).toBe(`in+${ours}@inbound.example`);
  });
});
