// Handing over: once, in phases that are committed, with what providers answer, and after a server died.
import { type AttachedFacts, attachedFilesRefusal } from "#domain/attached-files.ts";
import { gateSentence } from "#domain/gate-reasons.ts";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import pino from "pino";
import { Readable } from "node:stream";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { fileDocument } from "#server/platform/documents/file-document.ts";
import { createJobs } from "#server/platform/jobs/jobs.ts";
import { readFiles } from "#server/platform/outbox/attachments.ts";
import { setOutboxGate } from "#server/platform/outbox/hand-over.ts";
import { MailboxRefused, UncertainDelivery } from "#server/platform/outbox/outgoing.ts";
import { createProviders, type MailEnv } from "#server/platform/outbox/providers.ts";
import { createStorage, type StorageSettings } from "#server/platform/storage/storage.ts";
import { actAs, addUser, type Who } from "#server/testing/act-as.ts";
import { findMessage, type MessageRow, openOutbox, putMessage, testGate } from "#server/testing/outbox-for-tests.ts";
import { eventually } from "#server/testing/eventually.ts";
import { testDatabase } from "#server/testing/test-database.ts";

const { sql } = await testDatabase();
const admin: Who = { role: "authenticated", userId: await addUser(sql, { admin: true }) };
const asAdmin = (statement: string) => actAs(sql, admin, (caller) => caller.unsafe(statement));
const put = (changed: Record<string, unknown> = {}) => putMessage(sql, changed);
const find = (id: string) => findMessage(sql, id);
const stateOf = async (id: string) => (await find(id)).state;

