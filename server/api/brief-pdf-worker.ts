// The thread that lays out one brief: A4, the design's fonts, a heading, the facts, the sections, page numbers.
import path from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { Document, Font, Page, renderToBuffer, StyleSheet, Text, View } from "@react-pdf/renderer";
import { createElement as h } from "react";
import { site } from "#content/site.ts";
import type { Brief } from "#domain/brief.ts";

const file = (name: string) => path.join(import.meta.dirname, "fonts", `${name}.ttf`);
const register = (family: string, regular: string, bold = regular) =>
  Font.register({ family, fonts: [{ src: file(regular) }, { src: file(bold), fontWeight: 600 }] });
/** Where a letter is not in the font of the design, the next one that has it. */
const furtherScripts = ["latin-further", "hebrew", "vietnamese", "greek", "cyrillic"];
register("serif", "serif");
register("sans", "sans-400", "sans-600");
for (const script of furtherScripts) register(script, script);
const fonts = await Promise.all(
  ["sans", ...furtherScripts].map(async (fontFamily) => {
    await Font.load({ fontFamily });
    return Font.getFont({ fontFamily })?.data;
  }),
);
// Names are never divided; what would run off the page, such as a long address, is.
Font.registerHyphenationCallback((word) => (word.length > 40 ? (word.match(/.{1,16}/gu) ?? []) : [word]));

/** A letter that no font has would be drawn as some other letter. */
const isDrawn = (character: string) =>
  fonts.some(
    (font) => font && "hasGlyphForCodePoint" in font && font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0),
  );
const undrawn = "\ufffd";
const drawable = (text: string) =>
  [...text.normalize("NFC").replace(/[\t\u200b]/g, " ")]
    .map((one) => (one === "\n" || isDrawn(one) ? one : undrawn))
    .join("");

// No line height on the page: the foot would inherit it, multiplied once more for every page there is.
const styles = StyleSheet.create({
  page: {
    paddingTop: 56,
    paddingBottom: 64,
    paddingHorizontal: 60,
    fontFamily: ["sans", ...furtherScripts],
    fontSize: 10.5,
    color: "#12302f",
  },
  mark: { fontSize: 9, color: "#4d6361", marginBottom: 26 },
  title: { fontFamily: ["serif", ...furtherScripts], fontSize: 26, lineHeight: 1.15, marginBottom: 18 },
  fact: { flexDirection: "row", borderTopWidth: 0.75, borderColor: "#c9d8cf", paddingVertical: 5 },
  label: { width: 120, lineHeight: 1.2, color: "#4d6361" },
  value: { flex: 1, lineHeight: 1.2 },
  heading: { fontSize: 12.5, fontWeight: 600, marginTop: 22, marginBottom: 6 },
  list: { lineHeight: 1.35 },
  prose: { lineHeight: 1.2 },
  foot: { position: "absolute", bottom: 32, left: 60, right: 60, fontSize: 8.5, color: "#4d6361" },
});

function Paper({ title, facts, sections }: Brief) {
  const fact = ({ label, value }: Brief["facts"][number]) =>
    h(
      View,
      { key: label, style: styles.fact, wrap: false },
      h(Text, { style: styles.label }, label),
      h(Text, { style: styles.value }, value || "None"),
    );
  // One text for all lines: a thousand elements take seconds to lay out, a thousand lines do not.
  const section = ({ heading, lines, list }: Brief["sections"][number]) => [
    h(Text, { key: heading, style: styles.heading, minPresenceAhead: 40 }, heading),
    h(
      Text,
      { key: `${heading}: lines`, style: list ? styles.list : styles.prose },
      lines.map((line) => (list ? `–  ${line}` : line)).join("\n") || "None",
    ),
  ];
  return h(
    Document,
    { title: `${title}: brief`, author: site.name, language: "en" },
    h(
      Page,
      { size: "A4", style: styles.page },
      h(Text, { key: "mark", style: styles.mark }, `${site.name} · Draft brief`),
      h(Text, { key: "title", style: styles.title }, title),
      ...facts.map(fact),
      ...sections.flatMap(section),
      h(Text, {
        key: "foot",
        style: styles.foot,
        fixed: true,
        render: ({ pageNumber, totalPages }) => `Draft, not published. Page ${pageNumber} of ${totalPages}`,
      }),
    ),
  );
}

/** Every text of the brief with its letters as far as the fonts have them, and a word about those they lack. */
function asDrawn(brief: Brief): Brief {
  const text = drawable(JSON.stringify(brief));
  const shown = JSON.parse(text.replaceAll(undrawn, "?")) as Brief;
  if (!text.includes(undrawn)) return shown;
  const lines = ["Letters that the fonts of this file lack are shown as a question mark. The Markdown file has them."];
  return { ...shown, sections: [...shown.sections, { heading: "About this file", lines }] };
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of our own, not a window
parentPort?.postMessage(await renderToBuffer(Paper(asDrawn(workerData as Brief))));
