// A document for print, as plain data: what modules hand to the thread that lays it out (pdf-worker.ts).

export type PdfBlock =
  /** A data address of a PNG or JPEG. */
  | { kind: "logo"; src: string }
  | { kind: "title"; text: string }
  | { kind: "facts"; facts: readonly (readonly [term: string, fact: string])[] }
  /** The first paragraph, in the serif. */
  | { kind: "lead"; text: string }
  | { kind: "heading"; text: string }
  | { kind: "text"; text: string }
  | { kind: "rows"; rows: readonly { title: string; text?: string; value: string; muted?: boolean }[] }
  /** Lines that can be checked: what is in the columns, and its head. The last column is the line's amount. */
  | {
      kind: "lines";
      head: readonly string[];
      rows: readonly { title: string; text?: string; cells: readonly string[]; muted?: boolean }[];
      /** Where lines go on on a further page: what those before it come to, below them and above what follows. */
      carried?: { forward: string; brought: string; after: readonly string[] };
    }
  /** A list with its head on every page; of the width each column takes what its entries need. */
  | {
      kind: "table";
      columns: readonly { label: string; alignEnd: boolean }[];
      rows: readonly (readonly string[])[];
    }
  /** `level`: words on the line of their amount. Not in proposals: what was signed keeps its bytes. */
  | { kind: "totals"; level?: true; rows: readonly { term: string; value: string; grand?: boolean }[] }
  /** A code that a phone reads, with the words beside it. */
  | { kind: "code"; rows: readonly string[]; title: string; facts: readonly (readonly [term: string, fact: string])[] }
  /** Between two rules, as a signature stands. */
  | { kind: "signature"; name: string; text: string }
  | { kind: "note"; text: string };

export interface PdfDocument {
  title: string;
  author: string;
  /** In the head of each page. */
  mark: string;
  /** In the foot of each page, before its number. */
  foot: string;
  /** ISO. Fixed, so that the same document gives the same bytes. */
  date: string;
  blocks: readonly PdfBlock[];
  landscape?: true;
  /** "de"; English unless it is said. */
  language?: string;
  /** For long keeping: PDF/A-3, with its colors and fonts inside. */
  archival?: true;
  /** "Page {page} of {pages}", in the words of the language. */
  pageWords?: string;
  /** Embedded files, for anyone who wants to recompute what is printed. */
  files?: readonly { name: string; type: string; text: string }[];
}
