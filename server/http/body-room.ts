// How much of the process's memory requests may fill with their bodies. A body that is not small reserves room before its first byte
// is read; while there is none, the request is refused and nothing of it is kept. Small bodies, which is nearly all of them, never wait.
// Each class of caller has a room, so that strangers take none from clients and clients none from colleagues; one caller has a share of
// it; and a body that comes too slowly is refused, so that no one can sit in it.
import type { Context, MiddlewareHandler } from "hono";
import type { AppEnv } from "../app.ts";
import { networkOf } from "../supabase/limits/network.ts";

/** Up to this size a body needs no room. */
const smallBytes = 64_000;
/** What a body that is read piece by piece counts as: a part of a file. */
const streamBytes = 4_000_000;

/** How slowly a large body may come: so much after the first seconds, counted while we wait for it and not while it waits for us. */
export const leastRate = { bytesPerSecond: 16_000, afterMilliseconds: 10_000 };

export interface BodyRoom {
  readonly bytes: number;
  /** Of one caller. The first body of a caller may be larger. */
  readonly perCaller: number;
  taken: number;
  readonly callers: Map<string, number>;
}
export const bodyRoom = (bytes: number, perCaller: number): BodyRoom => ({
  bytes,
  perCaller,
  taken: 0,
  callers: new Map(),
});

/** Whose session has not been looked at yet, by network: sixty-four of their largest bodies at once, sixteen of one. */
export const strangersRoom = bodyRoom(64_000_000, 16_000_000);
/** Clients in their area: three of their largest files at once, one of each. */
export const clientsRoom = bodyRoom(80_000_000, 20_000_000);
/** Colleagues: twenty parts of files at once, five of each. */
export const colleaguesRoom = bodyRoom(80_000_000, 20_000_000);
/** Providers that brought their login: two of the largest mails. */
export const providersRoom = bodyRoom(80_000_000, 80_000_000);

interface BodyLimit {
  /** The largest body this route takes. */
  maxBytes: number;
  room: BodyRoom;
  onTooLarge: (c: Context<AppEnv>) => Response;
}

/** Stands before routes that read a body. */
export function limitBody({ maxBytes, room, onTooLarge }: BodyLimit): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const { raw } = c.req;
    if (!raw.body) {
      await next();
      return undefined;
    }
    const length = declaredLength(raw.headers);
    if (length !== null && length > maxBytes) return onTooLarge(c);
    // Without a length it may become as large as the limit.
    return withRoom(c, room, length ?? maxBytes, async () => {
      if (length === null) {
        const read = await readUpTo(c.req.raw.body!, maxBytes);
        if (!read) return onTooLarge(c);
        c.req.raw = new Request(raw, { method: raw.method, body: read });
      }
      await next();
      return undefined;
    });
  };
}

/** Stands before routes that read a body piece by piece and count for themselves: so many at once, and no more. */
export const limitStreams =
  (room: BodyRoom): MiddlewareHandler<AppEnv> =>
  (c, next) =>
    withRoom(c, room, Math.min(declaredLength(c.req.raw.headers) ?? streamBytes, streamBytes), async () => {
      await next();
      return undefined;
    });

async function withRoom(
  c: Context<AppEnv>,
  room: BodyRoom,
  bytes: number,
  read: () => Promise<Response | undefined>,
): Promise<Response | undefined> {
  if (bytes <= smallBytes) return read();
  const caller = c.get("caller") ?? networkOf(c.env?.clientAddress ?? "unknown");
  const own = room.callers.get(caller) ?? 0;
  if (room.taken + bytes > room.bytes || (own > 0 && own + bytes > room.perCaller)) return noRoom(c);
  room.taken += bytes;
  room.callers.set(caller, own + bytes);
  const paced = c.req.raw.body ? pace(c.req.raw.body) : null;
  try {
    const { raw } = c.req;
    if (paced) c.req.raw = new Request(raw, { method: raw.method, body: paced.body, duplex: "half" } as RequestInit);
    const refused = await read();
    if (!paced?.isTooSlow()) return refused;
    // In place of whatever the route made of half a body.
    c.res = undefined;
    c.res = tooSlow(c);
    return undefined;
  } catch (error) {
    if (paced?.isTooSlow()) return tooSlow(c);
    throw error;
  } finally {
    room.taken -= bytes;
    const left = room.callers.get(caller)! - bytes;
    if (left > 0) room.callers.set(caller, left);
    else room.callers.delete(caller);
  }
}

/** The same bytes, ended with an error when they come more slowly than they may. */
function pace(body: ReadableStream<Uint8Array>) {
  const reader = body.getReader();
  let waited = 0;
  let size = 0;
  let isSlow = false;
  const paced = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const started = performance.now();
        const allowed = leastRate.afterMilliseconds + (size / leastRate.bytesPerSecond) * 1000 - waited;
        let timer: NodeJS.Timeout | undefined;
        const late = new Promise<"late">((resolve) => (timer = setTimeout(resolve, Math.max(0, allowed), "late")));
        const came = await Promise.race([reader.read(), late]).finally(() => clearTimeout(timer));
        waited += performance.now() - started;
        if (came === "late") {
          isSlow = true;
          controller.error(new Error("The body came too slowly"));
          reader.cancel().catch(() => undefined);
        } else if (came.done) controller.close();
        else {
          size += came.value.length;
          controller.enqueue(came.value);
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  return { body: paced, isTooSlow: () => isSlow };
}

/** With a transfer encoding the length is not believed, as in Node. */
function declaredLength(headers: Headers): number | null {
  const length = headers.get("content-length");
  return length === null || headers.has("transfer-encoding") ? null : Number(length);
}

async function readUpTo(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

const busy = "Too many large requests at once. Please try again in a few seconds.";
const noRoom = (c: Context<AppEnv>) =>
  // The body is not read, so the connection cannot be used again.
  c.json({ code: 503, error_code: "too_busy", msg: busy, message: busy }, 503, {
    "Retry-After": "5",
    Connection: "close",
  });

const slow = "The content came too slowly. Please try again with a better connection.";
const tooSlow = (c: Context<AppEnv>) =>
  c.json({ code: 408, error_code: "too_slow", msg: slow, message: slow }, 408, { Connection: "close" });
