// Uploads, versions, names, types and downloads, as the back office's own endpoints give them.
import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { setImmediate } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { actAs } from "#server/testing/act-as.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { emptyFile, sizeWords } from "#domain/file-size.ts";
import { typeWord } from "../document.ts";
import { documentSite, pdf, png } from "../testing/document-site.ts";

const { sql } = await testDatabase();
let ahead = 0;
const site = await documentSite(sql, { now: () => new Date(Date.now() + ahead) });
const admin = { role: "authenticated", userId: site.userId } as const;
afterAll(() => rm(site.dataDir, { recursive: true, force: true }));
const names = () => readdirSync(path.join(site.dataDir, "files"), { recursive: true, encoding: "utf8" });
const content = (versionId: string, headers: Record<string, string> = {}, query = "") =>
  site.asAdmin(`/versions/${versionId}/content${query}`, { headers });

describe("uploads", () => {
  test("documents 1: a file in parts comes back byte for byte, with its size and hash", async () => {
    const { folderId } = await site.account("Norrfall");
    const bytes = randomBytes(300_000);
    const { id } = (await (await site.start(folderId, "facts.bin", bytes.length)).json()) as { id: string };
    for (let at = 0; at < bytes.length; at += 100_000)
      expect(await (await site.send(id, at, bytes.subarray(at, at + 100_000))).json()).toEqual({
        received: at + 100_000,
      });
    const filed = await site.post(`/uploads/${id}/finish`, {});
    expect(filed.status).toBe(201);
    const first = (await filed.json()) as { versionId: string; no: number };
    expect(first).toMatchObject({ no: 1, isNew: true });
    // The response of the last step was lost, and the browser asks again.
    expect(await (await site.post(`/uploads/${id}/finish`, {})).json()).toMatchObject({ versionId: first.versionId });
    const [row] =
      await sql`select size::int as size, sha256, state, created_by from public.document_versions where id = ${first.versionId}`;
    expect(row).toEqual({
      size: bytes.length,
      sha256: createHash("sha256").update(bytes).digest("hex"),
      state: "ready",
      created_by: site.userId,
    });
    expect(Buffer.from(await (await content(first.versionId)).arrayBuffer()).equals(bytes)).toBe(true);
    expect(names().filter((name) => name.endsWith(".partial"))).toEqual([]);
  });

  test("documents 1: after a lost line the upload says how far it came and goes on from there", async () => {
    const { folderId } = await site.account("Castelline");
    const bytes = randomBytes(50_000);
    const { id } = (await (await site.start(folderId, "report.bin", bytes.length)).json()) as { id: string };
    let sent = 0;
    const cut = new ReadableStream({
      pull(controller) {
        sent += 1;
        if (sent <= 2) controller.enqueue(bytes.subarray((sent - 1) * 10_000, sent * 10_000));
        else controller.error(new Error("the line was cut"));
      },
    });
    await site.send(id, 0, cut);
    const { received } = (await (await site.asAdmin(`/uploads/${id}`)).json()) as { received: number };
    expect(received).toBe(20_000);
    // From anywhere else nothing is taken: not twice, not with a hole.
    for (const offset of [0, 10_000, 30_000]) {
      const refused = await site.send(id, offset, bytes.subarray(offset, offset + 100));
      expect([refused.status, await refused.json()]).toEqual([409, expect.objectContaining({ received })]);
    }
    expect((await site.post(`/uploads/${id}/finish`, {})).status).toBe(409);
    await site.send(id, received, bytes.subarray(received));
    const { versionId } = (await (await site.post(`/uploads/${id}/finish`, {})).json()) as { versionId: string };
    expect(Buffer.from(await (await content(versionId)).arrayBuffer()).equals(bytes)).toBe(true);
  });

  test("audit-4 I7: documents 1: an empty file is refused with a sentence; one announced before that is, too", async () => {
    const { folderId } = await site.account("Empty Files");
    const announced = await site.start(folderId, "nothing.txt", 0);
    expect([announced.status, await announced.json()]).toEqual([400, { code: 400, message: emptyFile }]);
    const { id } = (await (await site.start(folderId, "was.txt", 5)).json()) as { id: string };
    await sql`update private.document_uploads set size = 0 where id = ${id}`;
    const finished = await site.post(`/uploads/${id}/finish`, {});
    expect([finished.status, await finished.json()]).toEqual([400, { code: 400, message: emptyFile }]);
    expect((await site.asAdmin(`/uploads/${id}`)).status).toBe(404);
  });

  test("documents 1: too large is refused before a byte is taken, and more than announced is cut off", async () => {
    const { folderId } = await site.account("Meridel Health");
    const announced = await site.start(folderId, "archive.zip", 4 * 2 ** 30);
    expect([announced.status, ((await announced.json()) as { message: string }).message]).toEqual([
      413,
      "A file may have 50 MB at most",
    ]);
    for (const size of [-1, 0, 1.5, "12", null, 2 ** 60])
      expect((await site.post("/uploads", { folderId, fileName: "x", size })).status).not.toBe(201);
    const { id } = (await (await site.start(folderId, "small.bin", 1000)).json()) as { id: string };
    const declared = await site.asAdmin(`/uploads/${id}`, {
      method: "PATCH",
      body: "x",
      headers: { "upload-offset": "0", "content-length": String(4 * 2 ** 30) },
    });
    expect(declared.status).toBe(413);
    let pulled = 0;
    const endless = new ReadableStream({
      async pull(controller) {
        await setImmediate();
        pulled += 1;
        controller.enqueue(new Uint8Array(600));
      },
    });
    expect((await site.send(id, 0, endless)).status).toBe(413);
    expect(pulled).toBeLessThan(10);
    expect(await (await site.asAdmin(`/uploads/${id}`)).json()).toMatchObject({ received: 0 });
  });

  test("documents 1: an upload nobody continues is swept with its bytes after a day, and not before", async () => {
    const { folderId } = await site.account("Veldhaven Ports");
    const { id } = (await (await site.start(folderId, "half.bin", 2000)).json()) as { id: string };
    await site.send(id, 0, randomBytes(1000));
    const spooled = path.join(site.dataDir, "files", "uploads", `${id}.partial`);
    const job = site.jobs.get("documents-uploads")!;
    ahead = 23 * 3_600_000;
    expect(await job.findDue(10)).not.toContain(id);
    ahead = 25 * 3_600_000;
    expect(await job.findDue(10)).toContain(id);
    expect(existsSync(spooled)).toBe(true);
    await job.run(id, AbortSignal.abort());
    expect(existsSync(spooled)).toBe(false);
    expect((await site.asAdmin(`/uploads/${id}`)).status).toBe(404);
    ahead = 0;
  });

  test("documents 1: only administrators upload or read", async () => {
    const { folderId } = await site.account("Lumenroe Optics");
    const { versionId } = await site.filed(folderId, "secret.txt", Buffer.from("secret"));
    expect((await site.ask(`/api/documents/versions/${versionId}/content`)).status).toBe(401);
    const body = JSON.stringify({ folderId, fileName: "x", size: 1 });
    const headers = { "content-type": "application/json" };
    expect((await site.ask("/api/documents/uploads", { method: "POST", body, headers })).status).toBe(401);
  });
});

