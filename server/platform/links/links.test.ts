// The security rules of all pages that a secret address opens, on a made-up page that shows a price.
import { createHmac, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { Hono } from "hono";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { AppEnv } from "#server/app.ts";
import { createLimits } from "#server/supabase/limits/limits.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { createLinks, formNonce, type Link } from "./links.ts";
import { tokenPage } from "./token-pages.ts";

const { sql } = await testDatabase();
let ahead = 0;
const now = () => new Date(Date.now() + ahead);
const links = createLinks(sql, now);

interface Subject {
  name: string;
  version: string;
  accepted: string | null;
  seen: number;
}
const subjects = new Map<string, Subject>();
const page = {
  kind: "proposal" as const,
  async show(link: Link, token: string) {
    const subject = subjects.get(link.subjectId);
    return subject ? `<h1>${subject.name}: 4,000</h1><form>${formNonce(token, subject.version)}</form>` : null;
  },
  async act(link: Link, form: Record<string, string>, version: string) {
    const subject = subjects.get(link.subjectId)!;
    if (version !== subject.version) return new Response("there is a newer version", { status: 409 });
    subject.accepted = form.name ?? null;
    return new Response("accepted");
  },
  async seen(link: Link) {
    subjects.get(link.subjectId)!.seen += 1;
  },
};

let address = "";
const app = new Hono<AppEnv>().route(
  "/p",
  tokenPage(
    {
      links,
      limits: createLimits(sql, now),
      notice: (name) => ({ html: new TextEncoder().encode(`<h1>${name}</h1>`), headers: {} }),
      secure: true,
    },
    page,
  ),
);
const ask = (path: string, init?: RequestInit) => app.request(path, init, { clientAddress: address });
const send = (path: string, fields: Record<string, string>, cookie = "") =>
  ask(path, { method: "POST", body: new URLSearchParams(fields), headers: cookie ? { cookie } : {} });

async function published(options: { expiresAt?: Date; password?: string; maxUses?: number } = {}) {
  const subjectId = randomUUID();
  const subject: Subject = { name: "Norrfall", version: "1", accepted: null, seen: 0 };
  subjects.set(subjectId, subject);
  const issued = await links.issue({ kind: "proposal", subjectId, ...options });
  return { ...issued, subject, subjectId, path: `/p/${issued.token}` };
}

let network = 0;
beforeEach(() => {
  // Limits are counted per network: each test is its own visitor.
  network += 1;
  address = `198.51.${Math.floor(network / 250)}.${(network % 250) + 1}`;
});
afterEach(() => {
  ahead = 0;
});

describe("links", () => {
  test("links 1: tokens are 256 random bits, and nothing that is stored or listed opens a page", async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => published()));
    expect(new Set(made.map(({ token }) => token)).size).toBe(20);
    for (const { token } of made) expect(Buffer.from(token, "base64url")).toHaveLength(32);
    const { token, subjectId } = made[0]!;
    const [row] = await sql<{ text: string; hash: string }[]>`
      select l::text as text, encode(token_hash, 'hex') as hash from private.access_links l where subject_id = ${subjectId}`;
    const listed = await links.list("proposal", subjectId);
    expect(row!.text).not.toContain(token);
    expect(JSON.stringify(listed)).not.toContain(token);
    for (const stored of [
      row!.hash,
      Buffer.from(row!.hash, "hex").toString("base64url"),
      listed[0]!.id,
      listed[0]!.hint,
    ])
      expect((await ask(`/p/${stored}`)).status).toBe(404);
  });

  test("links 2: unknown is 404, expired and revoked are 410, with one and the same text that names nothing", async () => {
    const expired = await published({ expiresAt: new Date(Date.now() - 1000) });
    const revoked = await published();
    await links.revoke(revoked.id);
    const [unknown, ...dead] = await Promise.all(
      [`/p/${"A".repeat(43)}`, expired.path, revoked.path].map((path) => ask(path)),
    );
    const text = await unknown!.text();
    expect([unknown!.status, ...dead.map(({ status }) => status)]).toEqual([404, 410, 410]);
    for (const response of dead) expect(await response.text()).toBe(text);
    expect(text).not.toMatch(/Norrfall|4,000/);
  });

  test("links 3: GET and HEAD change nothing, and neither does a POST without what the page gave", async () => {
    const { path, token, subject } = await published({ maxUses: 1 });
    for (const method of ["GET", "HEAD", "GET"]) expect((await ask(path, { method })).status).toBe(200);
    expect((await send(path, {})).status).toBe(403);
    expect((await send(path, { name: "Ada", version: "1", nonce: formNonce(token, "2") })).status).toBe(403);
    expect(subject).toMatchObject({ accepted: null, seen: 0 });
    const [row] = await sql<{ uses: number; last_used_at: Date | null }[]>`
      select uses, last_used_at from private.access_links where hint = ${token.slice(-4)} and max_uses = 1`;
    expect(row).toMatchObject({ uses: 0, last_used_at: null });
    await send(path, { name: "Ada", version: "1", nonce: formNonce(token, "1") });
    expect(subject.accepted).toBe("Ada");
  });

  test("links 4: seen is what a page in front of a person posts, not an open", async () => {
    const { path, subject } = await published();
    await ask(path);
    expect(subject.seen).toBe(0);
    expect((await send(`${path}/seen`, {})).status).toBe(204);
    expect(subject.seen).toBe(1);
  });

  test("links 5: no cache, no referrer, no robots, no frame, no third party, on every answer", async () => {
    const { path, token } = await published({ password: "open sesame" });
    const answers = await Promise.all([
      ask(path),
      ask(`/p/${"B".repeat(43)}`),
      send(`${path}?password`, { password: "open sesame" }),
      send(path, { nonce: formNonce(token, "1"), version: "1" }),
    ]);
    for (const { headers } of answers) {
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      expect(headers.get("x-robots-tag")).toContain("noindex");
      const policy = headers.get("content-security-policy") ?? "";
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/https?:|\*/);
    }
  });

  test("links 7: 30 reads and 5 writes a minute for a link and a network, 20 unknown tokens an hour", async () => {
    const { path } = await published();
    const reads = [];
    for (let n = 0; n < 31; n += 1) reads.push((await ask(path)).status);
    expect(reads).toEqual([...Array.from({ length: 30 }, () => 200), 429]);
    // Others who have the link are not kept out by one who reads it all day.
    address = "203.0.113.77";
    expect((await ask(path)).status).toBe(200);
    const other = await published();
    const writes = [];
    for (let n = 0; n < 6; n += 1) writes.push((await send(other.path, {})).status);
    expect(writes).toEqual([403, 403, 403, 403, 403, 429]);

    address = "203.0.113.78";
    const guesses = [];
    for (let n = 0; n < 21; n += 1) guesses.push((await ask(`/p/${String(n).padStart(43, "x")}`)).status);
    expect(guesses).toEqual([...Array.from({ length: 20 }, () => 404), 429]);
  });

  test("audit-4: links 7: five wrong passwords lock out the one who tried them for a quarter of an hour, also when they come together, and no one else", async () => {
    const { path } = await published({ password: "open sesame" });
    const tried = (password: string) => send(`${path}?password`, { password });
    const together = await Promise.all(Array.from({ length: 5 }, () => tried("wrong")));
    expect(together.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    ahead = 61_000;
    expect(await (await tried("open sesame")).text()).toContain("password-locked");
    const guesser = address;
    address = "203.0.113.79";
    expect((await tried("open sesame")).status).toBe(303);
    address = guesser;
    ahead = 15 * 60_000 + 1000;
    expect((await tried("open sesame")).status).toBe(303);
    // From ever other networks it slows down, and never for longer than a quarter of an hour.
    const results: string[] = [];
    for (let n = 0; n < 20; n += 1) {
      address = `203.0.${n}.80`;
      results.push(/password-\w+/.exec(await (await tried("wrong")).text())![0]);
    }
    expect(results.filter((result) => result === "password-wrong").length).toBeLessThanOrEqual(17);
    ahead += 15 * 60_000 + 1000;
    address = "203.0.114.1";
    expect((await tried("open sesame")).status).toBe(303);
  });

  test("links 8: the password's grant is a cookie of this link, ended by revoking and by a new password", async () => {
    const { id, path, subject } = await published({ password: "open sesame" });
    const shut = await ask(path);
    expect(await shut.text()).not.toContain(subject.name);
    expect((await send(`${path}?password`, { password: "wrong" })).status).toBe(403);
    const opened = await send(`${path}?password`, { password: "open sesame" });
    expect(opened.status).toBe(303);
    expect(opened.headers.get("location")).not.toContain("sesame");
    const set = opened.headers.get("set-cookie")!;
    expect(set).toMatch(/HttpOnly/);
    expect(set).toMatch(/Secure/);
    expect(set).toMatch(/SameSite=Strict/);
    const cookie = set.split(";")[0]!;
    const read = async () => (await ask(path, { headers: { cookie } })).text();
    expect(await read()).toContain(subject.name);
    const grant = decodeURIComponent(cookie.split("=")[1]!);
    const longer = `${Number(grant.split(".")[0]) + 1}.${grant.split(".")[1]}`;
    expect(await links.isUnlocked(id, longer)).toBe(false);
    ahead = 3 * 3_600_000;
    expect(await read()).not.toContain(subject.name);
    ahead = 0;
    await links.setPassword(id, "another");
    expect(await read()).not.toContain(subject.name);
    await links.revoke(id);
    expect((await ask(path, { headers: { cookie } })).status).toBe(410);
  });

  test("links 9: a link gives exactly one subject, of its own kind, in the version that was seen", async () => {
    const mine = await published();
    const other = await published();
    await send(mine.path, {
      name: "Ada",
      subject_id: other.subjectId,
      id: other.id,
      version: "1",
      nonce: formNonce(mine.token, "1"),
    });
    expect(mine.subject.accepted).toBe("Ada");
    expect(other.subject.accepted).toBeNull();
    // A form of another link does not fit, nor does a page of another kind.
    expect((await send(other.path, { name: "Eve", version: "1", nonce: formNonce(mine.token, "1") })).status).toBe(403);
    expect(await links.find("payment", mine.token)).toBe("unknown");
    other.subject.version = "2";
    expect((await send(other.path, { name: "Ada", version: "1", nonce: formNonce(other.token, "1") })).status).toBe(
      409,
    );
    expect(other.subject.accepted).toBeNull();
  });

  test("links 11: a token is in no table, whatever was done with it", async () => {
    const { path, token } = await published({ password: "open sesame" });
    await ask(path);
    await send(`${path}?password`, { password: "open sesame" });
    await send(`${path}/seen`, {});
    const tables = await sql<{ name: string }[]>`
      select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`;
    for (const { name } of tables) {
      const [found] = await sql.unsafe<{ count: number }[]>(
        `select count(*)::int as count from ${name} as row where position($1 in row::text) > 0`,
        [token],
      );
      expect([name, found!.count]).toEqual([name, 0]);
    }
  });

  test("links 12: when the subject is gone its page answers 410", async () => {
    const { path, subjectId, subject } = await published();
    subjects.delete(subjectId);
    const gone = await ask(path);
    expect(gone.status).toBe(410);
    expect(await gone.text()).not.toContain(subject.name);
  });

  test("audit-4 S15: a link that leads on follows from the token before it, and from nothing that is stored", async () => {
    const subjectId = randomUUID();
    const parent = await links.issue({ kind: "proposal", subjectId });
    const request = { kind: "payment", subjectId: randomUUID() };
    const token = await links.leadOn(parent, request);
    expect(await links.leadOn(parent, request)).toBe(token);
    expect(await links.find("payment", token)).toMatchObject({ subjectId: request.subjectId });
    const rows = await sql<{ row: Record<string, unknown> }[]>`
    select to_jsonb(link) as row from private.access_links as link where id = ${parent.id} or parent_id = ${parent.id}`;
    const stored = rows.flatMap(({ row }) => Object.values(row).filter((value) => typeof value === "string"));
    const keys = stored.flatMap((text) => [Buffer.from(text), Buffer.from(text.replace(/^\\\\x/, ""), "hex")]);
    expect(keys.length).toBeGreaterThan(10);
    for (const key of keys)
      for (const words of [`${request.kind}:${request.subjectId}`, request.subjectId])
        expect(createHmac("sha256", key).update(words).digest("base64url")).not.toBe(token);
    // Those that were led to before could be worked out from any backup: the upgrade ends them, and the page leads to a new one.
    const migration = new URL("../../../supabase/migrations/20261217100100_led_on_links_end.sql", import.meta.url);
    await sql.unsafe(readFileSync(migration, "utf8"));
    expect([await links.find("payment", token), await links.find("proposal", parent.token)]).toMatchObject([
      "ended",
      { subjectId },
    ]);
  });

  test("a link with a number of uses ends with the last, also when they come together", async () => {
    const { id, token } = await published({ maxUses: 3 });
    const used = await Promise.all(Array.from({ length: 8 }, () => links.use(id)));
    expect(used.filter(Boolean)).toHaveLength(3);
    expect(await links.find("proposal", token)).toBe("ended");
  });
});
