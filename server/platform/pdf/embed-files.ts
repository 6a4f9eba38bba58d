// Puts files into a finished PDF as attachments, by an update at its end (ISO 32000-1, 7.5.6): the pages stay byte for byte what
// the layout made. Any PDF tool takes them out again (pdfdetach, qpdf, most viewers).
import { createHash } from "node:crypto";

interface Attached {
  name: string;
  type: string;
  text: string;
}

const latin = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");
const escaped = (text: string) => text.replaceAll(/[\\()]/g, (character) => `\\${character}`);

export function embedFiles(pdf: Uint8Array, files: readonly Attached[]): Uint8Array {
  if (files.length === 0) return pdf;
  const text = latin(pdf);
  const trailer = /trailer\s*<<([\s\S]*?)>>\s*startxref\s+(\d+)\s+%%EOF\s*$/.exec(text);
  const root = /\/Root (\d+) 0 R/.exec(trailer?.[1] ?? "");
  const size = /\/Size (\d+)/.exec(trailer?.[1] ?? "");
  if (!trailer || !root || !size) throw new Error("This PDF has no plain trailer");
  const catalog = new RegExp(`(?:^|\\n)${root[1]} 0 obj\\s*<<([\\s\\S]*?)>>\\s*endobj`).exec(text);
  if (!catalog) throw new Error("This PDF has no catalog");

  let next = Number(size[1]);
  const pieces: Buffer[] = [Buffer.from(pdf)];
  let length = pdf.length;
  const places: [object: number, at: number][] = [];
  const write = (object: number, body: string | Buffer) => {
    const bytes = Buffer.concat([
      Buffer.from(`${object} 0 obj\n`, "latin1"),
      typeof body === "string" ? Buffer.from(body, "latin1") : body,
      Buffer.from("\nendobj\n", "latin1"),
    ]);
    places.push([object, length]);
    pieces.push(bytes);
    length += bytes.length;
  };
  if (pdf.at(-1) !== 0x0a) {
    pieces.push(Buffer.from("\n"));
    length += 1;
  }
  const specs = files.map(({ name, type, text: content }) => {
    const bytes = Buffer.from(content, "utf8");
    const [file, spec] = [next, next + 1];
    next += 2;
    const sum = createHash("md5").update(bytes).digest("hex");
    write(
      file,
      Buffer.concat([
        Buffer.from(
          `<< /Type /EmbeddedFile /Subtype /${type.replace("/", "#2F")} /Length ${bytes.length} /Params << /Size ${bytes.length} /CheckSum <${sum}> >> >>\nstream\n`,
          "latin1",
        ),
        bytes,
        Buffer.from("\nendstream", "latin1"),
      ]),
    );
    write(
      spec,
      `<< /Type /Filespec /F (${escaped(name)}) /UF (${escaped(name)}) /AFRelationship /Data /EF << /F ${file} 0 R >> >>`,
    );
    return { name, spec };
  });
  const names = specs.map(({ name, spec }) => `(${escaped(name)}) ${spec} 0 R`).join(" ");
  const old = (catalog[1] ?? "").replace(/\/Names \d+ 0 R/, "").trim();
  write(
    Number(root[1]),
    `<< ${old} /Names << /EmbeddedFiles << /Names [${names}] >> >> /AF [${specs.map(({ spec }) => `${spec} 0 R`).join(" ")}] >>`,
  );

  const table = places
    .toSorted(([a], [b]) => a - b)
    .map(([object, at]) => `${object} 1\n${String(at).padStart(10, "0")} 00000 n \n`)
    .join("");
  const info = /\/Info \d+ 0 R/.exec(trailer[1] ?? "")?.[0] ?? "";
  const id = /\/ID \[[^\]]*\]/.exec(trailer[1] ?? "")?.[0] ?? "";
  pieces.push(
    Buffer.from(
      `xref\n${table}trailer\n<< /Size ${next} /Root ${root[1]} 0 R ${info} ${id} /Prev ${trailer[2]} >>\nstartxref\n${length}\n%%EOF\n`,
      "latin1",
    ),
  );
  return new Uint8Array(Buffer.concat(pieces));
}

/** The files that `embedFiles` put in, by name. */
export function embeddedFiles(pdf: Uint8Array): Map<string, string> {
  const text = latin(pdf);
  const found = new Map<string, string>();
  for (const [, name = "", file = ""] of text.matchAll(
    /\/Type \/Filespec \/F \(((?:\\.|[^\\)])*)\)[\s\S]{0,400}?\/EF << \/F (\d+) 0 R/g,
  )) {
    const start = new RegExp(
      `(?:^|\\n)${file} 0 obj\\n<< /Type /EmbeddedFile[^\\n]*/Length (\\d+)[^\\n]*>>\\nstream\\n`,
    ).exec(text);
    if (!start) continue;
    const from = start.index + start[0].length;
    const bytes = Buffer.from(text.slice(from, from + Number(start[1])), "latin1");
    found.set(name.replaceAll(/\\(.)/g, "$1"), bytes.toString("utf8"));
  }
  return found;
}
