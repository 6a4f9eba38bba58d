// Two servers on one database, of which only one can open the secret of the mail provider.
import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { SMTPServer } from "smtp-server";
import { afterAll, expect, test } from "vitest";
import { readEnv } from "#server/env.ts";
import { findMessage, openOutbox, putMessage, testGate } from "#server/testing/outbox-for-tests.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { watchSettings } from "../live-settings.ts";
import { createMail } from "../mail/mail.ts";
import { sealWith } from "../sealed.ts";
import { setOutboxGate } from "./hand-over.ts";
import { createProviders, mailSecrets, secrecyOf } from "./providers.ts";

const { sql } = await testDatabase();
const got: string[] = [];
const post = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  onData(stream, session, done) {
    stream.resume();
    stream.on("end", () => {
      got.push(...session.envelope.rcptTo.map(({ address }) => address));
      done();
    });
  },
});
post.on("error", () => {});
await new Promise<void>((resolve) => post.listen(0, "127.0.0.1", resolve));
const cleanUp: (() => unknown)[] = [() => new Promise<void>((resolve) => post.close(resolve))];
afterAll(async () => {
  for (const undo of cleanUp) await undo();
});

async function server(key: Buffer) {
  const dataDir = await mkdtemp(path.join(tmpdir(), "sealed-provider-"));
  const printed: string[] = [];
  const env = readEnv({ LOG_LEVEL: "silent", DATA_DIR: dataDir });
  const settings = await watchSettings({ sql, env, sealing: sealWith(key), everyMs: 1e8 }, (now, _firm, locked) =>
    setOutboxGate(sql, { isOpen: true, hasMail: locked(mailSecrets).length > 0 || Boolean(now.SMTP_URL) }),
  );
  cleanUp.push(settings.stop, () => rm(dataDir, { recursive: true }));
  const print = (line: string) => void printed.push(line);
  const providers = createProviders(settings.env, print, "hello@guidevane.example", secrecyOf(sql, settings));
  const gate = testGate(sql, { providers });
  const files = () => readdir(path.join(dataDir, "outbox")).catch(() => []);
  return { settings, gate, printed, files };
}
const mail = createMail({ sql, jobs: { wake: async () => {} } });
async function signUp(): Promise<string> {
  const to = `${randomUUID()}@norrfall.example`;
  const link = "https://guidevane.test/auth/v1/verify?token=live";
  const expiresAt = new Date(Date.now() + 3_600_000);
  await sql.begin((within) =>
    mail.send({ to, subject: "Confirm", text: "Confirm", html: "Confirm", link }, { within, expiresAt }),
  );
  const [row] = await sql<{ id: string }[]>`select id from public.outbox where to_address = ${to}`;
  return row!.id;
}

test("audit-4 O8: a server that cannot open the provider's secret holds mail, says so, and leaves it to the one that can", async () => {
  await openOutbox(sql);
  const one = await server(randomBytes(32));
  const other = await server(randomBytes(32));
  await one.settings.paste("SMTP_URL", `smtp://127.0.0.1:${(post.server.address() as AddressInfo).port}`, null);
  await other.settings.refresh();
  const ids = [await signUp(), await putMessage(sql)];
  await other.gate.sweep();
  for (const id of ids)
    expect(await findMessage(sql, id)).toMatchObject({
      state: "queued",
      gate_code: "sealed_setting",
      gate_detail: "SMTP_URL",
      attempts: 0,
    });
  expect([await other.files(), other.printed, got]).toEqual([[], [], []]);
  expect(await sql`select has_mail from private.outbox_gate`).toEqual([{ has_mail: true }]);
  await one.gate.sweep();
  for (const id of ids) expect(await findMessage(sql, id)).toMatchObject({ state: "sent", gate_code: null });
  expect(got).toHaveLength(2);
  expect([await other.files(), await one.files()]).toEqual([[], []]);

  // Taken away again, mail becomes files; a link that signs someone in is printed no more.
  await one.settings.forget("SMTP_URL");
  await other.settings.refresh();
  await signUp();
  await other.gate.sweep();
  expect(await other.files()).toHaveLength(1);
  expect(other.printed).toEqual([expect.not.stringContaining("token=live")]);
});

test("audit-4 O8: where mail never had a provider, the link is printed", async () => {
  await sql`update private.outbox_gate set had_mail = false`;
  const alone = await server(randomBytes(32));
  await signUp();
  await alone.gate.sweep();
  expect(alone.printed).toEqual([expect.stringContaining("token=live")]);
});
