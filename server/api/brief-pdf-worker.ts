// The thread that lays out one brief: A4, the design's fonts, a heading, the facts, the sections, page numbers.
import { parentPort, workerData } from "node:worker_threads";
import { Document, Page, renderToBuffer, StyleSheet, Text, View } from "@react-pdf/renderer";
import { createElement as h } from "react";
import { site } from "#content/site.ts";
import type { Brief } from "#domain/brief.ts";
import { drawable } from "#server/platform/pdf/pdf-letters.ts";
import { words } from "#server/platform/pdf/pdf-text.ts";

const { drawn, families } = await drawable(workerData as Brief);

// No line height on the page: the foot would inherit it, multiplied once more for every page there is.
const styles = StyleSheet.create({
  page: {
    paddingTop: 56,
    paddingBottom: 64,
    paddingHorizontal: 60,
    fontFamily: ["sans", ...families.sans],
    fontSize: 10.5,
    color: "#12302f",
  },
  mark: { fontSize: 9, color: "#4d6361", marginBottom: 26 },
  title: {
    fontFamily: ["serif", ...families.serif, "sans", ...families.sans],
    fontSize: 26,
    lineHeight: 1.15,
    marginBottom: 18,
  },
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
      words(styles.value, value || "None"),
    );
  // One text for all lines: a thousand elements take seconds to lay out, a thousand lines do not.
  const section = ({ heading, lines, list }: Brief["sections"][number]) => [
    words(styles.heading, heading, { key: heading, minPresenceAhead: 40 }),
    words(list ? styles.list : styles.prose, lines.map((line) => (list ? `–  ${line}` : line)).join("\n") || "None", {
      key: `${heading}: lines`,
    }),
  ];
  return h(
    Document,
    { title: `${title}: brief`, author: site.name, language: "en" },
    h(
      Page,
      { size: "A4", style: styles.page },
      h(Text, { key: "mark", style: styles.mark }, `${site.name} · Draft brief`),
      words(styles.title, title, { key: "title" }),
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

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of our own, not a window
parentPort?.postMessage(await renderToBuffer(Paper(drawn)));
