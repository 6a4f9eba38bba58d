// How a document is laid out: A4, the design's fonts, page numbers.
import { Document, Image, Page, Path, StyleSheet, Svg, Text, View } from "@react-pdf/renderer";
import { createElement as h } from "react";
import { colours } from "#content/colours.gen.ts";
import { codePath } from "./bank-code.ts";
import type { PdfBlock, PdfDocument } from "./pdf-document.ts";
import type { Families } from "./pdf-fonts.ts";
import { measured } from "./pdf-letters.ts";
import { type Style, words } from "./pdf-text.ts";
import { layTable } from "./table-widths.ts";

const { ink, muted, line } = colours.paper;

const margin = 60;
/** A4 in points, without the margins. */
const widthOfPage = (landscape: boolean) => (landscape ? 841.89 : 595.28) - 2 * margin;

const stylesFor = (families: Families) => {
  const serif = ["serif", ...families.serif, "sans", ...families.sans];
  return StyleSheet.create({
    page: {
      paddingTop: 54,
      paddingBottom: 64,
      paddingHorizontal: margin,
      fontFamily: ["sans", ...families.sans],
      fontSize: 10,
      color: ink,
    },
    logo: { alignItems: "flex-start", marginBottom: 18 },
    mark: { position: "absolute", top: 28, left: margin, right: margin, fontSize: 8.5, color: muted },
    title: { fontFamily: serif, fontSize: 27, lineHeight: 1.1, marginTop: 14, marginBottom: 16, maxWidth: 400 },
    fact: { flexDirection: "row", paddingVertical: 2 },
    term: { width: 90, color: muted },
    lead: { fontFamily: serif, fontSize: 13.5, lineHeight: 1.35, marginTop: 20, marginBottom: 4 },
    heading: { fontFamily: serif, fontSize: 15, marginTop: 20, marginBottom: 6 },
    // The height of a line is a multiple of the size that is beside it.
    text: { fontSize: 10, lineHeight: 1.45, marginTop: 6 },
    row: { borderTopWidth: 0.75, borderColor: line, paddingVertical: 7, flexDirection: "row" },
    words: { flex: 1, paddingRight: 20 },
    strong: { fontWeight: 600 },
    small: { color: muted, fontSize: 9, lineHeight: 1.35, marginTop: 2 },
    amount: { fontFamily: serif, fontSize: 12.5 },
    head: { flexDirection: "row", paddingBottom: 4, fontSize: 8.5, color: muted },
    carried: { position: "absolute", bottom: 47, left: margin, right: margin, textAlign: "right", fontSize: 8.5 },
    brought: { textAlign: "right", fontSize: 8.5, paddingBottom: 4 },
    item: { flex: 1, paddingRight: 12 },
    cell: { textAlign: "right", paddingLeft: 12, fontSize: 9.5 },
    afterFacts: { marginTop: 16 },
    listHead: { flexDirection: "row", borderBottomWidth: 0.75, borderColor: ink, paddingBottom: 4, marginTop: 14 },
    listRow: { flexDirection: "row", borderBottomWidth: 0.5, borderColor: line, paddingVertical: 4 },
    listCell: { lineHeight: 1.3 },
    total: { flexDirection: "row", paddingVertical: 3 },
    grand: { fontFamily: serif, fontSize: 22 },
    rule: { borderTopWidth: 0.75, borderColor: ink },
    signature: { borderTopWidth: 0.75, borderBottomWidth: 0.75, borderColor: ink, paddingVertical: 10, marginTop: 22 },
    name: { fontFamily: serif, fontSize: 19, marginBottom: 4 },
    note: { fontSize: 8.5, color: muted, lineHeight: 1.4, marginTop: 12 },
    foot: { position: "absolute", bottom: 30, left: margin, right: margin, fontSize: 8, color: muted },
  });
};
type Styles = ReturnType<typeof stylesFor>;

/** As wide as its longest entry; a digit is half as wide as it is high, and so is most else in an amount. */
const widthOf = (entries: readonly string[]) => 14 + 5.4 * Math.max(...entries.map((entry) => entry.length));

/** On which page each line is, by the place of its block: known once it was laid out. */
export type PagesOfLines = Map<number, number[]>;

