// How large and how deeply nested a JSON body may be. Nesting costs parsers far more than its size suggests.
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../app.ts";
import { strangersRoom, limitBody } from "./body-room.ts";

export const maxDepth = 32;
const tooLarge = "The request body is larger than 1 MB";

const upToOneMegabyte = limitBody({
  maxBytes: 1_000_000,
  room: strangersRoom,
  // The rest of the body is not read, so the connection cannot be used again.
  onTooLarge: (c) =>
    c.json({ code: 413, error_code: "request_too_large", msg: tooLarge, message: tooLarge }, 413, {
      Connection: "close",
    }),
});

// No one sees the body of a read (to Hono it has none), and asking for it costs a twentieth of a list.
const refuseLarge = createMiddleware<AppEnv>(async (c, next) => {
  const { method } = c.req;
  return method === "GET" || method === "HEAD" ? next() : upToOneMegabyte(c, next);
});

/** Whether brackets outside strings nest deeper than allowed; looks no further than that. */
export function isTooDeep(json: string): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (inString) {
      if (code === 92 /* backslash */) at++;
      else if (code === 34 /* quote */) inString = false;
    } else if (code === 34) inString = true;
    else if (code === 91 || code === 123 /* [ { */) {
      if (++depth > maxDepth) return true;
    } else if (code === 93 || code === 125 /* ] } */) depth--;
  }
  return false;
}

const hasBody = new Set(["POST", "PUT", "PATCH", "DELETE"]);
// Every other type, and none at all, is parsed as JSON somewhere. Only the data API reads these as what they say.
const notJson = /^(?:text\/(?:csv|plain|xml)|application\/(?:x-www-form-urlencoded|octet-stream))\s*(?:;|$)/i;
const readsOtherTypes = /^\/rest\/v1(?:\/|$)/;
const utf8 = new TextDecoder("utf-8", { fatal: true });

export const refuseDeepJson = createMiddleware<AppEnv>(async (c, next) => {
  const isOther = notJson.test(c.req.header("content-type") ?? "") && readsOtherTypes.test(c.req.path);
  if (hasBody.has(c.req.method) && !isOther) {
    const text = decoded(await c.req.raw.arrayBuffer());
    const message =
      text === null
        ? "The request body is not valid UTF-8"
        : isTooDeep(text) && `JSON nested deeper than ${maxDepth} levels is not accepted`;
    if (message) return c.json({ code: 400, error_code: "bad_json", msg: message, message }, 400);
    // The body can be read once; anyone who asks Hono for it next gets this text. Its cache keeps promises, whatever its type says.
    c.req.bodyCache.text = Promise.resolve(text ?? "") as never;
  }
  await next();
  return undefined;
});

function decoded(bytes: ArrayBuffer): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

/** Stands before routes that read JSON: `routes.use(...jsonBody)`. */
export const jsonBody = [refuseLarge, refuseDeepJson] as const;
