// Handing over: once, in phases that are committed, with what providers answer, and after a server died.
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeEach, describe, expect, test } from "vitest";
import { setOutboxGate } from "#server/platform/outbox/hand-over.ts";
import { MailboxRefused, UncertainDelivery } from "#server/platform/outbox/outgoing.ts";
import { createProviders, type MailEnv } from "#server/platform/outbox/providers.ts";
import { actAs, addUser, type Who } from "#server/testing/act-as.ts";
import { findMessage, type MessageRow, putMessage, testGate } from "#server/testing/outbox-for-tests.ts";
import { testDatabase } from "#server/testing/test-database.ts";

const { sql } = await testDatabase();
const admin: Who = { role: "authenticated", userId: await addUser(sql, { admin: true }) };
const asAdmin = (statement: string) => actAs(sql, admin, (caller) => caller.unsafe(statement));
const put = (changed: Record<string, unknown> = {}) => putMessage(sql, changed);
const find = (id: string) => findMessage(sql, id);
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
    let seen: MessageRow | undefined;
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

test("outbox 3: the team's chat hears of a new message by the gate, without names, words or addresses of pages", async () => {
  const heard: { text: string }[] = [];
  const slack = createServer((request, response) => {
    let text = "";
    request.on("data", (piece) => (text += piece));
    request.on("end", () => {
      heard.push(JSON.parse(text) as { text: string });
      response.end("ok");
    });
  });
  await new Promise<void>((resolve) => slack.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${(slack.address() as AddressInfo).port}/hook`;
  const providers = createProviders(
    { DATA_DIR: "unused", SLACK_WEBHOOK_URL: address } as MailEnv & { SLACK_WEBHOOK_URL: string },
    () => {},
    "x@y.example",
  );
  const write = () => sql`
    insert into public.inquiries (id, kind, state, subject_key, name, email, message, due_at)
    values (${randomUUID()}, 'contact', 'new', 'ai-consult', 'Ada <Lind>', 'ada@norrfall.example', 'Secret words', now() + interval '1 day')`;
  // Not set up: nothing is written. Set up and safe: held. Released: told.
  await write();
  expect(await sql`select from public.outbox`).toHaveLength(0);
  await setOutboxGate(sql, { isOpen: false, hasChat: true });
  await write();
  const gate = testGate(sql, { providers });
  await gate.sweep();
  expect(heard).toEqual([]);
  await setOutboxGate(sql, { isOpen: true, hasChat: true });
  await asAdmin(`select public.release_all_outbox('{"channel": "slack"}', 1)`);
  await gate.sweep();
  expect(heard).toHaveLength(1);
  expect(heard[0]!.text).toMatch(/^\*New message GV-\d+\*\nAI Consult\nAnswer by /);
  expect(heard[0]!.text).not.toMatch(/Ada|Secret|https?:/);
  await new Promise((resolve) => slack.close(resolve));
  await sql`update private.outbox_gate set has_chat = false`;
});
