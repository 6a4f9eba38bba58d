// The words in a file, as far as they can be read without its program: text in any encoding that says so, Office and OpenDocument files
// (zip archives of XML), and PDFs with text in them. What it is, its bytes say. Runs in a thread (file-text-thread.ts).
import { inflateRawSync } from "node:zlib";

/** Of one archive, unpacked: a small file that unpacks to gigabytes is not read. */
const maxUnpacked = 100 * 1024 * 1024;

/** Null: pictures, archives, encrypted files, formats of old programs. */
export async function textOf(bytes: Uint8Array): Promise<string | null> {
  const head = Buffer.from(bytes.subarray(0, 1024)).toString("latin1");
  if (head.startsWith("PK\u0003\u0004")) return officeText(Buffer.from(bytes));
  if (head.includes("%PDF-")) return pdfText(bytes);
  const text = plainText(bytes);
  return text?.startsWith("{\\rtf") ? rtfText(text) : text;
}

function plainText(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  if (bytes.includes(0)) return null;
  const text = new TextDecoder("utf-8").decode(bytes);
  const isUtf8 = !text.includes("\ufffd");
  return isUtf8 ? text : new TextDecoder("windows-1252").decode(bytes);
}

const rtfText = (text: string) =>
  text
    .replaceAll(/\\'([0-9a-f]{2})/gi, (_, hex: string) =>
      new TextDecoder("windows-1252").decode(Buffer.from(hex, "hex")),
    )
    .replaceAll(/\\u(-?\d+) ?\??/g, (_, code: string) => String.fromCodePoint((Number(code) + 65536) % 65536))
    .replaceAll(/\\(?:par|line|tab|cell|row)\b ?/g, "\n")
    .replaceAll(/\\[a-z]+-?\d* ?|[{}]/gi, "");

/** Parts of Word, Excel, PowerPoint and OpenDocument files that hold words. */
const parts =
  /^(?:word\/(?:document|header\d*|footer\d*|footnotes|endnotes|comments)\.xml|xl\/(?:sharedStrings|comments\d*|worksheets\/[^/]+)\.xml|ppt\/(?:slides|notesSlides)\/[^/]+\.xml|docProps\/(?:core|app|custom)\.xml|(?:content|styles|meta)\.xml)$/;

function officeText(archive: Buffer): string | null {
  const texts: string[] = [];
  let room = maxUnpacked;
  for (const { name, method, start, size } of zipEntries(archive)) {
    if (!parts.test(name)) continue;
    const packed = archive.subarray(start, start + size);
    const xml = method === 0 ? packed : method === 8 ? inflateRawSync(packed, { maxOutputLength: room }) : null;
    if (!xml) return null;
    room -= xml.length;
    texts.push(xmlText(xml.toString("utf8")));
  }
  return texts.length > 0 ? texts.join("\n") : null;
}

/** The ends of paragraphs and cells part words; the ends of runs, which a change of face makes in the middle of one, do not. */
const xmlText = (xml: string) =>
  xml
    .replaceAll(
      /<\/(?:\w+:)?(?:p|h|si|c|t[cr]|table-cell|is|comment)>|<(?:\w+:)?(?:br|tab|cr|s|line-break)\b[^<>]*>/g,
      "\n",
    )
    .replaceAll(/<[^<>]*>/g, "")
    .replaceAll(/&(?:#(\d+)|#x([0-9a-f]+)|(amp|lt|gt|quot|apos));/gi, (_, decimal, hex, word) =>
      decimal || hex
        ? String.fromCodePoint(Math.min(decimal ? Number(decimal) : Number.parseInt(hex, 16), 0x10ffff))
        : { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" }[String(word).toLowerCase()]!,
    );

interface ZipEntry {
  name: string;
  method: number;
  start: number;
  size: number;
}

/** From the directory at the end, as every program that opens them reads it. */
function zipEntries(archive: Buffer): ZipEntry[] {
  const end = archive.lastIndexOf("PK\u0005\u0006", undefined, "latin1");
  if (end < 0) return [];
  const entries: ZipEntry[] = [];
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0 && archive.readUInt32LE(at) === 0x02014b50; left -= 1) {
    const nameLength = archive.readUInt16LE(at + 28);
    const local = archive.readUInt32LE(at + 42);
    entries.push({
      name: archive.toString("utf8", at + 46, at + 46 + nameLength),
      method: archive.readUInt16LE(at + 10),
      size: archive.readUInt32LE(at + 20),
      start: local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28),
    });
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return entries;
}

/** Null when it is encrypted, or has pages and not one word: a scan. */
async function pdfText(bytes: Uint8Array): Promise<string | null> {
  const { getDocument } = await import("pdfjs-dist/legacy/build/pdf.mjs");
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0, enableXfa: false, useWasm: false });
  const file = await task.promise;
  try {
    const pages: string[] = [JSON.stringify((await file.getMetadata()).info)];
    let hasWords = false;
    for (let no = 1; no <= file.numPages; no += 1) {
      const { items } = await (await file.getPage(no)).getTextContent();
      const page = items.map((item) => ("str" in item ? `${item.str}${item.hasEOL ? "\n" : ""}` : "")).join("");
      hasWords ||= page.trim() !== "";
      pages.push(page);
    }
    return hasWords ? pages.join("\n") : null;
  } finally {
    await task.destroy();
  }
}
