// Mail and pushes of notices on a real database, with the clock in the test's hand and a push service that is ours.
import { createServer } from "node:http";
import { createDecipheriv, createECDH, hkdfSync, randomBytes, verify } from "node:crypto";
import type { AddressInfo } from "node:net";
import pino from "pino";
import { Hono } from "hono";
import { afterAll, beforeEach, expect, test } from "vitest";
import type { Sql, Statements } from "#server/platform/database/sql.ts";
import type { JobKind } from "#server/platform/jobs/jobs.ts";
import { createLinks } from "#server/platform/links/links.ts";
import { tokenPage } from "#server/platform/links/token-pages.ts";
import type { Message } from "#server/platform/mail/mail.ts";
import { addUser } from "#server/testing/act-as.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { promisesJob } from "../server.ts";
import { choicesPage } from "./choices-page.ts";
import { mailAtOnce } from "./mail-at-once.ts";
import { mailOfTheDay } from "./mail-of-the-day.ts";
import { reseal } from "#server/platform/reseal.ts";
import { sealWith, type Sealing } from "#server/platform/sealed.ts";
import { isPushHost, makePushKeys, pushJob, pushKeys } from "./push.ts";

const { sql } = await testDatabase();
await sql`create table public.test_mails (recipient text, subject text, body text)`;
const [noor, ada] = [await addUser(sql, { admin: true }), await addUser(sql, { admin: true })];
await sql`update public.staff set name = 'Noor Marchetti' where user_id = ${noor}`;
const mail = {
  send: async ({ to, subject, text }: Message, { within = sql }: { within?: Statements } = {}) => {
    await within`insert into public.test_mails values (${to}, ${subject}, ${text})`;
  },
};
const mails = () => sql<{ recipient: string; subject: string; body: string }[]>`select * from public.test_mails`;

let clock = new Date();
const later = (seconds: number) => (clock = new Date(clock.getTime() + seconds * 1000));
const links = createLinks(sql);
const parts = { sql, mail, links, siteUrl: "https://guidevane.example", now: () => clock };
async function sweep(...kinds: JobKind[]) {
  await Promise.all(
    kinds.map(async (kind) => {
      for (const key of await kind.findDue(100)) await kind.run(key, new AbortController().signal);
    }),
  );
}
const twoServers = (make: (given: typeof parts) => JobKind) => sweep(make(parts), make(parts));

const notice = (given: { user?: string; mail?: string; title?: string; kind?: string } = {}) => sql`
  with made as (
    insert into public.events (kind, record_type, record_id, record_name, actor_id)
    values ('created', 'task', gen_random_uuid(), ${given.title ?? "Call Maren"}, ${noor}) returning id, record_id)
  insert into public.notices (user_id, kind, what, record_type, record_id, about_id, event_id, actor_id, mail, at)
  select ${given.user ?? ada}, ${given.kind ?? "given"}, 'given', 'task', record_id, record_id, id, ${noor}, ${given.mail ?? "at_once"}, ${clock} from made
  returning id`;

beforeEach(async () => {
  await sql`update public.modules set live = true`;
  await sql`truncate public.notices, public.notice_choices, public.test_mails, public.tasks, public.inquiries, private.notice_days, private.push_browsers cascade`;
  await sql`update public.office set time_zone = 'America/New_York', opens_at = '09:00', closes_at = '17:00'`;
  // A Wednesday, eight in the morning in New York.
  clock = new Date("2026-11-18T13:00:00Z");
});

test("notices 4: mail at once waits two minutes, is one for all that came by then, and is not sent twice", async () => {
  await notice();
  await notice({ title: "Write to Idris" });
  later(119);
  await twoServers(mailAtOnce);
  expect(await mails()).toEqual([]);
  later(1);
  await twoServers(mailAtOnce);
  await twoServers(mailAtOnce);
  const [sent, ...more] = await mails();
  expect(more).toEqual([]);
  expect(sent).toMatchObject({ recipient: `${ada}@example.com`, subject: "2 things are new for you" });
  expect(sent!.body).toContain("Noor Marchetti gave you a task: Write to Idris");
  expect(sent!.body).toMatch(/Change what you are mailed: https:\/\/guidevane\.example\/n\/[\w-]{43}/);
});

