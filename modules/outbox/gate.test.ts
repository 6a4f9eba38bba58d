// The gate: what leaves, what is held and why, in which order it is asked, and what is never repeated.
import { randomUUID } from "node:crypto";
import { Socket } from "node:net";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { setOutboxGate } from "#server/platform/outbox/hand-over.ts";
import { MailboxRefused, UncertainDelivery } from "#server/platform/outbox/outgoing.ts";
import { actAs, addUser, type Who } from "#server/testing/act-as.ts";
import { testGate } from "#server/testing/outbox-for-tests.ts";
import { testDatabase } from "#server/testing/test-database.ts";

const { sql } = await testDatabase();
const admin: Who = { role: "authenticated", userId: await addUser(sql, { admin: true }) };
const asAdmin = (statement: string) => actAs(sql, admin, (caller) => caller.unsafe(statement));

async function put(changed: Record<string, unknown> = {}) {
  const message = {
    class: "transactional",
    dedupe_key: randomUUID(),
    origin_kind: "inquiry",
    origin_id: randomUUID(),
    to_address: `${randomUUID()}@norrfall.example`,
    subject: "Hello",
    body_text: "Text",
    ...changed,
  };
  const [row] = await sql<{ id: string }[]>`select private.put_in_outbox(${JSON.stringify(message)}::jsonb) as id`;
  return row!.id;
}
const outreach = { class: "outreach", body_text: "Hello. {{unsubscribe_url}}" };
interface Row {
  state: string;
  phase: string | null;
  gate_reason: string | null;
  subject: string;
  body_text: string;
  attempts: number;
  not_before: Date;
  expires_at: Date;
  message_id: string;
  finished_at: Date | null;
}
const find = async (id: string) => (await sql<Row[]>`select * from public.outbox where id = ${id}`)[0]!;
const stateOf = async (id: string) => (await find(id)).state;

beforeEach(async () => {
  await sql`delete from public.outbox`;
  await sql`delete from public.suppressions`;
  await sql`delete from private.suppression_facts`;
  await sql`update private.outbox_gate set paused_at = null, per_address_a_day = 1, per_host_a_day = 20, in_all_a_day = 200`;
  await sql`update public.modules set live = true where key = 'outbox'`;
  await setOutboxGate(sql, {
    isOpen: true,
    identities: ["Guidevane <hello@guidevane.example>"],
    mailHost: "guidevane.example",
  });
});

