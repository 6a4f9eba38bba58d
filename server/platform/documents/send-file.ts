// Hands out a stored file: whole or one range of it, with its hash as ETag. The bytes always come through us, so that a link
// which was taken back ends with the next request.
import { Readable } from "node:stream";
import { contentDisposition } from "../safe-text.ts";
import { type ByteRange, FileMissing } from "../storage/file-place.ts";
import { mayShowInline } from "./file-kind.ts";

export interface FileToSend {
  fileName: string;
  size: number;
  sha256: string;
  /** From its bytes. */
  mime: string;
  read(range?: ByteRange): Promise<Readable>;
}

/** Whatever is in the file, it runs nothing, asks for nothing, is no one's origin and is shown in no frame. */
const locked =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; style-src 'unsafe-inline'";
const sandboxed = `${locked}; img-src 'self'; sandbox`;
/** Chromium refuses to start its PDF viewer in a sandbox; the viewer is one by itself (docs/decisions/151). */
const forPdf = `${locked}; object-src 'self'`;

const retrySeconds = "30";

export async function sendFile(request: Request, file: FileToSend, inline: boolean): Promise<Response> {
  const shown = inline && mayShowInline(file.mime);
  const etag = `"${file.sha256}"`;
  const headers: Record<string, string> = {
    "Content-Type": !shown
      ? "application/octet-stream"
      : file.mime === "text/plain"
        ? "text/plain; charset=utf-8"
        : file.mime,
    "Content-Disposition": contentDisposition(shown ? "inline" : "attachment", file.fileName),
    "Content-Security-Policy": shown && file.mime === "application/pdf" ? forPdf : sandboxed,
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
    "Accept-Ranges": "bytes",
    ETag: etag,
  };
  if (matches(request.headers.get("if-none-match"), etag)) return new Response(null, { status: 304, headers });
  const condition = request.headers.get("if-range");
  const asked = condition === null || condition === etag ? request.headers.get("range") : null;
  const range = asked === null ? null : rangeOf(asked, file.size);
  if (range === "refused")
    return new Response(null, { status: 416, headers: { ...headers, "Content-Range": `bytes */${file.size}` } });
  const length = range ? range.to - range.from + 1 : file.size;
  headers["Content-Length"] = String(length);
  if (range) headers["Content-Range"] = `bytes ${range.from}-${range.to}/${file.size}`;
  const status = range ? 206 : 200;
  if (request.method === "HEAD" || length === 0) return new Response(null, { status, headers });
  try {
    const bytes = await file.read(range ?? undefined);
    return new Response(Readable.toWeb(bytes) as ReadableStream, { status, headers });
  } catch (error) {
    if (error instanceof FileMissing) throw error;
    return Response.json(
      { code: 503, message: "The storage does not answer just now. Try again in a minute." },
      { status: 503, headers: { "Retry-After": retrySeconds, "Cache-Control": "no-store" } },
    );
  }
}

const matches = (given: string | null, etag: string) =>
  given !== null && given.split(",").some((one) => one.trim().replace(/^W\//, "") === etag || one.trim() === "*");

/** One range, or "refused": several at once are how servers are made to send a file a thousand times over. Null: not a range. */
function rangeOf(header: string, size: number): ByteRange | "refused" | null {
  const text = /^bytes=(.+)$/.exec(header.trim())?.[1];
  if (text === undefined) return null;
  const [, from = "", to = ""] = /^(\d{0,15})-(\d{0,15})$/.exec(text.trim()) ?? [];
  if (from === "" && to === "") return "refused";
  if (from === "") {
    const last = Math.min(Number(to), size);
    return last === 0 ? "refused" : { from: size - last, to: size - 1 };
  }
  const start = Number(from);
  const end = to === "" ? size - 1 : Math.min(Number(to), size - 1);
  return start >= size || end < start ? "refused" : { from: start, to: end };
}
