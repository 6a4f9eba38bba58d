import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { documents, fingerprint } from "./documents.ts";
import printed from "./printed.json" with { type: "json" };

const read = (file: string) => readFileSync(new URL(`../../../public${file}`, import.meta.url));

test.each(documents)("$file is printed from the words in content/ (else: npm run generate -- pdfs)", (document) => {
  expect((printed as Record<string, string>)[document.file]).toBe(fingerprint(document));
});

test.each(documents)("$file is a small tagged PDF with embedded fonts", ({ file }) => {
  const pdf = read(file).toString("latin1");
  expect(pdf.startsWith("%PDF-")).toBe(true);
  expect(pdf.length).toBeLessThan(150 * 1024);
  expect(pdf).toContain("/StructTreeRoot");
  expect(pdf).toContain("/FontFile2");
});