describe("versions", () => {
  test("documents 2: the same content says so and offers a version; the same name is the next version; none is overwritten", async () => {
    const { folderId } = await site.account("Ostrey & Reed");
    const first = await site.filed(folderId, "Security answers.pdf", pdf("one"), { note: "As received" });
    const second = await site.filed(folderId, "SECURITY ANSWERS.pdf", pdf("two"));
    expect(second).toMatchObject({ documentId: first.documentId, no: 2, isNew: false });

    const { id } = (await (await site.start(folderId, "Copy.pdf", pdf("one").length)).json()) as { id: string };
    await site.send(id, 0, pdf("one"));
    const same = await site.post(`/uploads/${id}/finish`, {});
    expect(same.status).toBe(409);
    expect(await same.json()).toMatchObject({
      error_code: "same_content",
      message: "This is the same file as version 1 of “Security answers”",
      same: { documentId: first.documentId, title: "Security answers", no: 1, isCurrent: false },
    });
    const chosen = await site.post(`/uploads/${id}/finish`, { as: "version", documentId: first.documentId });
    expect(await chosen.json()).toMatchObject({ documentId: first.documentId, no: 3 });
    const apart = await site.upload(folderId, "Copy.pdf", pdf("one"), {}, { as: "separate" });
    expect(await apart.json()).toMatchObject({ no: 1, isNew: true });

    await expect(
      sql`update public.document_versions set sha256 = repeat('0', 64) where id = ${first.versionId}`,
    ).rejects.toThrow("never overwritten");
    await expect(
      actAs(sql, admin, (tx) => tx`update public.document_versions set no = 9 where id = ${first.versionId}`),
    ).rejects.toMatchObject({ code: "42501" });
    expect(await (await content(first.versionId)).text()).toContain("one");
    expect(await (await content(second.versionId)).text()).toContain("two");
  });

  test("documents 2: uploads of one name that come together are versions of one document, with numbers of their own", async () => {
    const { folderId } = await site.account("Pellworth Mutual");
    const made = await Promise.all(
      Array.from({ length: 8 }, (_, n) => site.filed(folderId, "Forty facts.xlsx", randomBytes(100 + n))),
    );
    expect(new Set(made.map(({ documentId }) => documentId)).size).toBe(1);
    expect(made.map(({ no }) => no).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  test("documents 2: restoring makes a version; deleting one keeps its number, and its bytes while it is in the trash", async () => {
    const { folderId, accountId } = await site.account("Abendrot");
    const first = await site.filed(folderId, "plan.txt", Buffer.from("first plan"));
    const second = await site.filed(folderId, "plan.txt", Buffer.from("second plan"));
    const [restored] = await actAs(sql, admin, (tx) => tx`select public.restore_version(${first.versionId}) as no`);
    expect(restored).toEqual({ no: 3 });
    await actAs(sql, admin, (tx) => tx`select public.delete_version(${second.versionId})`);
    expect((await content(second.versionId)).status).toBe(404);
    const lines =
      await sql`select no, state from public.document_versions where document_id = ${first.documentId} order by no`;
    expect([...lines]).toEqual([
      { no: 1, state: "ready" },
      { no: 3, state: "ready" },
    ]);
    // Version 3 has the bytes of the first: they stay when that one goes.
    await actAs(sql, admin, (tx) => tx`select public.delete_version(${first.versionId})`);
    const [newest] = await sql<
      { id: string }[]
    >`select id from public.document_versions where document_id = ${first.documentId} and no = 3`;
    expect(await (await content(newest!.id)).text()).toBe("first plan");
    await sql`select private.purge_deletions(now() + interval '1 day')`;
    const [files] = await sql`select count(*) filter (where state = 'deleted')::int as deleted from private.files`;
    expect(files).toEqual({ deleted: 1 });
    expect(await (await content(newest!.id)).text()).toBe("first plan");
    const told = await sql<
      { kind: string }[]
    >`select kind from public.events where account_id = ${accountId} and record_type = 'document' order by id`;
    expect(told.map(({ kind }) => kind)).toEqual([
      "created",
      "versioned",
      "versioned",
      "version deleted",
      "version deleted",
    ]);
    // And all of it when the account goes and can no longer be brought back.
    await sql`delete from public.accounts where id = ${accountId}`;
    const [waiting] = await sql`select count(*) filter (where state = 'ready')::int > 0 as kept from private.files`;
    expect(waiting).toEqual({ kept: true });
    await sql`select private.purge_deletions(now() + interval '1 day')`;
    const [left] =
      await sql`select count(*)::int as count from private.files where state = 'ready' and id not in (select file_id from public.document_versions where file_id is not null)`;
    expect(left).toEqual({ count: 0 });
  });
});

const hostile = [
  "../../../etc/passwd",
  "..\\..\\windows\\system32\\config",
  "nul\u0000byte.pdf",
  "line\r\nSet-Cookie: a=b.pdf",
  "invoice\u202efdp.exe",
  "CON",
  "aux.txt",
  "<img src=x onerror=alert(1)>.png",
  `${"é".repeat(300)}.pdf`,
  ".",
  "",
  "\ud800 lone.txt",
  "名前 📄.pdf",
];

test("documents 3: a name is a label and never a path, whatever is in it", async () => {
  const { folderId } = await site.account("Hostile names");
  const before = names().length;
  for (const [index, name] of hostile.entries()) {
    const { versionId } = await site.filed(folderId, name, Buffer.from(`file ${index}`), {}, { as: "separate" });
    const [row] = await sql<
      { file_name: string }[]
    >`select file_name from public.document_versions where id = ${versionId}`;
    // oxlint-disable-next-line no-control-regex -- control characters are what must not be there
    expect(row!.file_name).not.toMatch(/[\u0000-\u001f\u202a-\u202e]/);
    expect(row!.file_name.length).toBeGreaterThan(0);
    expect([...row!.file_name].length).toBeLessThanOrEqual(200);
    const answer = await content(versionId);
    const disposition = answer.headers.get("content-disposition")!;
    expect(disposition).toMatch(/^attachment; filename="[\x20-\x7e]*"; filename\*=UTF-8''[\w!#$&+.^`|~%-]+$/);
    expect(disposition).not.toMatch(/[\r\n/\\]/);
    expect(await answer.text()).toBe(`file ${index}`);
  }
  const added = names().slice(before);
  expect(
    names().every((name) =>
      /^(uploads(\/[0-9a-f-]{36}\.partial)?|[0-9a-f]{2}(\/[0-9a-f]{32})?)$/.test(name.replaceAll(path.sep, "/")),
    ),
  ).toBe(true);
  expect(added.length).toBeGreaterThan(0);
});

test("documents 4: the type comes from the bytes; five types show in place, everything else is saved", async () => {
  const { folderId } = await site.account("Hostile types");
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const cases: [name: string, bytes: Buffer, type: string | null][] = [
    ["a.pdf", pdf("x"), "application/pdf"],
    ["b.png", png(), "image/png"],
    ["c.txt", Buffer.from("plain words, 3 < 4"), "text/plain; charset=utf-8"],
    ["d.svg", Buffer.from(svg), null],
    ["picture.png", Buffer.from(svg), null],
    ["e.html", Buffer.from("<!doctype html><script>alert(1)</script>"), null],
    ["report.pdf", Buffer.from("<html><body onload=alert(1)>"), null],
    ["notes.txt", Buffer.from("   \n\n<script>alert(1)</script>"), null],
    ["f.xml", Buffer.from('<?xml version="1.0"?><a/>'), null],
    ["g.zip", Buffer.from("PK\u0003\u0004 and more of it ".repeat(5)), null],
    ["h.bin", randomBytes(64), null],
    ["i.gif", Buffer.from("GIF89a;<script>alert(1)</script>"), null],
  ];
  for (const [name, bytes, type] of cases) {
    const { versionId } = await site.filed(folderId, name, bytes, { type: "text/html" }, { as: "separate" });
    const answer = await content(versionId, {}, "?inline");
    expect([name, answer.headers.get("content-type")]).toEqual([name, type ?? "application/octet-stream"]);
    expect(answer.headers.get("content-disposition")).toMatch(type ? /^inline;/ : /^attachment;/);
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    const policy = answer.headers.get("content-security-policy")!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/script-src|unsafe-eval|https?:|\*/);
    // A sandbox would keep Chromium's viewer from showing a PDF at all (docs/decisions/151).
    expect(policy.endsWith("; sandbox")).toBe(type !== "application/pdf");
    const saved = await content(versionId);
    expect(saved.headers.get("content-type")).toBe("application/octet-stream");
  }
});

describe("downloads", () => {
  test("documents 5: ranges, length and the hash as ETag", async () => {
    const { folderId } = await site.account("Ranges");
    const bytes = randomBytes(10_000);
    const { versionId } = await site.filed(folderId, "r.bin", bytes);
    const whole = await content(versionId);
    const etag = `"${createHash("sha256").update(bytes).digest("hex")}"`;
    expect(whole.headers.get("etag")).toBe(etag);
    expect(whole.headers.get("content-length")).toBe("10000");
    expect(whole.headers.get("accept-ranges")).toBe("bytes");
    const part = async (range: string, more: Record<string, string> = {}) => {
      const answer = await content(versionId, { range, ...more });
      return [answer.status, answer.headers.get("content-range"), Buffer.from(await answer.arrayBuffer())] as const;
    };
    expect(await part("bytes=100-199")).toEqual([206, "bytes 100-199/10000", bytes.subarray(100, 200)]);
    expect(await part("bytes=9990-")).toEqual([206, "bytes 9990-9999/10000", bytes.subarray(9990)]);
    expect(await part("bytes=-10")).toEqual([206, "bytes 9990-9999/10000", bytes.subarray(9990)]);
    expect(await part("bytes=0-99999999999999")).toEqual([206, "bytes 0-9999/10000", bytes]);
    expect(await part("bytes=1-2", { "if-range": '"another"' })).toEqual([200, null, bytes]);
    expect(await part("bytes=1-2", { "if-range": etag })).toEqual([206, "bytes 1-2/10000", bytes.subarray(1, 3)]);
    expect((await content(versionId, { "if-none-match": etag })).status).toBe(304);
    const head = await site.asAdmin(`/versions/${versionId}/content`, { method: "HEAD" });
    expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([200, "10000", ""]);
  });

  test.each([
    "bytes=10000-",
    "bytes=5-4",
    "bytes=-0",
    "bytes=-",
    "bytes=0-0,0-0",
    `bytes=${"0-,".repeat(1300)}0-`,
    "bytes=99999999999999999999-",
    "bytes=a-b",
  ])("documents 5: %j is refused without reading a byte", async (range) => {
    const { folderId } = await site.account(`Abuse ${range.slice(0, 20)}`);
    const { versionId } = await site.filed(folderId, "r.bin", randomBytes(10_000));
    const answer = await content(versionId, { range });
    expect([answer.status, answer.headers.get("content-range"), await answer.text()]).toEqual([
      416,
      "bytes */10000",
      "",
    ]);
  });
});

test("documents 1: drafts and published files of the folder conventions stand in the tree", async () => {
  const folder = path.join(site.dataDir, "GV", "Drafts", "Norrfall");
  mkdirSync(folder, { recursive: true });
  mkdirSync(path.join(site.dataDir, "GV", "Published", "2026-11-16"), { recursive: true });
  writeFileSync(path.join(folder, "Norrfall brief.md"), "# Norrfall");
  writeFileSync(path.join(site.dataDir, "GV", "Published", "2026-11-16", "brief.md"), "# Out");
  const job = site.jobs.get("documents-exports")!;
  for (const key of await job.findDue(10)) await job.run(key, AbortSignal.abort());
  expect(await job.findDue(10)).toEqual([]);
  const listed = await actAs(
    sql,
    admin,
    (tx) => tx`select title, folder_name, read_only, no from public.document_list(term => 'brief')`,
  );
  expect(listed).toEqual(
    expect.arrayContaining([
      { title: "Norrfall brief", folder_name: "Norrfall", read_only: true, no: 1 },
      { title: "brief", folder_name: "2026-11-16", read_only: true, no: 1 },
    ]),
  );
  const tree = await actAs(sql, admin, (tx) => tx`select name, kind, account_id from public.document_folders()`);
  expect(tree).toEqual(expect.arrayContaining([{ name: "Drafts", kind: "drafts", account_id: null }]));
});

test("folders of the conventions keep their names, others move with their account when two are merged", async () => {
  const kept = await site.account("Kept");
  const gone = await site.account("Gone");
  const inKept = await site.filed(kept.folderId, "a.txt", Buffer.from("kept"));
  const inGone = await site.filed(gone.folderId, "b.txt", Buffer.from("gone"));
  const [own] = await actAs(
    sql,
    admin,
    (tx) =>
      tx<
        { id: string }[]
      >`insert into public.folders (account_id, name) values (${gone.accountId}, 'From the client') returning id`,
  );
  const deep = await site.filed(own!.id, "c.txt", Buffer.from("deep"));
  const renamed = await actAs(
    sql,
    admin,
    (tx) => tx`update public.folders set name = 'Mine' where id = ${kept.folderId} returning id`,
  );
  expect([...renamed]).toEqual([]);
  await expect(
    actAs(
      sql,
      admin,
      (tx) => tx`insert into public.folders (account_id, name) values (${kept.accountId}, 'DOCUMENTS')`,
    ),
  ).rejects.toMatchObject({ code: "23505" });
  await actAs(sql, admin, (tx) => tx`select public.merge_accounts(${kept.accountId}, ${gone.accountId})`);
  const rows = await sql<{ id: string; account_id: string; folder: string }[]>`
    select documents.id, documents.account_id, folders.name as folder from public.documents join public.folders on folders.id = folder_id
    where documents.id = any (${[inKept.documentId, inGone.documentId, deep.documentId]}) order by documents.id`;
  expect([...rows]).toEqual([
    { id: inKept.documentId, account_id: kept.accountId, folder: "Documents" },
    { id: inGone.documentId, account_id: kept.accountId, folder: "Documents" },
    { id: deep.documentId, account_id: kept.accountId, folder: "From the client" },
  ]);
});

test("sizes and types in words", () => {
  expect([0, 1, 999, 1024, 421_888, 2_202_009, 5e9].map(sizeWords)).toEqual([
    "0 bytes",
    "1 byte",
    "999 bytes",
    "1 KB",
    "412 KB",
    "2.1 MB",
    "4.7 GB",
  ]);
  expect(typeWord("application/pdf", "x.exe")).toBe("PDF");
  expect(typeWord("application/zip", "Forty facts.xlsx")).toBe("XLS");
  expect(typeWord("application/octet-stream", "unknown")).toBe("FILE");
});
