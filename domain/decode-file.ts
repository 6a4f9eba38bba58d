// The text of a file whose encoding no one told us.
export const encodings = [
  "utf-8",
  "windows-1252",
  "windows-1250",
  "windows-1251",
  "utf-16le",
  "utf-16be",
  "shift_jis",
  "gbk",
] as const;
export type Encoding = (typeof encodings)[number];

export class UnreadableFile extends Error {}

/** How files that are no text begin. */
const signatures = [
  { what: "a spreadsheet or a zip file", bytes: [0x50, 0x4b, 0x03] },
  { what: "an old spreadsheet", bytes: [0xd0, 0xcf, 0x11, 0xe0] },
  { what: "a picture", bytes: [0x89, 0x50, 0x4e, 0x47] },
  { what: "a picture", bytes: [0xff, 0xd8, 0xff] },
  { what: "a picture", bytes: [0x47, 0x49, 0x46, 0x38] },
  { what: "a picture", bytes: [0x52, 0x49, 0x46, 0x46] },
  { what: "a PDF", bytes: [0x25, 0x50, 0x44, 0x46] },
] as const;

/** What the first bytes say; else UTF-8 when the bytes are that, else the usual Western encoding as a guess. */
export function guessEncoding(bytes: Uint8Array): { encoding: Encoding; sure: boolean } {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return { encoding: "utf-8", sure: true };
  if (a === 0xff && b === 0xfe) return { encoding: "utf-16le", sure: true };
  if (a === 0xfe && b === 0xff) return { encoding: "utf-16be", sure: true };
  const start = bytes.subarray(0, 4000);
  const zeros = (odd: number) => start.filter((byte, index) => byte === 0 && index % 2 === odd).length;
  if (zeros(1) > start.length / 4) return { encoding: "utf-16le", sure: false };
  if (zeros(0) > start.length / 4) return { encoding: "utf-16be", sure: false };
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return { encoding: "utf-8", sure: true };
  } catch {
    return { encoding: "windows-1252", sure: false };
  }
}

export function decodeFile(bytes: Uint8Array, encoding: Encoding): string {
  if (bytes.length === 0) throw new UnreadableFile("The file is empty.");
  const known = signatures.find(({ bytes: start }) => start.every((byte, index) => bytes[index] === byte));
  if (known) throw new UnreadableFile(`This is ${known.what}. Save it as CSV first, then import that.`);
  // Text has no zero bytes, but in UTF-16 every other one may be.
  if (!encoding.startsWith("utf-16") && bytes.subarray(0, 4000).includes(0))
    throw new UnreadableFile("This is no text file. Save the table as CSV first, then import that.");
  return new TextDecoder(encoding).decode(bytes);
}