/** The last line of a page that has some, and the last before it. */
function carriedAt(pages: readonly number[], pageNumber: number) {
  const last = pages.findLastIndex((page) => page === pageNumber);
  const before = pages.findLastIndex((page) => page < pageNumber);
  return { last: last < pages.length - 1 ? last : -1, before: pages.includes(pageNumber) ? before : -1 };
}

function lines(
  { head, rows, carried }: Extract<PdfBlock, { kind: "lines" }>,
  styles: Styles,
  { known, seen }: { known: readonly number[] | undefined; seen: number[] },
) {
  const widths = head.slice(1).map((term, place) => widthOf([term, ...rows.map(({ cells }) => cells[place] ?? "")]));
  const cell = (text: string, place: number, style: Style = {}) =>
    h(Text, { key: place, style: { ...styles.cell, width: widths[place] ?? 0, ...style } }, text);
  const last = widths.length - 1;
  // In the first round it is asked before any line is.
  const isFirst = (pageNumber: number) => pageNumber <= ((known ?? seen)[0] ?? pageNumber);
  return [
    h(
      View,
      { key: "head", style: styles.head, minPresenceAhead: 40, ...(carried && { fixed: true }) },
      h(Text, { style: styles.item }, head[0]),
      head.slice(1).map((term, place) => cell(term, place, { fontSize: 8.5 })),
    ),
    ...(carried
      ? [
          // As high where the sum is not known yet as where it is.
          h(Text, {
            key: "brought",
            fixed: true,
            style: styles.brought,
            render: ({ pageNumber }: { pageNumber: number }) =>
              isFirst(pageNumber)
                ? ""
                : `${carried.brought} ${carried.after[known ? carriedAt(known, pageNumber).before : 0] ?? ""}`,
          }),
        ]
      : []),
    h(
      View,
      { key: "rows", style: styles.rule },
      rows.map(({ title, text, cells, muted: pale }, place) =>
        h(
          View,
          { key: place, style: { ...styles.row, ...(pale && { color: muted }) }, wrap: false },
          h(View, { style: styles.item }, words(styles.strong, title), text ? words(styles.small, text) : null),
          cells.map((value, column) =>
            carried && column === last
              ? h(Text, {
                  key: column,
                  style: { ...styles.cell, width: widths[column] ?? 0, ...styles.strong },
                  render: ({ pageNumber }: { pageNumber: number }) => {
                    // The last time it is asked, it is on its page.
                    seen[place] = pageNumber;
                    return value;
                  },
                })
              : cell(value, column, column === last ? styles.strong : {}),
          ),
        ),
      ),
    ),
  ];
}

function table(block: Extract<PdfBlock, { kind: "table" }>, styles: Styles, width: number) {
  const { size, widths, gap, head, rows } = layTable(block, width, measured);
  const last = widths.length - 1;
  const cell = (text: string, place: number, style: Style = {}) =>
    h(
      View,
      { key: place, style: { width: widths[place] ?? 0, ...(place < last && { marginRight: gap }) } },
      words(
        {
          ...styles.listCell,
          fontSize: size,
          ...style,
          ...(block.columns[place]?.alignEnd && { textAlign: "right" as const }),
        },
        text,
      ),
    );
  return [
    h(
      View,
      { key: "head", style: styles.listHead, fixed: true },
      head.map((label, place) => cell(label, place, { color: muted })),
    ),
    ...rows.map((cells, row) =>
      h(
        View,
        { key: row, style: styles.listRow, wrap: false },
        cells.map((text, place) => cell(text, place, place === 0 ? styles.strong : {})),
      ),
    ),
  ];
}

interface Round {
  known: PagesOfLines | null;
  seen: PagesOfLines;
}

function linesOfRound(
  block: Extract<PdfBlock, { kind: "lines" }>,
  key: number,
  styles: Styles,
  round: Round,
  previous: PdfBlock | undefined,
) {
  const seen: number[] = [];
  round.seen.set(key, seen);
  return h(
    View,
    { key, ...(previous?.kind === "facts" && { style: styles.afterFacts }) },
    lines(block, styles, { known: round.known?.get(key), seen }),
  );
}

