// The page of a shared file, as visitors, forwarders, scanners and guessers meet it.
import { createHash, randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { actAs } from "#server/testing/act-as.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { documentSite, pdf, png } from "../testing/document-site.ts";

const { sql } = await testDatabase();
let ahead = 0;
const site = await documentSite(sql, { now: () => new Date(Date.now() + ahead) });
afterAll(() => rm(site.dataDir, { recursive: true, force: true }));
const admin = { role: "authenticated", userId: site.userId } as const;
let visitor = 0;
const from = () => `198.51.${Math.floor(visitor / 250)}.${(visitor % 250) + 1}`;
beforeEach(() => {
  visitor += 1;
  ahead = 0;
});
const get = (path: string, headers: Record<string, string> = {}) => site.ask(path, { from: from(), headers });
const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  site.ask(path, { method: "POST", from: from(), headers, body: new URLSearchParams(fields) });
const hidden = (html: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)![1]!;
const cookieOf = (answer: Response) => answer.headers.get("set-cookie")!.split(";")[0]!;
const events = async (accountId: string) =>
  (
    await sql<{ kind: string; actor_name: string }[]>`
      select kind, actor_name from public.events where account_id = ${accountId} and record_type = 'document' order by id`
  ).map(({ kind, actor_name }) => `${kind} by ${actor_name}`);
const listOf = async (documentId: string) => [
  ...(await actAs(sql, admin, (tx) => tx`select * from public.share_list(${documentId})`)),
];

async function shared(
  bytes: Buffer = Buffer.from("Nine of eleven answered"),
  settings: object = {},
  name = "answers.txt",
) {
  const { accountId, folderId } = await site.account(`Company ${visitor}`);
  const filed = await site.filed(folderId, name, bytes);
  return { accountId, folderId, ...filed, ...(await site.share(filed.documentId, settings)) };
}

describe("a shared file", () => {
  test("documents 5: comes through us in ranges with its hash, and no address of the storage is ever given", async () => {
    const bytes = randomBytes(5000);
    const { path } = await shared(bytes, {}, "data.bin");
    const whole = await get(`${path}/file?download`);
    expect([whole.status, whole.headers.get("location")]).toEqual([200, null]);
    expect(whole.headers.get("etag")).toBe(`"${createHash("sha256").update(bytes).digest("hex")}"`);
    expect(whole.headers.get("content-disposition")).toMatch(/^attachment; filename="data.bin"/);
    const part = await get(`${path}/file?download`, { range: "bytes=10-19" });
    expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, bytes.subarray(10, 20)]);
    for (const { headers } of [whole, part]) {
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      expect(headers.get("x-robots-tag")).toContain("noindex");
      expect(headers.get("content-security-policy")).toContain("sandbox");
    }
  });

  test("documents 6: ends with the next request when it is taken back or its second has come, in the middle of paging too", async () => {
    const { path, linkId } = await shared(randomBytes(1000), {}, "data.bin");
    expect((await get(`${path}/file?download`, { range: "bytes=0-99" })).status).toBe(206);
    expect((await site.post(`/shares/${linkId}/revoke`, undefined)).status).toBe(204);
    expect((await get(`${path}/file?download`, { range: "bytes=100-199" })).status).toBe(410);
    expect((await get(path)).status).toBe(410);

    const until = new Date(Date.now() + 60_000);
    const limited = await shared(Buffer.from("until then"), { expiresAt: until.toISOString() });
    ahead = 59_000;
    expect((await get(limited.path)).status).toBe(200);
    ahead = 60_001;
    const over = await get(limited.path);
    expect([over.status, await over.text()]).toEqual([410, "<h1>ended</h1>"]);
    expect((await get(`${limited.path}/file`)).status).toBe(410);
  });

  test("documents 6: a download that runs may finish after the link was taken back", async () => {
    const bytes = randomBytes(200_000);
    const { path, linkId } = await shared(bytes, {}, "data.bin");
    const running = await get(`${path}/file?download`);
    await site.post(`/shares/${linkId}/revoke`, undefined);
    expect(Buffer.from(await running.arrayBuffer()).equals(bytes)).toBe(true);
    expect((await get(`${path}/file?download`)).status).toBe(410);
  });

  test("documents 6: an archived document, a deleted version and a deleted account end it too, and say nothing", async () => {
    const archived = await shared(Buffer.from("secret words"));
    await actAs(
      sql,
      admin,
      (tx) => tx`update public.documents set archived_at = now() where id = ${archived.documentId}`,
    );
    const fixed = await shared(Buffer.from("first"));
    const { path: toFirst } = await site.share(fixed.documentId, { versionId: fixed.versionId });
    await site.filed(fixed.folderId, "answers.txt", Buffer.from("second"));
    await actAs(sql, admin, (tx) => tx`select public.delete_version(${fixed.versionId})`);
    const gone = await shared();
    await sql`delete from public.accounts where id = ${gone.accountId}`;
    for (const path of [archived.path, toFirst, gone.path]) {
      const answer = await get(path);
      expect([answer.status, await answer.text()]).toEqual([410, "<h1>ended</h1>"]);
      expect((await get(`${path}/file`)).status).toBe(410);
    }
  });

  test("documents 7: newest links follow new versions and say when it changed, fixed ones do not", async () => {
    const { folderId, documentId, versionId, path } = await shared(Buffer.from("version one"));
    const { path: fixed } = await site.share(documentId, { versionId });
    await site.filed(folderId, "answers.txt", Buffer.from("version two"));
    const newest = await (await get(path)).text();
    expect(newest).toContain("version two");
    expect(newest).toMatch(/<dd>2, changed [A-Z][a-z]+ \d/);
    expect(newest).toContain("always shows the newest version");
    const first = await (await get(fixed)).text();
    expect(first).toContain("version one");
    expect(first).not.toContain("version two");
    expect(first).toContain("shows version 1 and no other");
  });

  test("documents 4: what is in a file or a name is shown as text; only five types show in place", async () => {
    const script = "<script>alert(1)</script>";
    const { documentId, path } = await shared(Buffer.from(`3 < 4 & "quotes" ${"x".repeat(5000)}${script}`));
    await sql`update public.documents set title = ${`<img src=x onerror=alert(1)>`} where id = ${documentId}`;
    const html = await (await get(path)).text();
    expect(html).not.toContain(script);
    expect(html).not.toContain("<img src=x");
    expect(html).toContain("3 &lt; 4 &amp;");
    const picture = await shared(png(), {}, "logo.png");
    expect(await (await get(picture.path)).text()).toContain(`<img src="${picture.path}/file"`);
    const page = await shared(Buffer.from("<html><script>alert(1)</script>"), {}, "page.txt");
    const answer = await get(`${page.path}/file`);
    expect(answer.headers.get("content-type")).toBe("application/octet-stream");
    expect(answer.headers.get("content-disposition")).toMatch(/^attachment/);
    const print = await shared(pdf("x"), {}, "x.pdf");
    expect((await get(`${print.path}/file`)).headers.get("content-disposition")).toMatch(/^inline/);
  });

  test("download is refused where it is not allowed; what can be read in place still is", async () => {
    const { path } = await shared(Buffer.from("to read"), { allowDownload: false });
    expect(await (await get(path)).text()).not.toContain("?download");
    expect((await get(`${path}/file?download`)).status).toBe(403);
    expect((await get(`${path}/file`)).status).toBe(200);
    const binary = await shared(randomBytes(100), { allowDownload: false }, "x.bin");
    expect((await get(`${binary.path}/file`)).status).toBe(403);
  });
});

