// What a file is by its bytes, whatever its name or its sender say, and how it may be shown.
import { fileTypeFromBuffer } from "file-type";

/** As many bytes from the start as a look at them needs. */
export const sniffedBytes = 4100;

/** The only types that a browser may show in place. Everything else is saved as a file. */
const shownInline = new Set(["application/pdf", "image/png", "image/jpeg", "image/webp", "text/plain"]);

export const mayShowInline = (mime: string): boolean => shownInline.has(mime);

/** Words that make a browser take text for a page or a drawing, were it to look. */
const markup =
  /<\s*(?:!doctype|html|head|body|script|svg|iframe|img|style|link|meta|object|embed|form|\?xml)\b|<\?xml/i;

/** In its thread: sniff.ts. */
export async function sniffHead(head: Uint8Array): Promise<string> {
  const found = await fileTypeFromBuffer(head.subarray(0, sniffedBytes)).catch(() => undefined);
  if (found) return found.mime;
  const text = asText(head.subarray(0, sniffedBytes));
  if (text === null) return "application/octet-stream";
  return markup.test(text) ? "text/html" : "text/plain";
}

/** Null when it is no UTF-8, or holds what no text does. */
function asText(bytes: Uint8Array): string | null {
  // The last character may have been cut.
  const text = new TextDecoder("utf-8").decode(bytes, { stream: true });
  // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
  return /[\u0000-\u0008\u000e-\u001a\u001c-\u001f\ufffd]/.test(text) ? null : text;
}