test("notices 4: what was read on screen meanwhile is not mailed, nor what was chosen never", async () => {
  await notice();
  await sql`update public.notices set read_at = ${clock}`;
  await notice({ mail: "never" });
  later(300);
  await twoServers(mailAtOnce);
  await twoServers(mailOfTheDay);
  expect(await mails()).toEqual([]);
});

test("notices 5: who lost the right, or has left, is not mailed", async () => {
  await notice();
  await sql`delete from public.user_roles where user_id = ${ada}`;
  later(300);
  await twoServers(mailAtOnce);
  await sql`insert into public.user_roles (user_id, role) values (${ada}, 'admin')`;
  await twoServers(mailAtOnce);
  expect(await mails()).toEqual([]);
});

test("notices 4: the day's mail comes when the office opens, by its clock, on working days, only if there is something", async () => {
  await notice({ mail: "daily", title: "Rollout" });
  await sql`insert into public.tasks (title, due_on, assignee_id) values ('Late one', '2026-11-17', ${ada}), ('For today', '2026-11-18', ${ada})`;
  await twoServers(mailOfTheDay);
  expect(await mails()).toEqual([]);
  later(3600);
  await twoServers(mailOfTheDay);
  await twoServers(mailOfTheDay);
  const [sent, ...more] = await mails();
  expect(more).toEqual([]);
  expect(sent!.subject).toBe("Today: 2 to do, 1 new");
  expect(sent!.body).toMatch(/Late one \(late\)\n- For today \(today\)\n- Noor Marchetti gave you a task: Rollout/);
  // Nothing for Noor, and nothing on a Saturday.
  await notice({ mail: "daily" });
  clock = new Date("2026-11-21T15:00:00Z");
  await twoServers(mailOfTheDay);
  expect(await mails()).toHaveLength(1);
});

test("notices 4: a colleague without an account, as in a sample firm, is passed over", async () => {
  const [sample] = await sql<{ user_id: string }[]>`
    insert into public.staff (user_id, name) values (gen_random_uuid(), 'Ada Lind') returning user_id`;
  later(3600);
  expect((await mailOfTheDay(parts).findDue(100)).filter((key) => key.endsWith(sample!.user_id))).toEqual([]);
  await sql`delete from public.staff where user_id = ${sample!.user_id}`;
});

test("notices 4: late answers are in the day's mail", async () => {
  await sql`insert into public.inquiries (id, kind, reference, name, email, message, state, assignee_id, due_at)
    values (gen_random_uuid(), 'contact', '', 'Maren Holt', 'maren@norrfall.example', 'Hello', 'new', ${ada}, '2026-11-17T22:00:00Z')`;
  await sql`insert into public.tasks (title, due_on, assignee_id) values ('For today', '2026-11-18', ${ada})`;
  later(3600);
  await twoServers(mailOfTheDay);
  const all = await mails();
  expect(all.map(({ recipient }) => recipient)).toEqual([`${ada}@example.com`]);
  expect(all[0]!.body).toMatch(/Answer GV-\d+ \(late, Maren Holt\)/);
});

test("notices 4: one click on the mail's page changes what is mailed, without signing in", async () => {
  const page = tokenPage(
    {
      links,
      limits: { take: async () => null } as never,
      notice: () => ({ html: new Uint8Array(), headers: {} }),
      secure: false,
    },
    choicesPage(sql),
  );
  const site = new Hono().route("/n", page as never);
  const { token } = await links.issue({ kind: "notice_choices", subjectId: ada });
  const shown = await (await site.request(`/n/${token}`)).text();
  expect(shown).toContain("Something is given to you: Daily");
  const nonce = /name="nonce" value="([^"]+)"/.exec(shown)![1]!;
  const press = (choice: string, given = nonce) =>
    site.request(`/n/${token}`, { method: "POST", body: new URLSearchParams({ choice, nonce: given, version: "1" }) });
  expect((await press("given never", "wrong")).status).toBe(403);
  expect((await press("given never")).status).toBe(303);
  const chosen = () => sql<{ kind: string; mail: string }[]>`select kind, mail from public.notice_choices order by 1`;
  expect(await chosen()).toEqual([{ kind: "given", mail: "never" }]);
  await press("today at_once");
  expect(await chosen()).toEqual([{ kind: "given", mail: "never" }]);
  await press("all never");
  expect((await chosen()).every(({ mail: way }) => way === "never")).toBe(true);
  expect(await chosen()).toHaveLength(8);
});