describe("the safe mode", () => {
  test("outbox 3: holds a complete row, answers with its id, and opens no connection to anyone", async () => {
    await setOutboxGate(sql, false);
    // To PostgreSQL by the path of its socket; whoever else is asked is asked by host or address.
    const outside: unknown[] = [];
    const connections = vi.spyOn(Socket.prototype, "connect").mockImplementation(function (
      this: Socket,
      ...to: unknown[]
    ) {
      outside.push(to);
      return this;
    });
    const id = await put({ to_address: "ada@norrfall.example" });
    const gate = testGate(sql, { isOpen: false });
    await gate.sweep();
    expect(await gate.send(id)).toBeNull();
    connections.mockRestore();
    expect(outside).toEqual([]);
    expect(gate.sent).toEqual([]);
    expect(await find(id)).toMatchObject({
      state: "held",
      gate_reason: "Safe mode: would have sent",
      body_text: "Text",
    });
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
    await sql`create or replace function private.outbox_wanted_trial(id uuid) returns text language sql as 'select ''The trial is over''::text'`;
    await sql`create or replace function private.outbox_window_trial(id uuid, at timestamptz) returns timestamptz language sql as 'select $2 + interval ''1 hour'''`;
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
    const steps: [reason: string, state: string, takeAway: (id: string) => Promise<unknown>][] = [
      ["Safe mode: would have sent", "held", () => setOutboxGate(sql, true)],
      ["Sending is paused", "queued", () => asAdmin("select public.set_outbox_paused(false)")],
      [
        "There is no consent",
        "suppressed",
        (id) => sql`update public.outbox set consent_purpose = null where id = ${id}`,
      ],
      ["On the stop list", "suppressed", () => sql`delete from public.suppressions`],
      ["The trial is over", "cancelled", () => sql`drop function private.outbox_wanted_trial(uuid)`],
      [
        "It was not released in time",
        "expired",
        (id) => sql`update public.outbox set expires_at = now() + interval '1 day' where id = ${id}`,
      ],
      ["Waits for its hours", "queued", () => sql`drop function private.outbox_window_trial(uuid, timestamptz)`],
      [
        "The limit of the day is reached: it leaves later",
        "queued",
        () => sql`update private.outbox_gate set per_address_a_day = 5`,
      ],
      [
        "The sender is none of our addresses",
        "failed",
        (id) => sql`update public.outbox set from_identity = null where id = ${id}`,
      ],
      ["A tag was left open", "failed", (id) => sql`update public.outbox set body_text = 'Dear Ada' where id = ${id}`],
      [
        "There is no way to unsubscribe in it",
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
    for (const [reason, state, takeAway] of steps) {
      await sql`update public.outbox set state = 'queued', not_before = now() - interval '1 minute', finished_at = null where id = ${id}`;
      await gate.send(id);
      expect(await find(id)).toMatchObject({ gate_reason: reason, state, phase: null });
      await takeAway(id);
    }
    await sql`update public.outbox set state = 'queued', not_before = now() - interval '1 minute', finished_at = null where id = ${id}`;
    expect(await gate.send(id)).toMatchObject({ state: "sent" });
  });

  test("outbox 2: what belongs to it may end it between the claim and handing over: then nothing leaves", async () => {
    await sql`create table if not exists public.trials (id uuid primary key, over boolean not null default false)`;
    await sql`create or replace function private.outbox_wanted_trial(id uuid) returns text language sql volatile as
      'select case when over then ''The trial is over'' end from public.trials where trials.id = $1 for update'`;
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
    expect(await find(id)).toMatchObject({ state: "cancelled", gate_reason: "The trial is over" });
    expect(gate.sent).toEqual([]);
    await sql`drop function private.outbox_wanted_trial(uuid)`;
    await sql`drop table public.trials`;
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
    await gate.sweep();
    expect(gate.sent.filter(({ to: address }) => address.endsWith("a.example"))).toHaveLength(1);
    expect(gate.sent.filter(({ to: address }) => address.endsWith("b.example")).length).toBeLessThanOrEqual(3);
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
      await gate.sweep();
    }
    expect(gate.sent).toHaveLength(8);
  });
});

describe("one action", () => {
  test("outbox 5: is one row and one mail, however often and however parallel", async () => {
    const key = randomUUID();
    const ids = await Promise.all(Array.from({ length: 10 }, () => put({ dedupe_key: key })));
    expect(new Set(ids).size).toBe(1);
    const [one, two] = [testGate(sql), testGate(sql)];
    await Promise.all(Array.from({ length: 10 }, (_, n) => (n % 2 ? one : two).send(ids[0]!)));
    expect([...one.sent, ...two.sent]).toHaveLength(1);
  });

  test("outbox 7: has a Message-ID made of its row's id before it leaves, and keeps it when it is tried again", async () => {
    const id = await put();
    expect((await find(id)).message_id).toBe(`<${id}@guidevane.example>`);
    let tries = 0;
    const seen: (string | null)[] = [];
    const gate = testGate(sql, {
      deliver: async ({ messageId }) => {
        seen.push(messageId);
        if ((tries += 1) < 3) throw new Error("The SMTP server answered 451");
        return undefined;
      },
    });
    for (let n = 0; n < 3; n += 1) {
      await gate.sweep();
      gate.ahead(3600);
    }
    expect(seen).toEqual(Array.from({ length: 3 }, () => `<${id}@guidevane.example>`));
  });
});

describe("after a server died", () => {
  const left = async (phase: string, provider: string | null) => {
    const id = await put();
    await sql`update public.outbox set state = 'sending', phase = ${phase}, provider = ${provider}, lease_by = 'gone', attempts = 1,
      taken_at = now(), lease_until = now() - interval '1 second' where id = ${id}`;
    return id;
  };

  test("outbox 6: what was claimed is queued again, what was being handed over is uncertain and stays so", async () => {
    const [claimed, handed] = [await left("claimed", null), await left("handing_over", "smtp")];
    const gate = testGate(sql);
    await gate.sweep();
    expect([await stateOf(claimed), await stateOf(handed)]).toEqual(["sent", "uncertain"]);
    gate.ahead(30 * 86_400);
    await gate.sweep();
    expect(await stateOf(handed)).toBe("uncertain");
    expect(gate.sent).toHaveLength(1);
    const tried =
      await sql`select no, phase, result from public.outbox_attempts where outbox_id = ${claimed} order by no, started_at`;
    expect(tried).toEqual([
      { no: 1, phase: "done", result: "lease over" },
      { no: 2, phase: "claimed", result: null },
      { no: 2, phase: "handing_over", result: null },
      { no: 2, phase: "done", result: "sent" },
    ]);
  });

  test("outbox 6: our own folder is written again under the same name", async () => {
    const id = await left("handing_over", "folder");
    const gate = testGate(sql, { provider: { name: "folder" } });
    await gate.sweep();
    expect(await stateOf(id)).toBe("sent");
  });

  test("outbox 6: a slow server whose lease ran out says what it knows: sent", async () => {
    const id = await put();
    const gate = testGate(sql, {
      deliver: async () => {
        await sql`select private.sweep_outbox(true, now() + interval '2 minutes')`;
        expect(await stateOf(id)).toBe("uncertain");
        return undefined;
      },
    });
    expect(await gate.send(id)).toMatchObject({ state: "sent" });
    expect(gate.sent).toHaveLength(1);
  });

  test("outbox 6: phases are committed before the next step: whoever looks from outside sees them", async () => {
    const id = await put();
    let seen: Row | undefined;
    const gate = testGate(sql, { deliver: async () => void (seen = await find(id)) as undefined });
    await gate.send(id);
    expect(seen).toMatchObject({ state: "sending", phase: "handing_over", attempts: 1 });
  });

  test("outbox 6: a person settles an uncertain one: it was sent, or it is sent again", async () => {
    const fail = testGate(sql, { deliver: () => Promise.reject(new UncertainDelivery("The SMTP server fell silent")) });
    const [one, two] = [await put(), await put()];
    await fail.sweep();
    expect(await find(one)).toMatchObject({ state: "uncertain", gate_reason: "The SMTP server fell silent" });
    await asAdmin(`select public.settle_outbox('${one}', 'sent')`);
    await asAdmin(`select public.settle_outbox('${two}', 'again')`);
    await expect(asAdmin(`select public.settle_outbox('${one}', 'again')`)).rejects.toThrow("no longer uncertain");
    const gate = testGate(sql);
    await gate.sweep();
    expect(gate.sent.map(({ id }) => id)).toEqual([two]);
    expect([await stateOf(one), await stateOf(two)]).toEqual(["sent", "sent"]);
  });
});

describe("answers of a provider", () => {
  test("outbox 9: passing ones are tried again after 1, 5, 30 minutes, 2 and 6 hours, a tenth more or less, by the database's clock", async () => {
    const id = await put();
    let tries = 0;
    const deliver = async () => {
      tries += 1;
      throw new Error("The SMTP server answered 451");
    };
    const waits: number[] = [];
    // Each time another server, as after a restart: what is due stands in the row.
    let passed = 0;
    for (let n = 0; n < 6; n += 1) {
      const gate = testGate(sql, { deliver });
      gate.ahead(passed);
      await gate.sweep();
      const row = await find(id);
      if (row.state !== "queued") break;
      waits.push((row.not_before.getTime() - gate.now().getTime()) / 60_000);
      await gate.sweep();
      passed = (row.not_before.getTime() - Date.now()) / 1000 + 1;
    }
    expect(tries).toBe(6);
    for (const [n, minutes] of [1, 5, 30, 120, 360].entries()) {
      expect(waits[n]).toBeGreaterThan(minutes * 0.88);
      expect(waits[n]).toBeLessThan(minutes * 1.12);
    }
    expect(await find(id)).toMatchObject({ state: "failed", gate_reason: "The SMTP server answered 451" });
  });

  test("outbox 9: pauses differ, so that what failed together does not come back together", async () => {
    const [row] = await sql<{ distinct: number }[]>`
      select count(distinct private.outbox_pause('outreach', 3))::int as distinct from generate_series(1, 50)`;
    expect(row!.distinct).toBeGreaterThan(40);
  });

  test("outbox 9: a mailbox that is refused is a bounce that lasts, and stops the address at once", async () => {
    const [id, waiting] = [
      await put({ to_address: "gone@norrfall.example" }),
      await put({ to_address: "Gone@norrfall.example", not_before: new Date(Date.now() + 60_000).toISOString() }),
    ];
    const gate = testGate(sql, { deliver: () => Promise.reject(new MailboxRefused("The SMTP server answered 550")) });
    await gate.sweep();
    expect([await stateOf(id), await stateOf(waiting)]).toEqual(["bounced", "suppressed"]);
    const [stop] = await sql`select address, scope, reason from public.suppressions`;
    expect(stop).toEqual({ address: "gone@norrfall.example", scope: "all", reason: "hard_bounce" });
  });
});

describe("loops", () => {
  test("outbox 16: a fourth mail to one address within the hour is held, also when all are claimed at once", async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1)
      ids.push(await put({ to_address: n % 2 ? "Loop@norrfall.example" : "loop@norrfall.example" }));
    const gate = testGate(sql);
    await gate.sweep();
    expect(gate.sent).toHaveLength(3);
    const states = await Promise.all(ids.map(stateOf));
    expect(states.toSorted()).toEqual(["held", "held", "sent", "sent", "sent"]);
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
    for (const id of ids)
      expect(await find(id)).toMatchObject({ state: "held", gate_reason: "This is one of our own addresses" });
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
    for (const one of bad)
      expect(await find(one)).toMatchObject({ state: "failed", gate_reason: "A tag was left open" });
    expect(gate.sent).toMatchObject([{ id, subject: "Hi Bcc: victim@example.com" }]);
    expect(gate.sent[0]!.headers).toEqual({ "In-Reply-To": "<a@b> Bcc: victim@example.com" });
  });
});
