// /api/documents/shares: make a link, change what it shows and how long, take it back. The address is told once, when it is made.
import type { Context } from "hono";
import { z } from "zod";
import type { Sql } from "#server/platform/database/sql.ts";
import type { Links } from "#server/platform/links/links.ts";
import type { AdminRoutes } from "#server/platform/module-routes.ts";
import { actingFor, callerOf, isUuid, seesDocument } from "./caller.ts";

interface ShareRouteParts {
  sql: Sql;
  links: Links;
  siteUrl: string;
  now: () => Date;
}

const id = z.string().refine(isUuid);
const settings = {
  versionId: id.nullable(),
  allowDownload: z.boolean(),
  askName: z.boolean(),
  maxViews: z.number().int().min(1).max(100_000).nullable(),
  message: z.string().trim().max(300).nullable(),
  expiresAt: z.iso.datetime({ offset: true }).nullable(),
};
const password = z.string().min(4).max(72);
const newShare = z.object({ documentId: id, ...settings, password: password.nullish() });
/** Without a password the present one stays; null takes it away. */
const changedShare = z.object({ ...settings, password: password.nullable().optional() });

const refuse = (c: Context, status: 400 | 404, message: string) => c.json({ code: status, message }, status);
const wrong = "Say which version, whether it may be downloaded, and until when; a password has 4 to 72 characters";

export function shareRoutes(admin: AdminRoutes, { sql, links, siteUrl, now }: ShareRouteParts): void {
  const isPast = (expiresAt: string | null) => expiresAt !== null && new Date(expiresAt) <= now();

  const seesLink = async (c: Context, linkId: string) => {
    const [link] = await sql<{ document_id: string }[]>`
      select document_id from public.share_settings where link_id = ${linkId}`;
    return link !== undefined && (await seesDocument(sql, c.req.raw.headers, link.document_id));
  };

  admin.route("POST", "/shares", { may: ["documents send"], takes: "json", maxBytes: 10_000 }, async (c) => {
    const parsed = newShare.safeParse(await c.req.json().catch(() => null));
    if (!parsed.success) return refuse(c, 400, wrong);
    const { documentId, versionId, allowDownload, askName, maxViews, message, expiresAt, ...rest } = parsed.data;
    if (isPast(expiresAt)) return refuse(c, 400, "A link ends in the future");
    const caller = callerOf(c);
    const gone = "This document no longer exists";
    if (!(await seesDocument(sql, c.req.raw.headers, documentId))) return refuse(c, 404, gone);
    const made = await actingFor(sql, caller, async (tx) => {
      const [document] = await tx`
        select from public.documents where id = ${documentId} and archived_at is null and (${versionId}::uuid is null or exists (
          select from public.document_versions where id = ${versionId} and document_id = documents.id and state <> 'deleted'))
        for share`;
      if (!document) return null;
      const link = await links.issue(
        {
          kind: "document",
          subjectId: documentId,
          ...(caller && { createdBy: caller }),
          ...(expiresAt && { expiresAt: new Date(expiresAt) }),
          ...(rest.password && { password: rest.password }),
        },
        tx,
      );
      await tx`
        insert into public.share_settings (link_id, document_id, version_id, allow_download, ask_name, max_views, message, created_by)
        values (${link.id}, ${documentId}, ${versionId}, ${allowDownload}, ${askName}, ${maxViews}, ${message || null},
          (select user_id from public.staff where user_id = ${caller}))`;
      await tx`select private.record_document_event(${documentId}, 'shared', null)`;
      return link;
    });
    if (!made) return refuse(c, 404, gone);
    return c.json({ linkId: made.id, hint: made.hint, address: `${siteUrl}/d/${made.token}` }, 201);
  });

  admin.route("PATCH", "/shares/:id", { may: ["documents send"], takes: "json", maxBytes: 10_000 }, async (c) => {
    const linkId = c.req.param("id") ?? "";
    const parsed = changedShare.safeParse(await c.req.json().catch(() => null));
    if (!parsed.success || !isUuid(linkId)) return refuse(c, 400, wrong);
    const { versionId, allowDownload, askName, maxViews, message, expiresAt, password: secret } = parsed.data;
    if (isPast(expiresAt)) return refuse(c, 400, "A link ends in the future. To end it now, take it back");
    const gone = "This link has been taken back";
    if (!(await seesLink(c, linkId))) return refuse(c, 404, gone);
    const changed = await actingFor(sql, callerOf(c), async (tx) => {
      const rows = await tx`
        update public.share_settings
        set version_id = ${versionId}, allow_download = ${allowDownload}, ask_name = ${askName}, max_views = ${maxViews},
          message = ${message || null}
        where link_id = ${linkId} and (${versionId}::uuid is null or exists (
          select from public.document_versions where id = ${versionId} and document_id = share_settings.document_id))
          and exists (select from private.access_links where id = ${linkId} and revoked_at is null)
        returning link_id`;
      if (rows.length > 0) await links.setEnd(linkId, expiresAt === null ? null : new Date(expiresAt), tx);
      return rows.length > 0;
    });
    if (!changed) return refuse(c, 404, gone);
    if (secret !== undefined) await links.setPassword(linkId, secret);
    return c.json({ linkId });
  });

  admin.route("POST", "/shares/:id/revoke", { may: ["documents send"], takes: "nothing" }, async (c) => {
    const linkId = c.req.param("id") ?? "";
    if (!isUuid(linkId) || !(await seesLink(c, linkId))) return refuse(c, 404, "There is no such link");
    await actingFor(sql, callerOf(c), async (tx) => {
      const [open] = await tx<{ document_id: string }[]>`
        select document_id from public.share_settings join private.access_links as link on link.id = link_id
        where link_id = ${linkId} and link.revoked_at is null for update of link`;
      if (!open) return;
      await links.revoke(linkId, tx);
      await tx`select private.record_document_event(${open.document_id}, 'unshared', null)`;
    });
    return c.body(null, 204);
  });
}
