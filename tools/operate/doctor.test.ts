// `npm run doctor` beside a running server: what it names, and that it does so in its exit code.
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { Hono } from "hono";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AppEnv, createApp } from "../../server/app.ts";
import { createListener } from "../../server/http/listener.ts";
import { createLog } from "../../server/http/log.ts";
import { sealWith } from "../../server/platform/sealed.ts";
import { addUser } from "../../server/testing/act-as.ts";
import { putMessage } from "../../server/testing/outbox-for-tests.ts";
import { smallSite } from "../../server/testing/small-site.ts";
import { testDatabase } from "../../server/testing/test-database.ts";

const { sql, connection } = await testDatabase();
const key = "sb_secret_of_the_operator";
const site = await smallSite({ TRUSTED_PROXIES: "127.0.0.1" });
const dataDir = mkdtempSync(path.join(os.tmpdir(), "guidevane-doctor-"));

// A server that trusts anyone who asks from this machine: the doctor itself is then a proxy that passes no address.
const log = createLog(site.env);
const backend = {
  auth: new Hono<AppEnv>(),
  rest: new Hono<AppEnv>(),
  answers: async () => true,
  takesWrites: () => true,
  isOperator: (headers: Headers) => headers.get("apikey") === key,
};
const app = createApp({ env: site.env, log, website: site.website, backend, api: new Hono<AppEnv>() });
const server = createListener({ app, website: site.website, env: site.env, log }).listen(0, "127.0.0.1");
await once(server, "listening");
afterAll(() => {
  server.closeAllConnections();
  server.close();
  site.remove();
  rmSync(dataDir, { recursive: true, force: true });
});

async function doctor(settings: Record<string, string> = {}) {
  const { PATH = "", NODE_COMPILE_CACHE = "" } = process.env;
  const env = {
    PATH,
    NODE_COMPILE_CACHE,
    DATA_DIR: dataDir,
    SECRET_KEY: key,
    DATABASE_URL: `postgres://${connection.user}@localhost/${connection.database}?host=${connection.host}`,
    ...settings,
  };
  const said = await promisify(execFile)(process.execPath, ["tools/operate/doctor.ts"], { env }).catch(
    (error: { stdout: string; code: number }) => error,
  );
  return { text: said.stdout, failed: "code" in said };
}

test("it names what is set wrongly, what waits, and a proxy that passes no addresses", async () => {
  for (const [state, minutes] of [
    ["held", 180],
    ["failed", 5],
    ["queued", 30],
  ] as const) {
    const id = await putMessage(sql);
    const at = new Date(Date.now() - minutes * 60_000);
    await sql`update public.outbox set state = ${state}, created_at = ${at}, not_before = ${at},
      finished_at = case when ${state} = 'failed' then ${at}::timestamptz end where id = ${id}`;
  }
  const { text, failed } = await doctor({
    SITE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    STRIPE_SECRET_KEY: "sk_1",
    STMP_URL: "smtp://mail.example",
    AUTO_PUBLISH: "true",
  });
  expect(failed).toBe(true);
  expect(text).toMatch(/^FIX {3}settings +STRIPE_SECRET_KEY is set without STRIPE_WEBHOOK_SECRET/m);
  expect(text).toMatch(/^FIX {3}settings +STMP_URL is not a setting: was SMTP_URL meant\?$/m);
  expect(text).toMatch(/^FIX {3}mail +external publishing is on, but there is no mail provider/m);
  expect(text).toMatch(/^FIX {3}proxy +the proxy at SITE_URL sends no X-Forwarded-For/m);
  expect(text).toMatch(
    /^FIX {3}outbox +1 queued \(oldest \d\d min\), 1 held \(oldest 3 h\), 0 uncertain, 1 failed \(oldest \d+ min\); queued ones should have left/m,
  );
});

test("what is right is not to be fixed", async () => {
  await sql`delete from public.outbox`;
  const { text } = await doctor({ STRIPE_SECRET_KEY: "sk_1", STRIPE_WEBHOOK_SECRET: "whsec_1" });
  expect(text).toMatch(/^ok {4}outbox +0 queued, 0 held, 0 uncertain, 0 failed$/m);
  expect(text).not.toMatch(/^FIX {3}(?:settings|mail|proxy|outbox)/m);
});

describe("audit-4 O10: what a start would refuse, in the same words, each cause once", () => {
  const sealingKey = randomBytes(32).toString("base64");
  const fixes = (text: string) => text.split("\n").filter((line) => line.startsWith("FIX"));
  const isOfBuild = (line: string) => /^FIX {3}build/.test(line);
  const paste = async (value: string) => {
    const { keyId, nonce, sealed } = sealWith(Buffer.from(sealingKey, "base64")).seal("SMTP_URL", value);
    await sql`insert into private.sealed_settings (name, key_id, nonce, sealed) values ('SMTP_URL', ${keyId}, ${nonce}, ${sealed})
      on conflict (name) do update set key_id = excluded.key_id, nonce = excluded.nonce, sealed = excluded.sealed`;
  };
  const mailServer = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    onAuth: (_auth, _session, callback) => callback(new Error("No such person")),
  });
  let port = 0;
  beforeAll(async () => {
    const listening = mailServer.listen(0, "127.0.0.1");
    await once(listening, "listening");
    port = (listening.address() as AddressInfo).port;
  });
  afterAll(() => new Promise<void>((resolve) => mailServer.close(resolve)));

  const elsewhere = `postgres://${connection.user}@localhost/nowhere?host=${connection.host}`;
  const table: [
    name: string,
    breakIt: () => Promise<unknown> | void,
    settings: Record<string, string>,
    said: RegExp,
  ][] = [
    [
      "a database that does not exist",
      () => {},
      { DATABASE_URL: elsewhere },
      /^FIX {3}database +The PostgreSQL of DATABASE_URL \(localhost\) cannot be used: database "nowhere" does not exist$/,
    ],
    [
      "a DATA_DIR without a database",
      () => {},
      { DATABASE_URL: "", DATA_DIR: "/nowhere" },
      /^FIX {3}database +There is no database in \/nowhere\. Is DATA_DIR right\?$/,
    ],
    [
      "damaged keys",
      () => sql`insert into server.keys (keys) values ('{}')`,
      {},
      /^FIX {3}keys +The keys in table server\.keys cannot be read\. Nothing was changed\./,
    ],
    [
      "a pasted mail server that refuses the connection",
      () => paste("smtp://127.0.0.1:9"),
      { SEALING_KEY: sealingKey },
      /^FIX {3}mail +The SMTP server refused the connection$/,
    ],
    [
      "a pasted mail server that refuses the password",
      () => paste(`smtp://ada:wrong@127.0.0.1:${port}`),
      { SEALING_KEY: sealingKey },
      /^FIX {3}mail +The SMTP server did not take our sign-in$/,
    ],
    [
      "a pasted setting without its key",
      () => paste("smtp://127.0.0.1:9"),
      { SEALING_KEY: randomBytes(32).toString("base64") },
      /^FIX {3}keys +One stored secret cannot be opened with this server's key: SMTP_URL\./,
    ],
  ];
  test.each(table)("%s", async (_name, breakIt, settings, said) => {
    await sql`delete from server.keys`;
    await sql`delete from private.sealed_settings`;
    await addUser(sql, { admin: true });
    await breakIt();
    const { text, failed } = await doctor({ SECRET_KEY: "", ...settings });
    const found = fixes(text).filter((line) => !isOfBuild(line));
    expect(found).toEqual([expect.stringMatching(said)]);
    expect([failed, text]).toEqual([true, expect.not.stringContaining("    at ")]);
  });
});
