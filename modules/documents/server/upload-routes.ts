// /api/documents/uploads: announce, send parts, ask how far it has come, finish, give up. The protocol: docs/uploads.md
import type { Context } from "hono";
import { z } from "zod";
import { emptyFile } from "#domain/file-size.ts";
import { fileLabel } from "#server/platform/documents/file-label.ts";
import type { AdminRoutes } from "#server/platform/module-routes.ts";
import { BusyUpload, TooManyBytes } from "#server/platform/storage/spool.ts";
import { callerOf, isUuid } from "./caller.ts";
import type { Uploads } from "./uploads.ts";

interface UploadRouteParts {
  uploads: Uploads;
  maxBytes: number;
  /** A sentence when files cannot be taken just now, or null. */
  trouble(): Promise<string | null>;
  hasRoomFor(bytes: number): Promise<boolean>;
  sees(headers: Headers, documentId: string): Promise<boolean>;
}

type Ctx = Context;

/** What a browser sends at a time: small enough to be taken within the time limit of a request on a slow line. */
const partBytes = 4 * 1024 * 1024;
const retrySeconds = "30";

const id = z.string().refine(isUuid);
const announced = z.object({
  folderId: id,
  fileName: z.string().max(2000),
  size: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
  type: z.string().max(200).nullish(),
  note: z.string().max(300).nullish(),
  documentId: id.nullish(),
  contactId: id.nullish(),
  dealId: id.nullish(),
});
const chosen = z.object({ as: z.enum(["version", "separate"]).optional(), documentId: id.optional() });

const refuse = (c: Ctx, status: 400 | 404 | 409 | 413 | 503 | 507, message: string, more: object = {}) =>
  c.json({ code: status, message, ...more }, status, status === 503 ? { "Retry-After": retrySeconds } : {});
const megabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024).toLocaleString("en-US")} MB`;

export function uploadRoutes(
  admin: AdminRoutes,
  { uploads, maxBytes, trouble, hasRoomFor, sees }: UploadRouteParts,
): void {
  const found = async (c: Ctx) => {
    const given = c.req.param("id");
    return isUuid(given) ? uploads.find(given) : null;
  };
  const gone = (c: Ctx) => refuse(c, 404, "This upload no longer exists. Please begin again.");

  admin.route("POST", "/uploads", { may: ["documents add"], takes: "json", maxBytes: 20_000 }, async (c) => {
    const parsed = announced.safeParse(await c.req.json().catch(() => null));
    if (!parsed.success) return refuse(c, 400, "Say which folder, the file's name and its size");
    const { data } = parsed;
    // Everything that speaks against it is said before a byte is sent.
    if (data.size === 0) return refuse(c, 400, emptyFile);
    if (data.size > maxBytes) return refuse(c, 413, `A file may have ${megabytes(maxBytes)} at most`, { maxBytes });
    if (!(await hasRoomFor(data.size)))
      return refuse(c, 507, "The server's disk has no room for this file", { error_code: "insufficient_storage" });
    const against = await trouble();
    if (against) return refuse(c, 503, "The storage does not answer just now. Try again in a minute.");
    const made = await uploads.start(
      {
        folderId: data.folderId,
        fileName: fileLabel(data.fileName),
        size: data.size,
        type: data.type ?? null,
        note: data.note ?? null,
        documentId: data.documentId ?? null,
        contactId: data.contactId ?? null,
        dealId: data.dealId ?? null,
      },
      callerOf(c),
    );
    return made
      ? c.json({ id: made, received: 0, partBytes }, 201)
      : refuse(c, 404, "This folder or document no longer exists");
  });

  admin.route("GET", "/uploads/:id", { may: ["documents add"], takes: "nothing" }, async (c) => {
    const row = await found(c);
    return row ? c.json({ id: row.id, received: row.received, size: row.size, partBytes }) : gone(c);
  });

  admin.route("PATCH", "/uploads/:id", { may: ["documents add"], takes: "stream" }, async (c) => {
    const row = await found(c);
    if (!row) return gone(c);
    const offset = /^\d{1,16}$/.test(c.req.header("upload-offset") ?? "")
      ? Number(c.req.header("upload-offset"))
      : null;
    if (offset !== row.received) return refuse(c, 409, "Continue from what was received", { received: row.received });
    if (Number(c.req.header("content-length") ?? 0) > row.size - offset)
      return refuse(c, 413, "More bytes than were announced", { received: row.received });
    try {
      const { received } = await uploads.append(row, (c.req.raw.body ?? []) as AsyncIterable<Uint8Array>);
      return c.json({ received });
    } catch (error) {
      if (error instanceof TooManyBytes) return refuse(c, 413, error.message, { received: row.received });
      if (error instanceof BusyUpload) return refuse(c, 409, error.message, { received: row.received });
      throw error;
    }
  });

  admin.route("POST", "/uploads/:id/finish", { may: ["documents add"], takes: "json", maxBytes: 2000 }, async (c) => {
    const parsed = chosen.safeParse(await c.req.json().catch(() => null));
    if (!parsed.success) return refuse(c, 400, "Choose a new version or a separate document");
    const row = await found(c);
    if (!row) {
      const given = c.req.param("id") ?? "";
      const done = isUuid(given) ? await uploads.finished(given) : null;
      return done ? c.json(done, 200) : gone(c);
    }
    if (row.size === 0) {
      // Announced before empty files were refused there.
      await uploads.discard(row.id);
      return refuse(c, 400, emptyFile);
    }
    if (row.received !== row.size)
      return refuse(c, 409, "Not everything has been received yet", { received: row.received });
    const against = await trouble();
    if (against) return refuse(c, 503, "The storage does not answer just now. Nothing is lost: try again in a minute.");
    const { as, documentId } = parsed.data;
    let filed = await uploads.finish(row, { ...(as && { as }), ...(documentId && { documentId }) }, callerOf(c));
    // A document that the caller does not see is not named.
    if ("same" in filed && !(await sees(c.req.raw.headers, filed.same.documentId)))
      filed = await uploads.finish(row, { as: "separate" }, callerOf(c));
    if ("same" in filed)
      return refuse(c, 409, `This is the same file as version ${filed.same.no} of “${filed.same.title}”`, {
        error_code: "same_content",
        same: filed.same,
      });
    return c.json(filed, 201);
  });

  admin.route("DELETE", "/uploads/:id", { may: ["documents add"], takes: "nothing" }, async (c) => {
    const given = c.req.param("id");
    if (isUuid(given)) await uploads.discard(given);
    return c.body(null, 204);
  });
}
