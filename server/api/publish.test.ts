// Publishing by the gate of the outbox, while that module is on.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pino from "pino";
import { afterAll, beforeEach, expect, test } from "vitest";
import { currentTime } from "#domain/clock.ts";
import { readEnv } from "#server/env.ts";
import { createLinks } from "#server/platform/links/links.ts";
import { createGate, setOutboxGate } from "#server/platform/outbox/hand-over.ts";
import { actAs, addUser, type Who } from "#server/testing/act-as.ts";
import { noFiles } from "#server/testing/outbox-for-tests.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { createApi } from "./api.ts";
import { createPublishing, publishedFolder } from "./publish.ts";

const { sql } = await testDatabase();
const admin: Who = { role: "authenticated", userId: await addUser(sql, { admin: true }) };
const dataDir = mkdtempSync(path.join(os.tmpdir(), "guidevane-publish-"));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

async function site(isOpen: boolean, now = currentTime) {
  const env = readEnv({ AUTO_PUBLISH: String(isOpen), SITE_URL: "https://guidevane.test" });
  await setOutboxGate(sql, isOpen);
  const providers = { publish: publishedFolder(dataDir, sql, now) };
  const gate = createGate({ sql, links: createLinks(sql), env, providers, storage: noFiles, mails: {} });
  const api = createApi({
    env,
    log: pino({ level: "silent" }),
    askRights: async () => "allowed",
    dataDir,
    publishing: createPublishing(sql, gate, now),
  });
  const post = async (body: unknown) => {
    const answer = await api.request("/publish/article", { method: "POST", body: JSON.stringify(body) });
    return { status: answer.status, said: (await answer.json()) as Record<string, string> };
  };
  return { gate, post };
}
const guard = {
  code: 403,
  error: "Publishing Disabled",
  message: "Preview and draft modes only. Contact admin to enable publishing.",
};
const file = { name: "brief.md", text: "# Brief" };

beforeEach(async () => {
  await sql`delete from public.outbox`;
  await sql`update public.modules set live = true where key = 'outbox'`;
});

test("outbox 3: in the safe mode publishing answers 403 in the specified words, with the id under which it waits", async () => {
  const { post } = await site(false);
  const { status, said } = await post(file);
  const { held, ...words } = said;
  expect({ status, words }).toEqual({ status: 403, words: guard });
  const [row] = await sql`select channel, state, subject, body_text from public.outbox where id = ${held!}`;
  expect(row).toEqual({ channel: "publish", state: "held", subject: "brief.md", body_text: "# Brief" });
  // Asked again it is the same one; nonsense is refused and kept nowhere.
  expect((await post(file)).said.held).toBe(held);
  expect(await post({ name: "x" })).toEqual({ status: 403, said: guard });
  expect(await sql`select from public.outbox`).toHaveLength(1);
});

test("outbox 3: while the module is off the answer is word for word as specified, and nothing is kept", async () => {
  await sql`update public.modules set live = false where key = 'outbox'`;
  const { post } = await site(false);
  expect(await post(file)).toEqual({ status: 403, said: guard });
  expect(await sql`select from public.outbox`).toHaveLength(0);
});

test("outbox 4: what was held is written when a person releases it; with publishing on it is written at once, and once", async () => {
  const safe = await site(false);
  const { said } = await safe.post(file);
  const { gate, post } = await site(true);
  await actAs(sql, admin, (caller) => caller`select public.release_outbox(${[said.held!]}::uuid[])`);
  for (const key of await gate.job.findDue(10)) await gate.job.run(key, new AbortController().signal);
  const [row] = await sql<{ state: string; provider_id: string }[]>`select state, provider_id from public.outbox`;
  expect(row!.state).toBe("sent");
  expect(readFileSync(path.join(dataDir, row!.provider_id), "utf8")).toBe("# Brief");
  const other = await post({ ...file, text: "# Another" });
  expect(other.status).toBe(201);
  expect(readFileSync(path.join(dataDir, other.said.path!), "utf8")).toBe("# Another");
  expect((await post({ ...file, text: "# Another" })).said.path).toBe(other.said.path);
  expect((await post({ name: "brief.exe", text: "x" })).status).toBe(400);
});

test.each([
  ["with the outbox", true, "America/New_York", "2026-01-15T03:00:00Z", "2026-01-14"],
  ["without it", false, "America/New_York", "2026-01-15T03:00:00Z", "2026-01-14"],
  ["with the outbox", true, "Asia/Tokyo", "2026-01-14T22:00:00Z", "2026-01-15"],
])("audit-4 clocks: %s the published folder has the office's day", async (_, isOn, zone, at, day) => {
  await sql`update public.modules set live = ${isOn} where key = 'outbox'`;
  await sql`update public.office set time_zone = ${zone}`;
  const { post } = await site(true, () => new Date(at));
  expect((await post({ ...file, text: `# ${zone}` })).said.path).toMatch(`/GV/Published/${day}/brief`);
});
