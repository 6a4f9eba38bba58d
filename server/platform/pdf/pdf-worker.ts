// The thread that lays out documents: A4, the design's fonts, page numbers. One after the other, as they are asked for.
import path from "node:path";
import { parentPort } from "node:worker_threads";
import { Document, Font, Page, renderToBuffer, StyleSheet, Text, View } from "@react-pdf/renderer";
import { createElement as h } from "react";
import { colours } from "#content/colours.gen.ts";
import type { PdfBlock, PdfDocument } from "./pdf-document.ts";

const file = (name: string) => path.join(import.meta.dirname, "../../api/fonts", `${name}.ttf`);
const register = (family: string, regular: string, bold = regular) =>
  Font.register({ family, fonts: [{ src: file(regular) }, { src: file(bold), fontWeight: 600 }] });
/** Where a letter is not in the font of the design, the next one that has it. */
const further = ["latin-further", "hebrew", "vietnamese", "greek", "cyrillic"];
register("serif", "serif");
register("sans", "sans-400", "sans-600");
for (const script of further) register(script, script);
const fonts = await Promise.all(
  ["sans", ...further].map(async (fontFamily) => {
    await Font.load({ fontFamily });
    return Font.getFont({ fontFamily })?.data;
  }),
);
// Names are never divided; what would run off the page, such as a long address, is.
Font.registerHyphenationCallback((word) => (word.length > 40 ? (word.match(/.{1,16}/gu) ?? []) : [word]));

const { ink, muted, line } = colours.paper;
const undrawn = "\ufffd";
/** A letter that no font has would be drawn as some other letter. */
const isDrawn = (character: string) =>
  fonts.some(
    (font) => font && "hasGlyphForCodePoint" in font && font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0),
  );
const drawable = (text: string) =>
  [...text.normalize("NFC").replace(/[\t\u200b]/g, " ")]
    .map((one) => (one === "\n" || isDrawn(one) ? one : undrawn))
    .join("");

const serif = ["serif", ...further];
const styles = StyleSheet.create({
  page: {
    paddingTop: 54,
    paddingBottom: 64,
    paddingHorizontal: 60,
    fontFamily: ["sans", ...further],
    fontSize: 10,
    color: ink,
  },
  mark: { position: "absolute", top: 28, left: 60, right: 60, fontSize: 8.5, color: muted },
  title: { fontFamily: serif, fontSize: 27, lineHeight: 1.1, marginTop: 14, marginBottom: 16, maxWidth: 400 },
  fact: { flexDirection: "row", paddingVertical: 2 },
  term: { width: 90, color: muted },
  lead: { fontFamily: serif, fontSize: 13.5, lineHeight: 1.35, marginTop: 20, marginBottom: 4 },
  heading: { fontFamily: serif, fontSize: 15, marginTop: 20, marginBottom: 6 },
  text: { lineHeight: 1.45, marginTop: 6 },
  row: { borderTopWidth: 0.75, borderColor: line, paddingVertical: 7, flexDirection: "row" },
  words: { flex: 1, paddingRight: 20 },
  strong: { fontWeight: 600 },
  small: { color: muted, fontSize: 9, lineHeight: 1.35, marginTop: 2 },
  amount: { fontFamily: serif, fontSize: 12.5 },
  total: { flexDirection: "row", paddingVertical: 3 },
  grand: { fontFamily: serif, fontSize: 22 },
  rule: { borderTopWidth: 0.75, borderColor: ink },
  signature: { borderTopWidth: 0.75, borderBottomWidth: 0.75, borderColor: ink, paddingVertical: 10, marginTop: 22 },
  name: { fontFamily: serif, fontSize: 19, marginBottom: 4 },
  note: { fontSize: 8.5, color: muted, lineHeight: 1.4, marginTop: 12 },
  foot: { position: "absolute", bottom: 30, left: 60, right: 60, fontSize: 8, color: muted },
});

function shown(block: PdfBlock, key: number) {
  switch (block.kind) {
    case "title":
    case "lead":
    case "text":
    case "note":
      return h(Text, { key, style: styles[block.kind] }, block.text);
    case "heading":
      return h(Text, { key, style: styles.heading, minPresenceAhead: 40 }, block.text);
    case "facts":
      return h(
        View,
        { key },
        block.facts.map(([term, fact], place) =>
          h(
            View,
            { key: place, style: styles.fact },
            h(Text, { style: styles.term }, term),
            h(Text, { style: { flex: 1 } }, fact),
          ),
        ),
      );
    case "rows":
      return h(
        View,
        { key, style: styles.rule },
        block.rows.map(({ title, text, value, muted: pale }, place) =>
          h(
            View,
            { key: place, style: { ...styles.row, ...(pale && { color: muted }) }, wrap: false },
            h(
              View,
              { style: styles.words },
              h(Text, { style: styles.strong }, title),
              text ? h(Text, { style: styles.small }, text) : null,
            ),
            h(Text, { style: styles.amount }, value),
          ),
        ),
      );
    case "totals":
      return h(
        View,
        { key, style: { ...styles.rule, paddingTop: 6 }, wrap: false },
        block.rows.map(({ term, value, grand }, place) =>
          h(
            View,
            { key: place, style: styles.total },
            h(Text, { style: { flex: 1, ...(grand ? styles.strong : { color: muted }) } }, term),
            h(Text, { style: grand ? styles.grand : styles.strong }, value),
          ),
        ),
      );
    case "signature":
      return h(
        View,
        { key, style: styles.signature, wrap: false },
        h(Text, { style: styles.name }, block.name),
        h(Text, { style: styles.small }, block.text),
      );
  }
}

function paper({ title, author, mark, foot, date, blocks }: PdfDocument) {
  const at = new Date(date);
  return h(
    Document,
    { title, author, language: "en", creationDate: at, modificationDate: at, creator: author, producer: author },
    h(
      Page,
      { size: "A4", style: styles.page },
      h(Text, { key: "mark", style: styles.mark, fixed: true }, mark),
      ...blocks.map(shown),
      h(Text, {
        key: "foot",
        style: styles.foot,
        fixed: true,
        render: ({ pageNumber, totalPages }) => `${foot}. Page ${pageNumber} of ${totalPages}`,
      }),
    ),
  );
}

/** Letters as far as the fonts have them, and a word about those they lack. */
function asDrawn(document: PdfDocument): PdfDocument {
  const text = drawable(JSON.stringify({ ...document, files: [] }));
  const drawn = JSON.parse(text.replaceAll(undrawn, "?")) as PdfDocument;
  if (!text.includes(undrawn)) return drawn;
  const note: PdfBlock = {
    kind: "note",
    text: "Letters that the fonts of this file lack are shown as a question mark. The page and the file inside have them.",
  };
  return { ...drawn, blocks: [...drawn.blocks, note] };
}

parentPort?.on("message", (document: PdfDocument) => {
  renderToBuffer(paper(asDrawn(document))).then(
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of our own, not a window
    (pdf) => parentPort?.postMessage({ pdf: new Uint8Array(pdf), heap: process.memoryUsage().heapUsed }),
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of our own, not a window
    (error: unknown) => parentPort?.postMessage({ error: String(error), heap: 0 }),
  );
});