function shown(
  block: PdfBlock,
  key: number,
  styles: Styles,
  { round, width, previous }: { round: Round; width: number; previous: PdfBlock | undefined },
) {
  switch (block.kind) {
    case "title":
    case "lead":
    case "text":
    case "note":
      return words(styles[block.kind], block.text, { key });
    case "logo":
      return h(
        View,
        { key, style: styles.logo },
        h(Image, { src: block.src, style: { maxHeight: 36, maxWidth: 180 } }),
      );
    case "heading":
      return words(styles.heading, block.text, { key, minPresenceAhead: 40 });
    case "facts":
      return h(
        View,
        { key },
        block.facts.map(([term, fact], place) =>
          h(View, { key: place, style: styles.fact }, h(Text, { style: styles.term }, term), words({ flex: 1 }, fact)),
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
            h(View, { style: styles.words }, words(styles.strong, title), text ? words(styles.small, text) : null),
            h(Text, { style: styles.amount }, value),
          ),
        ),
      );
    case "lines":
      return linesOfRound(block, key, styles, round, previous);
    case "table":
      return h(View, { key }, table(block, styles, width));
    case "totals":
      return h(
        View,
        { key, style: { ...styles.rule, paddingTop: 6 }, wrap: false },
        block.rows.map(({ term, value, grand }, place) =>
          h(
            View,
            { key: place, style: { ...styles.total, ...(block.level && { alignItems: "flex-end" }) } },
            h(
              Text,
              {
                style: {
                  flex: 1,
                  ...(block.level && grand && { paddingBottom: 4 }),
                  ...(grand ? styles.strong : { color: muted }),
                },
              },
              term,
            ),
            h(Text, { style: grand ? styles.grand : styles.strong }, value),
          ),
        ),
      );
    case "code":
      return h(
        View,
        { key, style: { ...styles.signature, flexDirection: "row" }, wrap: false },
        h(
          Svg,
          {
            viewBox: `-4 -4 ${block.rows.length + 8} ${block.rows.length + 8}`,
            style: { width: 112, height: 112, marginRight: 16 },
          },
          h(Path, { d: codePath(block.rows), fill: "#000000" }),
        ),
        h(
          View,
          { style: { flex: 1 } },
          words(styles.strong, block.title),
          block.facts.map(([term, fact], place) =>
            h(
              View,
              { key: place, style: styles.fact },
              h(Text, { style: styles.term }, term),
              words({ flex: 1 }, fact),
            ),
          ),
        ),
      );
    case "signature":
      return h(
        View,
        { key, style: styles.signature, wrap: false },
        words(styles.name, block.name),
        words(styles.small, block.text),
      );
  }
}

const forward =
  (
    { forward: phrase, after }: NonNullable<Extract<PdfBlock, { kind: "lines" }>["carried"]>,
    pages: readonly number[],
  ) =>
  ({ pageNumber }: { pageNumber: number }) => {
    const { last } = carriedAt(pages, pageNumber);
    return last === -1 ? "" : `${phrase} ${after[last] ?? ""}`;
  };

export function paper(
  {
    title,
    author,
    mark,
    foot,
    date,
    blocks,
    landscape,
    language = "en",
    archival,
    pageWords = "Page {page} of {pages}",
  }: PdfDocument,
  families: Families,
  round: Round = { known: null, seen: new Map() },
) {
  const at = new Date(date);
  const styles = stylesFor(families);
  return h(
    Document,
    {
      title,
      author,
      language,
      creationDate: at,
      modificationDate: at,
      creator: author,
      producer: author,
      ...(archival && { conformance: "PDF/A-3b" as const }),
    },
    h(
      Page,
      { size: "A4", orientation: landscape ? "landscape" : "portrait", style: styles.page },
      words(styles.mark, mark, { key: "mark", fixed: true }),
      ...blocks.map((block, place) =>
        shown(block, place, styles, { round, width: widthOfPage(landscape === true), previous: blocks[place - 1] }),
      ),
      ...blocks.flatMap((block, place) => {
        const pages = round.known?.get(place);
        return block.kind === "lines" && block.carried && pages
          ? [
              h(Text, {
                key: `carried ${place}`,
                style: styles.carried,
                fixed: true,
                render: forward(block.carried, pages),
              }),
            ]
          : [];
      }),
      h(Text, {
        key: "foot",
        style: styles.foot,
        fixed: true,
        render: ({ pageNumber, totalPages }) =>
          `${foot}. ${pageWords.replace("{page}", String(pageNumber)).replace("{pages}", String(totalPages))}`,
      }),
    ),
  );
}
