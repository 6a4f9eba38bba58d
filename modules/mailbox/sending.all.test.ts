// Sending replies and putting their copies into Sent while servers are killed. What `npm test -- all` adds.
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { SMTPServer } from "smtp-server";
import { afterAll, expect, test, vi } from "vitest";
import { setOutboxGate } from "#server/platform/outbox/hand-over.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { mail, startMailServer } from "./testing/mail-server.ts";
import { firm, readOnce } from "./testing/mailbox-for-tests.ts";

const { sql, connection } = await testDatabase();
const imap = await startMailServer();
const program = path.join(import.meta.dirname, "testing/sending-process.ts");

const idOf = (bytes: Buffer | string) => /^Message-ID:\s*(<[^>]+>)/im.exec(String(bytes))?.[1] ?? "none";
/** What the mail server took, by Message-ID, in order. */
const taken: string[] = [];
const smtp = new SMTPServer({
  disabledCommands: ["STARTTLS"],
  onAuth: ({ username }, _session, done) => done(null, { user: username }),
  onData(stream, _session, done) {
    const pieces: Buffer[] = [];
    stream.on("data", (piece: Buffer) => pieces.push(piece));
    stream.on("end", () => {
      taken.push(idOf(Buffer.concat(pieces)));
      // A kill now leaves a sender that does not know whether its mail was taken.
      setTimeout(done, taken.length % 30);
    });
  },
});
smtp.on("error", () => {});
afterAll(async () => {
  await imap.close();
  await new Promise<void>((resolve) => smtp.close(resolve));
});

const kills = 50;
const batch = 12;
const replies = (kills / 2) * batch;

test(
  "mailbox 20: of 300 replies none is sent twice and each has one copy in Sent, though the server is killed 50 times",
  { timeout: 1_800_000 },
  async () => {
    await new Promise<void>((resolve) => smtp.listen(0, "127.0.0.1", resolve));
    const us = await firm(sql);
    const box = await us.mailbox(imap.port);
    await sql`update public.mailboxes set smtp_host = '127.0.0.1', smtp_port = ${(smtp.server.address() as AddressInfo).port} where id = ${box}`;
    imap.append(
      "INBOX",
      mail({ from: "Ada Lind <ada@norrfall.example>", to: "dana@guidevane.example", subject: "Eleven questions" }),
    );
    await readOnce(sql, box);
    await setOutboxGate(sql, {
      isOpen: true,
      mailHost: "guidevane.example",
      identities: ["hello@guidevane.example"],
    });
    const [question] = await sql<{ id: string }[]>`select id from public.mails`;
    const write = (n: number) =>
      us.call(us.dana, "write_mail_answer", {
        answer: JSON.stringify({
          id: randomUUID(),
          mail: question!.id,
          // One address gets so many mails an hour, and no more.
          to: [`reader${n}@norrfall.example`],
          text: `Answer ${n}.`,
          all_the_same: true,
        }),
      });

    const inSent = () => imap.folder("Sent").messages.map(({ raw }) => idOf(String(raw)));
    // Later each time, so that what a killed server held is free again, and copies of what it sent are due.
    let ahead = 60;
    const start = () =>
      spawn(process.execPath, [program, JSON.stringify(connection), String((ahead += 600))], {
        stdio: ["ignore", "pipe", "inherit"],
      });
    let amidSending = 0;
    let amidCopies = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      // Every other time there is something to send, however much the one before got done.
      if (kill % 2 === 0) for (let n = 0; n < batch; n += 1) await write((kill / 2) * batch + n);
      const child = start();
      await once(child.stdout, "data");
      const before = { taken: taken.length, copies: inSent().length };
      // Every other time while mail leaves, else while copies are put; or when there is nothing left to do.
      const happened = () =>
        kill % 2 === 0 ? taken.length > before.taken + (kill % 5) : inSent().length > before.copies + (kill % 4);
      await vi.waitFor(() => expect(happened()).toBe(true), { timeout: 4000, interval: 2 }).catch(() => undefined);
      if (happened() && kill % 2 === 0) amidSending += 1;
      if (happened() && kill % 2 === 1) amidCopies += 1;
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    }
    const states = () =>
      sql<{ state: string; copy: string | null; message_id: string }[]>`
        select outbox.state, answer.copy, outbox.message_id from public.mail_answers as answer join public.outbox on outbox.id = answer.outbox_id`;
    // The last ones: once for what waits to leave, once for the copies that are due then.
    for (let round = 0; round < 3; round += 1) {
      const last = start();
      // What is left may be much, on a busy machine.
      const settled = vi.waitFor(
        async () => {
          const open = (await states()).filter(
            ({ state, copy }) =>
              !["sent", "uncertain"].includes(state) || (round > 0 && state === "sent" && copy === "wanted"),
          );
          expect(open.length).toBe(0);
        },
        { timeout: 600_000, interval: 200 },
      );
      const ended = once(last, "exit");
      await settled.finally(() => last.kill("SIGKILL"));
      await ended;
    }

    const rows = await states();
    const times = (list: readonly string[], id: string) => list.filter((one) => one === id).length;
    const copies = inSent();
    expect(rows).toHaveLength(replies);
    // Of 25 kills each; a busy machine is done with some before its kill comes.
    expect(amidSending).toBeGreaterThan(8);
    expect(amidCopies).toBeGreaterThan(8);
    expect(rows.filter(({ message_id: id }) => times(taken, id) > 1)).toEqual([]);
    expect(rows.filter(({ message_id: id }) => times(copies, id) > 1)).toEqual([]);
    const sent = rows.filter(({ state }) => state === "sent");
    expect(sent.filter(({ message_id: id }) => times(taken, id) !== 1 || times(copies, id) !== 1)).toEqual([]);
    // Twelve are on their way at each kill: of most of those nobody can know, and none is repeated by itself.
    expect(sent.length).toBeGreaterThan(replies / 10);
  },
);
