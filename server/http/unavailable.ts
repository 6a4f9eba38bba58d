// Responses when the server cannot do its work: the disk is almost full, the database is away, something is broken.
import type { ErrorHandler } from "hono";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../app.ts";
import { isDatabaseAway } from "../platform/database/connection-errors.ts";
import { isDiskFull, noRoom } from "../platform/disk-room.ts";
import { currentRequestId } from "./current-request.ts";
import { type Log, loggable } from "./log.ts";

const insufficientStorage = { code: 507, error_code: "insufficient_storage", msg: noRoom, message: noRoom };

export const refuseWritesUnless = (takesWrites: () => boolean) =>
  createMiddleware<AppEnv>(async (c, next) => {
    if (takesWrites() || isRead(c.req.method, c.req.path)) return next();
    return c.json(insufficientStorage, 507);
  });

/** Searches are calls of functions that only read. */
const isRead = (method: string, path: string) =>
  ["GET", "HEAD", "OPTIONS"].includes(method) || path.startsWith("/rest/v1/rpc/search_");

export const respondToError =
  (log: Log): ErrorHandler<AppEnv> =>
  (error, c) => {
    if (isDatabaseAway(error))
      return c.json({ code: 503, message: "The database is away for a moment" }, 503, { "Retry-After": "1" });
    if (isDiskFull(error)) return c.json(insufficientStorage, 507);
    log.error({ err: loggable(error) }, "request failed");
    return c.json({ code: 500, message: "Something went wrong on our side", request_id: currentRequestId() }, 500);
  };
