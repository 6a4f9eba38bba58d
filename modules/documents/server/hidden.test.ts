// Documents that were filed for a record are for those who may read that record: for everyone else they are not there.
import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Who, actAs, addUser } from "#server/testing/act-as.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { documentSite, pdf, tokenOf } from "../testing/document-site.ts";

const { sql } = await testDatabase();
const site = await documentSite(sql);
afterAll(() => rm(site.dataDir, { recursive: true, force: true }));
await sql`update public.modules set live = true`;

/** May do all with documents and mail, and reads no proposals. */
const sellerId = await addUser(sql, { admin: false });
const seller: Who = { role: "authenticated", userId: sellerId };
await sql`insert into public.roles (key, name) values ('seller', 'Seller')`;
await sql`
  insert into public.role_grants (role_id, area, action)
  select roles.id, area, action from public.roles
  cross join unnest(array['documents', 'outbox', 'crm']) as area cross join unnest(array['read', 'add', 'edit', 'delete', 'send']) as action
  where roles.key = 'seller'`;
await sql`insert into public.user_roles (user_id, role) values (${sellerId}, 'seller')`;
const asSeller = (address: string, method: string, body?: unknown) =>
  site.ask(`/api/documents${address}`, {
    method,
    headers: { authorization: `Bearer ${tokenOf(sellerId)}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
const rpc = (call: string, ...values: (string | null)[]) =>
  actAs(sql, seller, (tx) => tx.unsafe(`select * from ${call}`, values));

const signed = pdf("Signed");
let accountId = "";
let folderId = "";
let hidden = { documentId: "", versionId: "", linkId: "" };
let open = { documentId: "", versionId: "" };
beforeAll(async () => {
  ({ accountId, folderId } = await site.account("Norrfall"));
  const filed = await site.filed(folderId, "Offer zzsecret.pdf", signed);
  open = await site.filed(folderId, "Plan.pdf", pdf("Plan"));
  await sql`
    update public.documents set origin_kind = 'proposal', origin_id = ${randomUUID()}, read_only = true where id = ${filed.documentId}`;
  const { linkId } = await site.share(filed.documentId);
  hidden = { ...filed, linkId };
});

const wanted = { versionId: null, allowDownload: true, askName: false, maxViews: null, message: null, expiresAt: null };

test("audit-4 S8: no public link is made, changed or taken back by who does not see the document", async () => {
  const links = async () => [...(await sql`select id, revoked_at, expires_at from private.access_links order by id`)];
  const before = await links();
  const made = await asSeller("/shares", "POST", { documentId: hidden.documentId, ...wanted });
  expect([made.status, await made.json()]).toEqual([404, { code: 404, message: "This document no longer exists" }]);
  expect((await asSeller(`/shares/${hidden.linkId}`, "PATCH", { ...wanted, maxViews: 9 })).status).toBe(404);
  expect((await asSeller(`/shares/${hidden.linkId}/revoke`, "POST")).status).toBe(404);
  expect(await links()).toEqual(before);
  expect((await asSeller("/shares", "POST", { documentId: open.documentId, ...wanted })).status).toBe(201);
});

test("audit-4 S8: the history names no hidden document, before, in and after the trash", async () => {
  const told = async () =>
    (await rpc("public.events where record_type = 'document'")).map((row) => row["record_id"] as string);
  expect(await told()).toContain(open.documentId);
  expect(await told()).not.toContain(hidden.documentId);
  const shown = await rpc("public.record_timeline('account', $1)", accountId);
  expect(JSON.stringify(shown)).not.toContain("zzsecret");
  expect(JSON.stringify(shown)).toContain("Plan");
  expect(JSON.stringify(await rpc("public.find_everything('zzsecret')"))).toBe("[]");
  // The admin, who reads proposals, sees both.
  const all = await actAs(
    sql,
    { role: "authenticated", userId: site.userId },
    (tx) => tx`select record_id from public.events where record_type = 'document'`,
  );
  expect(all.map((row) => row["record_id"])).toEqual(expect.arrayContaining([hidden.documentId, open.documentId]));
});

test("audit-4 S8: no function changes, shows or attaches a hidden document", async () => {
  await expect(rpc("public.show_document_to_client($1, true)", hidden.documentId)).rejects.toMatchObject({
    code: "PT404",
  });
  await expect(rpc("public.restore_version($1)", hidden.versionId)).rejects.toMatchObject({ code: "PT404" });
  await expect(rpc("public.delete_version($1)", hidden.versionId)).rejects.toMatchObject({ code: "PT404" });
  await expect(rpc("public.delete_document($1)", hidden.documentId)).rejects.toMatchObject({ code: "PT404" });
  const mail = async (origin: string) => {
    const [row] = await sql<{ id: string }[]>`
      insert into public.outbox (class, dedupe_key, origin_kind, to_address, subject, body_text, state, attachments)
      values ('transactional', ${randomUUID()}, ${origin}, 'ada@norrfall.example', 'Hello', 'Hello', 'held', ${JSON.stringify([open.versionId])}::jsonb) returning id`;
    return row!.id;
  };
  const mine = await mail("by hand");
  await expect(rpc("public.attach_to_outbox($1, array[$2]::uuid[])", mine, hidden.versionId)).rejects.toThrow();
  await rpc("public.attach_to_outbox($1, array[$2]::uuid[])", mine, open.versionId);
  // Of a message that is for others neither its files are told nor new ones attached.
  const theirs = await mail("proposal");
  await expect(rpc("public.outbox_files($1)", theirs)).rejects.toMatchObject({ code: "PT404" });
  await expect(rpc("public.attach_to_outbox($1, array[$2]::uuid[])", theirs, open.versionId)).rejects.toMatchObject({
    code: "PT404",
  });
  expect(JSON.stringify(await rpc("public.outbox_files($1)", mine))).toContain("Plan.pdf");
});

test("audit-4 S8: the same bytes as a hidden document are filed, and its title is not told", async () => {
  const started = await asSeller("/uploads", "POST", { folderId, fileName: "mine.pdf", size: signed.length });
  const { id } = (await started.json()) as { id: string };
  await site.send(id, 0, signed);
  const finished = await asSeller(`/uploads/${id}/finish`, "POST", {});
  expect([finished.status, await finished.text()]).toEqual([201, expect.not.stringContaining("zzsecret")]);
});
