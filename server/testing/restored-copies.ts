// A backup with everything that could leave is restored, and a server with a real SMTP server is started on it: nothing arrives until an
// administrator goes live, and then each mail that is due arrives once.
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import pino from "pino";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, onTestFinished, vi } from "vitest";
import { readEnv } from "#server/env.ts";
import { openBackend } from "#server/open-backend.ts";
import { openPlatform } from "#server/open-platform.ts";
import { writeBackup } from "#server/platform/database/backup.ts";
import { actAs, addUser } from "./act-as.ts";
import { putMessage } from "./outbox-for-tests.ts";
import { sequencesForTests } from "./sequences-for-tests.ts";
import { testDatabase } from "./test-database.ts";

export type Place = "the embedded database" | "a PostgreSQL of the operator's own";

/** Call it at the top of a test file. */
export async function restoredCopies() {
  vi.setConfig({ testTimeout: 240_000 });
  const log = pino({ level: "silent" });
  const home = mkdtempSync(path.join(os.tmpdir(), "guidevane-copy-"));
  afterAll(() => rmSync(home, { recursive: true, force: true }));
  const source = await testDatabase();
  const { sql } = source;
  const file = path.join(home, "live.backup");
  const siteUrl = "https://copy.guidevane.test";

  /** A zone where it is about noon, so that hours of mail never decide this test. */
  function zoneAtNoon(): string {
    const ahead = 12 - new Date().getUTCHours();
    return ahead === 0 ? "UTC" : `Etc/GMT${ahead > 0 ? "-" : "+"}${Math.abs(ahead)}`;
  }

  let noor = "";
  const waiting = ["queued one", "queued two", "scheduled", "claimed"];

  beforeAll(async () => {
    await sql`update private.outbox_gate set is_open = true, switched_on = true`;
    const sequences = await sequencesForTests(sql);
    noor = sequences.noor;
    await sql`update auth.users set email = 'noor@guidevane.example', email_confirmed_at = now() where id = ${noor}`;
    for (const subject of ["queued one", "queued two", "claimed", "handing over", "uncertain"])
      await putMessage(sql, { subject });
    await putMessage(sql, { subject: "scheduled", not_before: new Date(Date.now() + 3_600_000).toISOString() });
    const leased = { lease_by: "a server that is gone" };
    await sql`update public.outbox set state = 'sending', phase = 'claimed', lease_by = ${leased.lease_by}, lease_until = now(), attempts = 1 where subject = 'claimed'`;
    await sql`update public.outbox set state = 'sending', phase = 'handing_over', provider = 'postmark', lease_by = ${leased.lease_by}, lease_until = now(), attempts = 1
      where subject = 'handing over'`;
    await sql`update public.outbox set state = 'uncertain', provider = 'postmark', taken_at = now() - interval '1 hour', finished_at = now() - interval '1 hour', ask_at = now()
      where subject = 'uncertain'`;
    await sql`insert into public.outbox (class, state, dedupe_key, origin_kind, to_address, subject, body_text, secret, expires_at)
      values ('system', 'queued', 'old sign-in', 'system', 'noor@guidevane.example', 'old sign-in', '', '{"text": "Code", "html": "<p>Code</p>"}', now() + interval '1 hour')`;
    const sequence = await sequences.addSequence([sequences.mailStep()], {
      timezone: zoneAtNoon(),
      window_start: "00:00",
      window_end: "23:59",
      weekdays: [1, 2, 3, 4, 5, 6, 7],
    });
    const { id } = await sequences.addContact({ email: "step@sequence.example" });
    await sequences.enrolOne(sequence, id);
    await sql`update public.enrolments set next_at = now() - interval '1 minute', timezone = ${zoneAtNoon()}`;
    await sql`insert into public.tasks (title, remind_at, assignee_id) values ('Call Maren', now() - interval '1 minute', ${noor})`;
    await sql`insert into private.access_links (kind, subject_id, token_hash, hint) values ('proposal', gen_random_uuid(), 'hash', 'abcd')`;
    await sql`insert into auth.sessions (id, user_id, created_at, updated_at) values (gen_random_uuid(), ${noor}, now(), now())`;
    await writeBackup({ sql, keys: null, dataDir: null }, file);
  });

  /** Subjects of what arrives, in order. */
  async function openMailbox() {
    const subjects: string[] = [];
    const server = new SMTPServer({
      disabledCommands: ["AUTH", "STARTTLS"],
      onData(stream, _session, done) {
        let text = "";
        stream.on("data", (chunk: Buffer) => (text += chunk.toString()));
        stream.on("end", () => {
          subjects.push(/^subject: (.*)$/im.exec(text)?.[1]?.trim() ?? "");
          done();
        });
      },
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
    return { subjects, url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}` };
  }

  async function restore(settings: Record<string, string>, ...more: string[]): Promise<string> {
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const { stdout } = await promisify(execFile)(process.execPath, ["tools/operate/restore.ts", file, ...more], {
      env: { PATH, NODE_COMPILE_CACHE, ...settings },
    });
    return stdout;
  }

  /** What main.ts opens, without listening on a port. */
  async function startOn(settings: Record<string, string>) {
    const mailbox = await openMailbox();
    const env = readEnv({
      ...settings,
      SMTP_URL: mailbox.url,
      AUTO_PUBLISH: "true",
      SITE_URL: siteUrl,
      LOG_LEVEL: "silent",
      LIMIT_MAIL_SECONDS: "0",
    });
    const platform = await openPlatform(env, log, () => {});
    const backend = await openBackend(env, log, platform);
    platform.modules(backend.askRights, () => ({ html: new Uint8Array(), headers: {} }));
    await platform.jobs.start();
    onTestFinished(async () => {
      await backend.close();
      await platform.close();
    });
    const copy = platform.database.sql;
    return {
      copy,
      mailbox,
      /** Everything that is due is enqueued and has been worked on; twice, because work makes work. */
      async runJobs() {
        for (let round = 0; round < 3; round++) {
          await platform.jobs.sweep();
          await expect
            .poll(() => copy`select name from pgboss.job where state in ('created', 'retry', 'active')`)
            .toEqual([]);
        }
      },
      askForSignIn: async () => {
        const request = new Request(`${siteUrl}/recover`, {
          method: "POST",
          headers: { "content-type": "application/json", apikey: backend.publishableKey },
          body: JSON.stringify({ email: "noor@guidevane.example" }),
        });
        const answer = await backend.auth.fetch(request);
        expect(answer.status).toBe(200);
      },
      asNoor: <T>(statement: (tx: Parameters<Parameters<typeof actAs>[2]>[0]) => Promise<T>) =>
        actAs(copy, { role: "authenticated", userId: noor }, statement),
      states: async () => {
        const rows = await copy<{ subject: string; state: string }[]>`
          select subject, state from public.outbox where class <> 'system' order by subject`;
        return Object.fromEntries(rows.map(({ subject, state }) => [subject, state]));
      },
    };
  }

  const messageOf = (promise: Promise<unknown>) =>
    promise.then(
      () => null,
      (error: Error) => error.message,
    );

  async function sendsNothingUntilLive(place: Place): Promise<void> {
    let settings: Record<string, string> = { DATA_DIR: path.join(home, place.replaceAll(/\W/g, "-")) };
    if (place !== "the embedded database") {
      const name = `${source.connection.database}_own`;
      await sql`create database ${sql(name)}`;
      settings = {
        ...settings,
        DATABASE_URL: `postgresql://postgres@localhost/${name}?host=${encodeURIComponent(source.connection.host)}`,
      };
      onTestFinished(async () => void (await sql`drop database ${sql(name)} with (force)`));
    }
    expect(await restore(settings)).toContain("4 messages that waited are held");

    const { copy, mailbox, runJobs, askForSignIn, asNoor, states } = await startOn(settings);
    await askForSignIn();
    const written = await putMessage(copy, { subject: "written in the copy" });
    await copy`select pg_notify('outbox_due', '')`;
    await runJobs();
    expect(mailbox.subjects).toEqual([]);
    const held = Object.fromEntries(waiting.map((subject) => [subject, "held"]));
    expect(await states()).toEqual({
      ...held,
      "handing over": "uncertain",
      uncertain: "uncertain",
      "written in the copy": "held",
    });
    expect(await copy`select gate_code, gate_detail from public.outbox where subject = 'queued one'`).toEqual([
      { gate_code: "restored", gate_detail: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
    ]);
    // A person cannot send from a copy either, one by one, all at once or by settling.
    expect(await messageOf(asNoor((tx) => tx`select public.release_outbox(${[written]})`))).toContain("This is a copy");
    expect(await messageOf(asNoor((tx) => tx`select public.release_restored_messages(4)`))).toContain("This is a copy");
    await asNoor((tx) => tx`select public.settle_outbox(id, 'again') from public.outbox where subject = 'uncertain'`);
    await runJobs();
    expect(mailbox.subjects).toEqual([]);

    // Going live: administrators only, and for the address they were shown.
    const stranger = await addUser(copy, { admin: false });
    const asStranger = actAs(
      copy,
      { role: "authenticated", userId: stranger },
      (tx) => tx`select public.go_live(${siteUrl})`,
    );
    expect(await messageOf(asStranger)).toContain("You need admin privileges");
    expect(await messageOf(asNoor((tx) => tx`select public.go_live('https://elsewhere.test')`))).toContain(
      `The site address is now ${siteUrl}`,
    );
    const shown = await asNoor((tx) => tx`select * from public.restored_copy()`);
    expect(shown).toEqual([expect.objectContaining({ is_copy: true, held: 4, steps_due: 1, site_url: siteUrl })]);
    await asNoor((tx) => tx`select public.go_live(${siteUrl})`);
    await runJobs();
    await runJobs();
    // What schedules owe, once; nothing of what waited, and not the sign-in mail that was asked for before.
    expect(mailbox.subjects.toSorted()).toEqual(["Hello Person", "Reminder: Call Maren"]);
    await askForSignIn();
    await expect.poll(() => mailbox.subjects).toHaveLength(3);

    // One by one, then the rest by a number that was seen.
    const [one] = await copy<{ id: string }[]>`select id from public.outbox where subject = 'queued one'`;
    await asNoor((tx) => tx`select public.release_outbox(${[one!.id]})`);
    await runJobs();
    expect(mailbox.subjects.slice(3)).toEqual(["queued one"]);
    expect(await messageOf(asNoor((tx) => tx`select public.drop_restored_messages(4)`))).toContain(
      "There are 3 now, not 4",
    );
    const [scheduled] = await copy<{ id: string }[]>`select id from public.outbox where subject = 'scheduled'`;
    await asNoor((tx) => tx`select public.cancel_outbox_rows(${[scheduled!.id]})`);
    await asNoor((tx) => tx`select public.release_restored_messages(2)`);
    await runJobs();
    await runJobs();
    expect(mailbox.subjects.slice(4).toSorted()).toEqual(["claimed", "queued two"]);
    expect(await asNoor((tx) => tx`select * from public.restored_copy()`)).toEqual([]);
    expect(await states()).toMatchObject({
      scheduled: "cancelled",
      "handing over": "uncertain",
      uncertain: "held",
      "written in the copy": "held",
    });
    const acts = await copy<{ act: string }[]>`
      select act from public.acts where id >= (select max(id) from public.acts where act = 'restored from a backup') order by id`;
    expect(acts.map(({ act }) => act)).toEqual([
      "restored from a backup",
      "copy taken live",
      "messages released",
      "messages released",
    ]);
  }

  return { source, home, restore, sendsNothingUntilLive };
}
