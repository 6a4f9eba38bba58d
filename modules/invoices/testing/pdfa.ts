// What of PDF/A-3 and Factur-X can be read from the bytes of a file, apart from what writes them: objects by their numbers, streams as they are.
// It is no validator: veraPDF is that. Only for tests.
import { inflateSync } from "node:zlib";

export interface PdfaMarks {
  /** Everything that is missing or wrong, in words. */
  wrong: string[];
  metadata: string;
  embedded: { name: string; bytes: Buffer } | null;
}

export function pdfaMarks(file: Uint8Array): PdfaMarks {
  const bytes = Buffer.from(file);
  const text = bytes.toString("latin1");
  const objects = new Map<string, string>();
  for (const [, number, body] of text.matchAll(/(?:^|[\r\n])(\d+) 0 obj\b([\s\S]*?)endobj/g))
    objects.set(number!, body!);
  const dictionary = (body: string) => body.split("stream")[0]!;
  const referred = (body: string | undefined, key: string): string | undefined =>
    objects.get(new RegExp(`/${key}\\s*\\[?\\s*(\\d+) 0 R`).exec(body ?? "")?.[1] ?? "");
  const streamOf = (body: string): Buffer => {
    const raw = /stream\r?\n([\s\S]*?)\r?\nendstream/.exec(body)?.[1] ?? "";
    const plain = Buffer.from(raw, "latin1");
    return /\/FlateDecode/.test(dictionary(body)) ? inflateSync(plain) : plain;
  };
  const all = [...objects.values()];
  const catalog = all.find((body) => /\/Type\s*\/Catalog\b/.test(dictionary(body)));
  const wrong: string[] = [];
  const demand = (holds: boolean, words: string) => {
    if (!holds) wrong.push(words);
  };

  demand(/^%PDF-1\.7[\r\n]+%[\x80-\xff]{4}/.test(text.slice(0, 30)), "the header is no 1.7 with four high bytes");
  demand(/\/ID\s*\[\s*<[0-9a-fA-F]{32}>\s*<[0-9a-fA-F]{32}>\s*\]/.test(text), "the trailer has no ID");
  demand(!/\/Encrypt\b/.test(text), "it is encrypted");
  demand(!/\/(?:JavaScript|JS|Launch|Movie|Sound)\b/.test(text), "it acts by itself");

  const intent = referred(catalog, "OutputIntents");
  demand(/\/S\s*\/GTS_PDFA1\b/.test(intent ?? ""), "no output intent of PDF/A");
  demand(/\/OutputConditionIdentifier\b/.test(intent ?? ""), "the output intent has no condition");
  const profile = referred(intent, "DestOutputProfile");
  // An ICC profile says "acsp" at its 36th byte.
  demand(profile !== undefined && streamOf(profile).subarray(36, 40).toString() === "acsp", "no ICC profile");

  const fonts = all.filter((body) => /\/Type\s*\/FontDescriptor\b/.test(dictionary(body)));
  demand(fonts.length > 0 && fonts.every((body) => /\/FontFile[23]?\s+\d+ 0 R/.test(body)), "a font is not embedded");

  const described = referred(catalog, "Metadata");
  demand(
    described !== undefined && !/\/Filter\b/.test(dictionary(described)),
    "the metadata cannot be read as they are",
  );
  const metadata = described ? streamOf(described).toString("utf8") : "";
  const says = (name: string) => new RegExp(`${name}(?:>|=")([^<"]*)`).exec(metadata)?.[1]?.trim();
  for (const [name, value] of [
    ["pdfaid:part", "3"],
    ["pdfaid:conformance", "B"],
    ["fx:DocumentType", "INVOICE"],
    ["fx:DocumentFileName", "factur-x.xml"],
    ["fx:ConformanceLevel", "EN 16931"],
  ] as const)
    demand(says(name) === value, `${name} is ${says(name) ?? "missing"}, and should be ${value}`);
  demand(metadata.includes("pdfaExtension:schemas"), "the extension schema of Factur-X is missing");
  demand(
    metadata.includes("urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#"),
    "the namespace of Factur-X is missing",
  );

  const spec = all.find((body) => /\/Type\s*\/Filespec\b/.test(dictionary(body)));
  demand(/\/AFRelationship\s*\/Alternative\b/.test(spec ?? ""), "the attachment is no alternative");
  demand(/\/AF\b/.test(catalog ?? ""), "the catalog has no associated file");
  demand(
    /\/EmbeddedFiles\b/.test(catalog ?? "") || all.some((body) => /\/EmbeddedFiles\b/.test(body)),
    "no embedded files are named",
  );
  const attached = all.find((body) => /\/Type\s*\/EmbeddedFile\b/.test(dictionary(body)));
  demand(/\/Subtype\s*\/text#2[Ff]xml\b/.test(attached ?? ""), "the attachment is no text/xml");
  demand(/\/ModDate\b/.test(attached ?? ""), "the attachment has no day");
  return { wrong, metadata, embedded: attached ? { name: "factur-x.xml", bytes: streamOf(attached) } : null };
}
