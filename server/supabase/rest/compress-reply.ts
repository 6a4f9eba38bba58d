// A board or a long export is the same words again and again: a tenth of it has to be sent. Others leave as they are: a page of
// a list is sent sooner than it is compressed.
import { promisify } from "node:util";
import { constants, gzip } from "node:zlib";
import type { Reply } from "./respond.ts";

const zip = promisify(gzip);
const least = 48 * 1024;

const accepts = (accepted = "") => /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?![.\d]))/i.test(accepted);

/** `accepted` is the request's accept-encoding. Callers prove themselves by a header, never by a cookie: no one can make a browser ask. */
export async function compressReply(reply: Reply, accepted: string | undefined): Promise<Reply> {
  const { body, headers } = reply;
  if (body === null || body.length < least || "content-encoding" in headers || !accepts(accepted)) return reply;
  const { "content-length": _, ...others } = headers;
  return {
    ...reply,
    headers: { ...others, "content-encoding": "gzip", vary: "Accept-Encoding" },
    body: await zip(body, { level: constants.Z_BEST_SPEED }),
  };
}