beforeEach(() => openOutbox(sql));

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

  test("outbox 6: phases are committed before the next step: other connections see them", async () => {
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
    expect(await find(one)).toMatchObject({
      state: "uncertain",
      gate_code: "provider",
      gate_detail: "The SMTP server fell silent",
    });
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
    // Each time another server, as after a restart: what is due is in the row.
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
    expect(await find(id)).toMatchObject({
      state: "failed",
      gate_code: "provider",
      gate_detail: "The SMTP server answered 451",
    });
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

describe("files", () => {
  const accountOf = async (name: string) =>
    (await sql<{ id: string }[]>`insert into public.accounts (name) values (${name}) returning id`)[0]!.id;
  const open = async () => {
    const DATA_DIR = await mkdtemp(path.join(tmpdir(), "attached-"));
    onTestFinished(() => rm(DATA_DIR, { recursive: true, force: true }));
    const storage = createStorage({ DATA_DIR, S3_REGION: "auto" } as StorageSettings, sql);
    const accountId = await accountOf(`Norrfall ${randomUUID()}`);
    const file = async (fileName: string, bytes: Uint8Array) =>
      fileDocument({ sql, storage }, { accountId, folder: "documents", fileName, bytes });
    const seen = async (id: string) =>
      (await asAdmin(`select public.outbox_files('${id}') as shown`))[0] as unknown as {
        shown: { files: AttachedFacts[] };
      };
    return { storage, file, seen };
  };
  const pdf = Buffer.from("%PDF-1.7\nWhat we agreed\n%%EOF");

  test("outbox 17: a version of a document goes along, byte for byte, and the preview has its name and size", async () => {
    const { storage, file, seen } = await open();
    const first = await file("Offer.pdf", pdf);
    await file("Offer.pdf", Buffer.from("%PDF-1.7\nA later one\n%%EOF"));
    const invite = { ics: "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n", method: "REQUEST" };
    const id = await put({ attachments: [first.versionId, invite] });
    expect((await seen(id)).shown).toMatchObject({
      files: [
        { name: "Offer.pdf", size: pdf.length, is_there: true },
        { name: "invite.ics", size: invite.ics.length, is_there: true },
      ],
    });
    const gate = testGate(sql, { storage });
    await gate.sweep();
    const [mail] = gate.sent;
    expect(mail!.attachments).toMatchObject([{ name: "Offer.pdf", type: "application/pdf" }]);
    expect(Buffer.from(mail!.attachments[0]!.content).equals(pdf)).toBe(true);
    expect(mail!.calendar).toEqual(invite);
  });

  test("outbox 17: a file that is gone, unknown, changed on the disk or too large keeps the message here, and it says why", async () => {
    const { storage, file, seen } = await open();
    const kept = await file("Small.pdf", pdf);
    const gone = await file("Gone.pdf", Buffer.from("%PDF-1.7\nGone\n%%EOF"));
    await file("Gone.pdf", Buffer.from("%PDF-1.7\nAnother\n%%EOF"));
    const large = await file("Large.bin", Buffer.alloc(7 * 1024 * 1024, 1));
    await asAdmin(`select public.delete_version('${gone.versionId}')`);
    const refusals: [unknown[], string][] = [
      [[kept.versionId, gone.versionId], '"Gone.pdf" is not there any more'],
      [[randomUUID()], "An attachment is not there"],
      [["../../etc/passwd"], "An attachment is not there"],
      [[{ ics: 7, method: "REQUEST" }], "An invitation cannot be read"],
      [[kept.versionId, large.versionId], "Its files have 7.1 MB: a message carries at most 7 MB"],
    ];
    for (const [attachments, reason] of refusals) {
      const gate = testGate(sql, { storage });
      const id = await put({ attachments });
      if (typeof attachments[0] === "string") expect(attachedFilesRefusal((await seen(id)).shown.files)).toBe(reason);
      await gate.sweep();
      const refused = await find(id);
      expect([refused.state, gateSentence(refused), gate.sent]).toEqual(["failed", reason, []]);
    }
    // Known to the rows, but the bytes are not what was filed, or are lost.
    const other = { read: async () => Readable.from([Buffer.from("something else")]) };
    const changed = await put({ attachments: [kept.versionId] });
    await testGate(sql, { storage: other }).sweep();
    expect(await find(changed)).toMatchObject({
      state: "failed",
      gate_code: "provider",
      gate_detail: '"Small.pdf" is not what was filed',
    });
    const lost = await put({ attachments: [kept.versionId] });
    await testGate(sql).sweep();
    expect(await find(lost)).toMatchObject({
      state: "failed",
      gate_code: "provider",
      gate_detail: '"Small.pdf" is not there any more',
    });
  });

  test("outbox 17: to a held mail documents are attached and taken off, its invitation stays; too much, or too late, changes nothing", async () => {
    const { storage, file, seen } = await open();
    const small = await file("Small.pdf", pdf);
    const large = await file("Large.bin", Buffer.alloc(8 * 1024 * 1024, 2));
    const invite = { ics: "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n", method: "REQUEST" };
    await setOutboxGate(sql, false);
    const id = await put({ attachments: [invite] });
    const attach = (...versions: string[]) =>
      asAdmin(`select public.attach_to_outbox('${id}', '{${versions.join(",")}}')`);
    const names = async () => (await seen(id)).shown.files.map(({ name }) => name);
    await attach(small.versionId);
    await expect(attach(small.versionId, large.versionId)).rejects.toThrow("A message carries at most 7 MB of files.");
    await expect(attach(randomUUID())).rejects.toThrow("An attachment is not there any more.");
    expect(await names()).toEqual(["Small.pdf", "invite.ics"]);
    await attach();
    expect(await names()).toEqual(["invite.ics"]);
    await attach(small.versionId);
    await setOutboxGate(sql, true);
    await asAdmin(`select public.release_outbox('{${id}}')`);
    const gate = testGate(sql, { storage });
    await gate.sweep();
    expect(gate.sent).toMatchObject([{ id, attachments: [{ name: "Small.pdf" }], calendar: invite }]);
    await expect(attach()).rejects.toThrow("Only a held message can be changed.");
  });

  test("outbox 17: a store that does not answer puts a message off; it leaves with its file when the store is back", async () => {
    const { storage, file } = await open();
    const { versionId } = await file("Offer.pdf", pdf);
    const id = await put({ attachments: [versionId] });
    const away = { read: () => Promise.reject(new Error("connect ECONNREFUSED")) };
    const down = testGate(sql, { storage: away });
    await down.sweep();
    expect(down.sent).toEqual([]);
    expect(await find(id)).toMatchObject({
      state: "queued",
      attempts: 1,
      gate_code: "provider",
      gate_detail: '"Offer.pdf" could not be read',
    });
    const gate = testGate(sql, { storage });
    gate.ahead(120);
    await gate.sweep();
    expect(gate.sent).toMatchObject([{ id, attachments: [{ name: "Offer.pdf" }] }]);
    // One that never answers is given up before the claim runs out.
    const silent = { read: () => new Promise<Readable>(() => {}) };
    const asked = [{ file_id: randomUUID(), name: "Offer.pdf", type: "", sha256: "" }];
    await expect(readFiles(asked, silent, 1)).rejects.toThrow('"Offer.pdf" could not be read');
  });
});

test("outbox 18: what is released, settled, written or lets go of a pause leaves at once, without a sweep", async () => {
  const gate = testGate(sql);
  const jobs = createJobs(sql, pino({ level: "silent" }));
  // Finds nothing by itself: whatever leaves was woken.
  jobs.add({ ...gate.job, findDue: async () => [] });
  await jobs.start();
  try {
    const left = (id: string) => eventually(async () => expect(await stateOf(id)).toBe("sent"));
    await left(await put());
    await setOutboxGate(sql, false);
    const held = await put();
    await setOutboxGate(sql, true);
    await asAdmin(`select public.release_outbox('{${held}}')`);
    await left(held);
    const uncertain = await put({ not_before: new Date(Date.now() + 3_600_000) });
    await sql`update public.outbox set state = 'uncertain', finished_at = now() where id = ${uncertain}`;
    await asAdmin(`select public.settle_outbox('${uncertain}', 'again')`);
    await left(uncertain);
    await asAdmin("select public.set_outbox_paused(true)");
    // Due by the clock alone, so that nothing but the end of the pause can wake anyone.
    const paused = await put({ not_before: new Date(Date.now() + 3_600_000) });
    await sql`update public.outbox set not_before = now() where id = ${paused}`;
    await asAdmin("select public.set_outbox_paused(false)");
    await left(paused);
  } finally {
    await jobs.stop();
  }
});
