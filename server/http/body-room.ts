// How much of the process's memory requests may fill with their bodies. A body that is not small reserves room before its first byte
// is read; while there is none, the request is refused and nothing of it is kept. Small bodies, which is nearly all of them, never wait.
import type { Context, MiddlewareHandler } from "hono";
import type { AppEnv } from "../app.ts";

/** Up to this size a body needs no room. */
const smallBytes = 64_000;
/** What a body that is read piece by piece counts as: a part of a file. */
const streamBytes = 4_000_000;

export interface BodyRoom {
  readonly bytes: number;
  taken: number;
}
export const bodyRoom = (bytes: number): BodyRoom => ({ bytes, taken: 0 });

/** Callers whose session or login has not been looked at yet: sixty-four of their largest bodies at once. */
export const anyonesRoom = bodyRoom(64_000_000);
/** Administrators' uploads, and providers that brought their login: two of the largest mails, or twenty parts of files. */
export const knownRoom = bodyRoom(80_000_000);

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
        const read = await readUpTo(raw.body!, maxBytes);
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
    withRoom(c, room, streamBytes, async () => {
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
  if (room.taken + bytes > room.bytes) return noRoom(c);
  room.taken += bytes;
  try {
    return await read();
  } finally {
    room.taken -= bytes;
  }
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
