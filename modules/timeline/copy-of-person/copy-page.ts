// The copy as a page that opens in any browser, without anything from outside; and as JSON for machines.
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type CopiedRow = Record<string, Json>;
export interface CopiedPart {
  part: string;
  rows: CopiedRow[];
  left_out: number;
}

export interface TitledPart extends CopiedPart {
  title: string;
  /** How it came about, in words. */
  about?: string | undefined;
}

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => escapes[sign]!);

/** "last_on" reads "Last on". */
export const plainWords = (key: string) => {
  const words = key.replaceAll("_", " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const isKey = (value: unknown) =>
  typeof value === "string" && /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(value);

function valueWords(value: Json): string {
  if (value === true) return "Yes";
  if (value === false) return "No";
  if (Array.isArray(value)) return value.map(valueWords).join(", ");
  if (typeof value === "object" && value !== null)
    return Object.entries(value)
      .map(([key, inner]) => `${plainWords(key)}: ${valueWords(inner)}`)
      .join("; ");
  return String(value ?? "").replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d(?:\.\d+)?\+00:00$/, "$1 $2 UTC");
}

/** Keys of rows say nothing to a person. */
export const shownFields = (row: CopiedRow): [name: string, words: string][] =>
  Object.entries(row).flatMap(([key, value]): [string, string][] => {
    if (isKey(value)) return [];
    const words = valueWords(value);
    return words === "" ? [] : [[plainWords(key), words]];
  });

const partHtml = ({ title, about, rows, left_out }: TitledPart) => `<section><h2>${escaped(title)} (${rows.length})</h2>
${about ? `<p>${escaped(about)}</p>` : ""}
${rows
  .map(
    (row) =>
      `<dl>${shownFields(row)
        .map(([name, words]) => `<dt>${escaped(name)}</dt><dd>${escaped(words)}</dd>`)
        .join("")}</dl>`,
  )
  .join("\n")}
${left_out > 0 ? `<p>${left_out} more are not in this copy.</p>` : ""}</section>`;

export const copyAsPage = (name: string, made: string, parts: readonly TitledPart[]) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>What is kept about ${escaped(name)}</title>
<style>
body { font: 16px/1.5 sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere; }
h1, h2 { line-height: 1.2; }
h2 { margin-top: 2.5rem; }
dl { display: grid; grid-template-columns: minmax(7rem, 12rem) 1fr; gap: 0.25rem 1rem; margin: 0; padding: 0.75rem 0; border-top: 1px solid #bbb; }
dt { color: #555; }
dd { margin: 0; white-space: pre-wrap; }
</style>
</head>
<body>
<h1>What is kept about ${escaped(name)}</h1>
<p>Copied on ${escaped(made)}.</p>
${parts.map(partHtml).join("\n")}
</body>
</html>
`;

export const copyAsJson = (name: string, made: string, parts: readonly TitledPart[]) =>
  `${JSON.stringify({ name, made, parts: parts.map(({ part, title, about, rows, left_out }) => ({ part, title, about, rows, left_out })) }, null, 2)}\n`;