describe("rules of token pages", () => {
  test("documents 6: rule 1, only the hash of a token is kept, and neither table nor list opens a page", async () => {
    const { path, documentId } = await shared();
    const token = path.slice(3);
    expect(Buffer.from(token, "base64url")).toHaveLength(32);
    expect(JSON.stringify(await listOf(documentId))).not.toContain(token);
    const [row] =
      await sql`select token_hash from private.access_links where kind = 'document' order by id desc limit 1`;
    expect(row).toEqual({ token_hash: createHash("sha256").update(token).digest() });
    await expect(actAs(sql, admin, (tx) => tx`select token_hash from private.access_links`)).rejects.toMatchObject({
      code: "42501",
    });
  });

  test("documents 6: rules 2 and 7, guesses get one answer and then none", async () => {
    const { path } = await shared();
    const answers = [];
    for (let n = 0; n < 21; n += 1) answers.push((await get(`/d/${randomBytes(32).toString("base64url")}`)).status);
    expect(answers).toEqual([...Array.from({ length: 20 }, () => 404), 429]);
    // Ids that somebody may know are no tokens, and other kinds of links open no file.
    visitor += 1;
    const [row] = await sql<
      { id: string; subject_id: string }[]
    >`select id, subject_id from private.access_links order by id desc limit 1`;
    const proposal = await site.links.issue({ kind: "proposal", subjectId: row!.subject_id });
    for (const guess of [row!.id, row!.subject_id, proposal.token, `${path.slice(3)}x`, "..%2f..%2fetc"])
      expect((await get(`/d/${guess}`)).status).toBe(404);
  });

  test("documents 6: rules 3 and 4, a scanner that opens everything changes nothing and is told apart", async () => {
    const { path, accountId, documentId } = await shared();
    for (const url of [path, `${path}/file`, `${path}/file?download`]) {
      await get(url);
      await site.ask(url, { method: "HEAD", from: from() });
    }
    // It presses the button too, without what a person would type.
    const html = await (await get(path)).text();
    expect(html).not.toContain("<form");
    expect((await post(path, { nonce: "x", version: "open" })).status).toBe(403);
    const [link] = await listOf(documentId);
    expect(link).toMatchObject({ viewed: 0, downloaded: 0, state: "live" });
    expect(link!.fetched).toBeGreaterThan(0);
    expect(await events(accountId)).toEqual(["created by Noor Marchetti", "shared by Noor Marchetti"]);

    visitor += 1;
    await get(path);
    expect((await post(`${path}/seen`, {})).status).toBe(204);
    await get(`${path}/file?download`);
    expect(await listOf(documentId)).toMatchObject([{ viewed: 1, downloaded: 1 }]);
    expect((await events(accountId)).slice(2)).toEqual([
      "viewed by Somebody with the link",
      "downloaded by Somebody with the link",
    ]);
  });

  test("documents 6: rule 5, headers of every answer", async () => {
    const { path } = await shared();
    const asking = await shared(Buffer.from("x"), { askName: true });
    for (const answer of [
      await get(path),
      await get(asking.path),
      await get("/d/unknown"),
      await get(`${path}/file`),
    ]) {
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
      expect(answer.headers.get("x-robots-tag")).toContain("noindex");
      expect(answer.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
      expect(answer.headers.get("content-security-policy")).not.toMatch(/https?:|\*/);
    }
  });

  test("documents 6: rule 5, the one script of the page is the one that its policy names", async () => {
    const { path } = await shared();
    const answer = await get(path);
    const [, script = ""] = /<script>([^]*?)<\/script>/.exec(await answer.text()) ?? [];
    const hash = createHash("sha256").update(script).digest("base64");
    expect(script.length).toBeGreaterThan(100);
    expect(answer.headers.get("content-security-policy")).toContain(`'sha256-${hash}'`);
  });

  test("documents 6: rules 7 and 8, a password is asked first; its grant is a cookie that ends with the link", async () => {
    const { path, linkId } = await shared(Buffer.from("behind a password"), { password: "open sesame" });
    expect(await (await get(path)).text()).toBe("<h1>password</h1>");
    expect(await (await get(`${path}/file`)).text()).not.toContain("behind");
    expect((await post(`${path}?password`, { password: "wrong" })).status).toBe(403);
    const opened = await post(`${path}?password`, { password: "open sesame" });
    expect([opened.status, opened.headers.get("location")]).toEqual([303, path]);
    const cookie = cookieOf(opened);
    expect(await (await get(path, { cookie })).text()).toContain("behind a password");
    expect(await (await get(`${path}/file`, { cookie })).text()).toBe("behind a password");
    const settings = {
      versionId: null,
      allowDownload: true,
      askName: false,
      maxViews: null,
      message: null,
      expiresAt: null,
    };
    expect((await site.post(`/shares/${linkId}`, { ...settings, password: "another one" }, "PATCH")).status).toBe(200);
    expect(await (await get(`${path}/file`, { cookie })).text()).not.toContain("behind");
    await site.post(`/shares/${linkId}/revoke`, undefined);
    expect((await get(`${path}/file`, { cookie })).status).toBe(410);
    visitor += 1;
    const other = await shared(Buffer.from("x"), { password: "open sesame" });
    const wrong = [];
    for (let n = 0; n < 5; n += 1)
      wrong.push((await post(`${other.path}?password`, { password: `wrong ${n}` })).status);
    expect(wrong).toEqual([403, 403, 403, 403, 403]);
    ahead = 61_000; // The limit of writes of a minute is over, the lock is not.
    const right = () => post(`${other.path}?password`, { password: "open sesame" });
    expect(await (await right()).text()).toBe("<h1>password-locked</h1>");
    // Others with the link are not locked out with the one who guessed.
    visitor += 1;
    expect((await right()).status).toBe(303);
    visitor -= 1;
    ahead = 15 * 60_000 + 1000;
    expect((await right()).status).toBe(303);
  });

  test("documents 6: rules 3 and 9, a link that asks for a name shows the file only to people who typed one", async () => {
    const { path, accountId, documentId } = await shared(Buffer.from("for Maren"), { askName: true });
    const other = await shared(Buffer.from("another"), { askName: true });
    const html = await (await get(path)).text();
    expect(html).not.toContain("for Maren");
    expect((await get(`${path}/file`)).status).toBe(303);
    const form = { nonce: hidden(html, "nonce"), version: hidden(html, "version") };
    expect((await post(path, { ...form, name: " \u200b " })).status).toBe(400);
    expect((await post(other.path, { ...form, name: "Eve" })).status).toBe(403);
    const opened = await post(path, { ...form, name: "Maren <b>Oduya</b>", documentId: other.documentId });
    expect(opened.status).toBe(303);
    const cookie = cookieOf(opened);
    expect(opened.headers.get("set-cookie")).toMatch(/HttpOnly; Secure; SameSite=Strict/);
    expect(await (await get(path, { cookie })).text()).toContain("for Maren");
    expect(await (await get(`${path}/file`, { cookie })).text()).toBe("for Maren");
    expect((await get(`${other.path}/file`, { cookie })).status).toBe(303);
    expect(await listOf(documentId)).toMatchObject([
      { viewed: 1, seen: expect.arrayContaining([expect.objectContaining({ name: "Maren <b>Oduya</b>" })]) },
    ]);
    expect((await events(accountId)).at(-1)).toBe("viewed by Maren <b>Oduya</b>");
    ahead = 3 * 3_600_000;
    expect(await (await get(path, { cookie })).text()).not.toContain("for Maren");
  });

  test("documents 6: views at most are at most that, also when they come together, and the last one may read on", async () => {
    const { path } = await shared(Buffer.from("three times"), { maxViews: 3 });
    const html = await (await get(path)).text();
    const form = { nonce: hidden(html, "nonce"), version: hidden(html, "version"), sure: "yes" };
    const tries = await Promise.all(
      Array.from({ length: 5 }, (_, n) =>
        site.ask(path, { method: "POST", from: `203.0.113.${n + 1}`, body: new URLSearchParams(form) }),
      ),
    );
    const admitted = tries.filter(({ status }) => status === 303);
    expect(admitted).toHaveLength(3);
    expect(tries.filter(({ status }) => status === 410)).toHaveLength(2);
    expect((await get(path)).status).toBe(410);
    expect((await get(`${path}/file`)).status).toBe(410);
    expect(await (await get(`${path}/file`, { cookie: cookieOf(admitted[2]!) })).text()).toBe("three times");
  });

  test("documents 6: rule 11, a token stands in no table and in no list", async () => {
    const { path } = await shared(Buffer.from("x"), { askName: true });
    const html = await (await get(path)).text();
    await post(path, { nonce: hidden(html, "nonce"), version: "open", name: "Ada" });
    const tables = await sql<{ name: string }[]>`
      select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema in ('public', 'private')`;
    for (const { name } of tables) {
      const [found] = await sql.unsafe<{ count: number }[]>(
        `select count(*)::int as count from ${name} as row where position($1 in row::text) > 0`,
        [path.slice(3)],
      );
      expect([name, found!.count]).toEqual([name, 0]);
    }
  });

  test("documents 6: rule 12, a person who is erased leaves no name among the views", async () => {
    const { path, accountId, documentId } = await shared(Buffer.from("x"), { askName: true });
    const [person] = await sql<{ id: string }[]>`
      insert into public.contacts (name, account_id) values ('Espen Lunde', ${accountId}) returning id`;
    const html = await (await get(path)).text();
    await post(path, { nonce: hidden(html, "nonce"), version: "open", name: "Espen Lunde" });
    await actAs(sql, admin, (tx) => tx`select public.erase_contact(${person!.id})`);
    expect(JSON.stringify([await listOf(documentId), await events(accountId)])).not.toContain("Espen");
    expect(await listOf(documentId)).toMatchObject([{ viewed: 1 }]);
  });
});

test("a link is made for what is there, ends in the future, and is saved without its address", async () => {
  const { documentId, linkId } = await shared();
  const settings = { documentId, versionId: null, allowDownload: true, askName: false, maxViews: null, message: null };
  const past = await site.post("/shares", { ...settings, expiresAt: new Date(Date.now() - 1000).toISOString() });
  expect(past.status).toBe(400);
  const nowhere = await site.post("/shares", { ...settings, documentId: linkId, expiresAt: null });
  expect(nowhere.status).toBe(404);
  const another = await shared();
  const wrong = await site.post("/shares", { ...settings, versionId: another.versionId, expiresAt: null });
  expect(wrong.status).toBe(404);
  expect((await site.post("/shares", { ...settings, expiresAt: null, password: "abc" })).status).toBe(400);
});