test("notices 1: the sweep finds promises and removes what is old", async () => {
  await sql`insert into public.inquiries (id, kind, reference, name, email, message, state, assignee_id, due_at)
    values (gen_random_uuid(), 'contact', '', 'Maren Holt', 'maren@norrfall.example', 'Hello', 'new', ${ada}, ${later(7000)})`;
  await sql`truncate public.notices`;
  const job = promisesJob(sql, () => new Date(clock.getTime() - 7000_000));
  await sweep(job, job);
  expect(await sql`select what from public.notices`).toEqual([{ what: "promise" }]);
});

/** A browser that can open what it is sent (RFC 8291). */
function browser() {
  const keys = createECDH("prime256v1");
  keys.generateKeys();
  const auth = randomBytes(16);
  const key = (salt: Buffer, secret: Buffer, info: Buffer | string, bytes: number) =>
    Buffer.from(hkdfSync("sha256", secret, salt, info, bytes));
  return {
    p256dh: keys.getPublicKey("base64url"),
    auth: auth.toString("base64url"),
    open(sent: Buffer): { title: string; body: string; path: string } {
      const salt = sent.subarray(0, 16);
      const theirs = sent.subarray(21, 21 + sent[20]!);
      const box = sent.subarray(21 + sent[20]!);
      const info = Buffer.concat([Buffer.from("WebPush: info\0"), keys.getPublicKey(), theirs]);
      const shared = key(auth, keys.computeSecret(theirs), info, 32);
      const decipher = createDecipheriv(
        "aes-128-gcm",
        key(salt, shared, "Content-Encoding: aes128gcm\0", 16),
        key(salt, shared, "Content-Encoding: nonce\0", 12),
      );
      decipher.setAuthTag(box.subarray(-16));
      const text = Buffer.concat([decipher.update(box.subarray(0, -16)), decipher.final()]).toString("utf8");
      // What follows the last bracket is padding.
      return JSON.parse(text.slice(0, text.lastIndexOf("}") + 1)) as never;
    },
  };
}

const received: { authorization: string; body: Buffer }[] = [];
let status = 201;
const service = createServer((request, response) => {
  const pieces: Buffer[] = [];
  request.on("data", (piece: Buffer) => pieces.push(piece));
  request.on("end", () => {
    received.push({ authorization: request.headers.authorization ?? "", body: Buffer.concat(pieces) });
    response.writeHead(status).end();
  });
});
await new Promise<void>((resolve) => void service.listen(0, "127.0.0.1", resolve));
afterAll(() => void service.close());
const local = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
const host = "push.example";
const origin = `https://${host}`;
const send: typeof fetch = (address, init) => fetch(String(address).replace(origin, local), init);
const sealing = sealWith(randomBytes(32));
const pushes = (given: { sql: Sql; siteUrl: string; now: () => Date }, hosts = [host]) =>
  pushJob({ ...given, sealing: async () => sealing, send, log: pino({ level: "silent" }), hosts });
const keep = (one: ReturnType<typeof browser>, names: boolean, endpoint = `${origin}/send/1`) => sql`
  insert into private.push_browsers (user_id, endpoint, p256dh, auth, with_names) values (${ada}, ${endpoint}, ${one.p256dh}, ${one.auth}, ${names})`;

