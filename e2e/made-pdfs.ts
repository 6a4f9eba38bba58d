// PDFs written by hand, each as small and as odd as a test needs it.
import { createHash } from "node:crypto";
import { deflateSync } from "node:zlib";

export interface MadePage {
  heading: string;
  words?: string;
  /** Bytes that no one reads, before what the page shows: so that it comes with a later piece of the file. */
  padding?: number;
  /** An address that a line of the page leads to. */
  link?: string;
  /** A black square over the middle of the page, so many dots wide and high. */
  square?: number;
}

interface Made {
  pages: readonly MadePage[];
  /** Titles of pages as an outline. */
  outline?: readonly string[];
  /** A script that a reader may run when the PDF is opened. */
  script?: string;
  /** Without it nothing can be read. */
  password?: string;
}

const text = (words: string) => words.replaceAll(/[()\\]/g, (sign) => `\\${sign}`);

export function madePdf({ pages, outline = [], script, password }: Made): Buffer {
  const objects: (string | Buffer)[] = [];
  const add = (object: string | Buffer) => objects.push(object);
  const lock = password === undefined ? null : lockWith(password);
  const firstPage = 4;
  const firstContent = firstPage + pages.length;
  const firstOutline = firstContent + pages.length * 2;
  const pageAt = (index: number) => `${firstPage + index} 0 R`;
  add(
    `<</Type/Catalog/Pages 2 0 R${outline.length > 0 ? `/Outlines ${firstOutline} 0 R` : ""}${
      script ? `/OpenAction<</S/JavaScript/JS(${text(script)})>>` : ""
    }>>`,
  );
  add(`<</Type/Pages/Count ${pages.length}/Kids[${pages.map((_, index) => pageAt(index)).join(" ")}]>>`);
  add("<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>");
  for (const [index, { link, square }] of pages.entries()) {
    const annotation = link
      ? `/Annots[<</Type/Annot/Subtype/Link/Rect[60 600 400 620]/A<</S/URI/URI(${text(link)})>>>>]`
      : "";
    add(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 3 0 R>>${square ? `/XObject<</Square ${firstContent + index * 2} 0 R>>` : ""}>>/Contents ${firstContent + index * 2 + 1} 0 R${annotation}>>`,
    );
  }
  for (const [index, { heading, words = "", padding = 0, square }] of pages.entries()) {
    const lines = words.split("\n").map((line) => `(${text(line)}) Tj T*`);
    const drawn = `BT /F1 26 Tf 60 740 Td (${text(heading)}) Tj ET BT /F1 12 Tf 18 TL 60 690 Td ${lines.join(" ")} ET${square ? " q 200 0 0 200 200 300 cm /Square Do Q" : ""}`;
    add(square ? blackSquare(square) : `<</Length ${padding}>>stream\n${"%".repeat(padding)}\nendstream`);
    const content = lock ? lock.stream(firstContent + index * 2 + 1, Buffer.from(drawn)) : Buffer.from(drawn);
    add(Buffer.concat([Buffer.from(`<</Length ${content.length}>>stream\n`), content, Buffer.from("\nendstream")]));
  }
  if (outline.length > 0) {
    add(
      `<</Type/Outlines/First ${firstOutline + 1} 0 R/Last ${firstOutline + outline.length} 0 R/Count ${outline.length}>>`,
    );
    for (const [index, title] of outline.entries()) {
      const next = index < outline.length - 1 ? `/Next ${firstOutline + index + 2} 0 R` : "";
      add(`<</Title(${text(title)})/Parent ${firstOutline} 0 R${next}/Dest[${pageAt(index)}/Fit]>>`);
    }
  }
  if (lock) add(lock.dictionary);
  return withTable(objects, lock ? `/Encrypt ${objects.length} 0 R/ID[<${lock.id}><${lock.id}>]` : "");
}

/** One bit a dot, and packed: a few kilobytes, whatever it takes to draw it. */
function blackSquare(side: number): Buffer {
  const dots = deflateSync(Buffer.alloc(Math.ceil(side / 8) * side));
  const kind = `/Type/XObject/Subtype/Image/Width ${side}/Height ${side}/ColorSpace/DeviceGray/BitsPerComponent 1/Filter/FlateDecode`;
  return Buffer.concat([Buffer.from(`<<${kind}/Length ${dots.length}>>stream\n`), dots, Buffer.from("\nendstream")]);
}

/** The objects, where each of them is, and which is the first. */
function withTable(objects: readonly (string | Buffer)[], more: string): Buffer {
  const parts: Buffer[] = [Buffer.from("%PDF-1.7\n")];
  let length = parts[0]!.length;
  const places = objects.map((object, index) => {
    const place = length;
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from("\nendobj\n")]);
    parts.push(part);
    length += part.length;
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<</Size ${objects.length + 1}/Root 1 0 R${more}>>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

const md5 = (...parts: Buffer[]) => createHash("md5").update(Buffer.concat(parts)).digest();
const filler = Buffer.from("28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A", "hex");

/** The oldest lock of PDFs (40 bits, revision 2): no protection today, but every reader asks for its password. */
function lockWith(password: string) {
  const padded = Buffer.concat([Buffer.from(password, "latin1"), filler]).subarray(0, 32);
  const id = createHash("md5").update("made").digest();
  const owner = rc4(md5(padded).subarray(0, 5), padded);
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE(-4);
  const key = md5(padded, owner, permissions, id).subarray(0, 5);
  return {
    id: id.toString("hex"),
    dictionary: `<</Filter/Standard/V 1/R 2/P -4/O<${owner.toString("hex")}>/U<${rc4(key, filler).toString("hex")}>>>`,
    stream: (number: number, bytes: Buffer) =>
      rc4(md5(key, Buffer.from([number % 256, Math.floor(number / 256), 0, 0, 0])).subarray(0, 10), bytes),
  };
}

/** By hand: the library of Node no longer has it. */
function rc4(key: Buffer, bytes: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const swap = (one: number, other: number) => {
    [state[one], state[other]] = [state[other]!, state[one]!];
  };
  for (let i = 0, j = 0; i < 256; i += 1) {
    j = (j + state[i]! + key[i % key.length]!) % 256;
    swap(i, j);
  }
  let i = 0;
  let j = 0;
  return Buffer.from(
    bytes.map((byte) => {
      i = (i + 1) % 256;
      j = (j + state[i]!) % 256;
      swap(i, j);
      return byte ^ state[(state[i]! + state[j]!) % 256]!;
    }),
  );
}