test("notices 6: a browser gets a line it alone can open, once, without a client's name unless that was chosen", async () => {
  received.length = 0;
  const [plain, named] = [browser(), browser()];
  await keep(plain, false, `${origin}/send/1`);
  await keep(named, true, `${origin}/send/2`);
  await notice({ title: "Call Maren Holt" });
  await twoServers((given) => pushes(given));
  await twoServers((given) => pushes(given));
  expect(received).toHaveLength(2);
  const opened = received.map(({ body }) => {
    try {
      return plain.open(body);
    } catch {
      return named.open(body);
    }
  });
  expect(opened.find(({ body }) => body === "")).toEqual({
    title: "A task is yours now",
    body: "",
    path: "/admin/tasks",
  });
  expect(opened.find(({ body }) => body !== "")).toMatchObject({
    title: "Noor Marchetti gave you a task",
    body: "Call Maren Holt",
  });
  const [, token, key] = /^vapid t=([^,]+),\s*k=(.+)$/.exec(received[0]!.authorization)!;
  const [head, claims, signature] = token!.split(".");
  const point = Buffer.from(key!, "base64url");
  const jwk = {
    kty: "EC",
    crv: "P-256",
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url"),
  };
  expect(
    verify(
      "sha256",
      Buffer.from(`${head}.${claims}`),
      { key: jwk, format: "jwk", dsaEncoding: "ieee-p1363" },
      Buffer.from(signature!, "base64url"),
    ),
  ).toBe(true);
  expect(JSON.parse(Buffer.from(claims!, "base64url").toString())).toMatchObject({ aud: origin });
  const again = await makePushKeys(sql, sealing);
  expect(await makePushKeys(sql, sealing)).toEqual(again);
});

test("audit-4 S19: the key for push services is sealed, also one from before; another key does not open it, a new one seals it again", async () => {
  const plain = async () =>
    (await sql<{ kept: string }[]>`select to_jsonb(push_keys)::text as kept from private.push_keys`)[0]!.kept;
  await sql`delete from private.push_keys`;
  const made = await makePushKeys(sql, sealing);
  expect(await plain()).not.toContain(made.privateKey);
  // As an installation from before has it.
  await sql`update private.push_keys set private_key = ${made.privateKey!}, key_id = null, nonce = null, sealed = null`;
  expect(await makePushKeys(sql, sealing)).toEqual(made);
  expect(await plain()).not.toContain(made.privateKey);
  const other = sealWith(randomBytes(32));
  await expect(makePushKeys(sql, other)).rejects.toThrow("sealed with a key that is not here");
  const both: Sealing = {
    ...other,
    open: (purpose, given) => other.open(purpose, given) ?? sealing.open(purpose, given),
  };
  expect(await reseal(sql, both, [pushKeys])).toEqual({ resealed: 1, unopened: 0 });
  expect(await makePushKeys(sql, other)).toEqual(made);
  await expect(makePushKeys(sql, sealing)).rejects.toThrow();
  await sql`delete from private.push_keys`;
});

test("notices 6: a browser that has left is forgotten, an address that is no push service is not called", async () => {
  received.length = 0;
  await keep(browser(), false);
  await notice();
  status = 410;
  await sweep(pushes(parts));
  status = 201;
  expect(received).toHaveLength(1);
  expect(await sql`select * from private.push_browsers`).toEqual([]);
  await keep(browser(), false, "http://127.0.0.1:5432/");
  await notice();
  await sweep(pushes(parts, ["push.services.mozilla.com"]));
  expect(received).toHaveLength(1);
  expect(await sql`select * from private.push_browsers`).toEqual([]);
  const hosts = ["push.services.mozilla.com"];
  expect(isPushHost("https://updates.push.services.mozilla.com/wpush/v2/x", hosts)).toBe(true);
  for (const no of [
    "http://updates.push.services.mozilla.com/",
    "https://updates.push.services.mozilla.com:8443/",
    "https://evilpush.services.mozilla.com/",
    "https://push.services.mozilla.com.evil.example/",
    "https://push.services.mozilla.com@evil.example/",
    "https://169.254.169.254/",
    "nonsense",
  ])
    expect([no, isPushHost(no, hosts)]).toEqual([no, false]);
});
