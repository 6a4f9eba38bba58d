// The page every document is printed on: colours and type of the design, in print units.
import { colours } from "#content/colours.gen.ts";
import { site } from "#content/site.ts";

export interface PdfDocument {
  /** Path under public/, as linked from the pages. */
  file: string;
  title: string;
  size: { width: string; height: string };
  body: string;
}

export const letter = { width: "8.5in", height: "11in" };

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
export const escape = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? character);

/** HTML from a template; interpolated strings are escaped, arrays of finished HTML are joined. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
type Part = string | number | Html | readonly Html[];
const asText = (part: Part): string => {
  if (part instanceof Html) return part.text;
  return typeof part === "object" ? part.map(({ text }) => text).join("") : escape(String(part));
};
export const html = (strings: TemplateStringsArray, ...parts: Part[]) =>
  new Html(String.raw({ raw: strings }, ...parts.map(asText)));

const vane =
  "M21.6 0c-1-2.3-2.3-4.6-4.1-6.4c-1.6-1.8-3.7-3.3-5.9-4.3c-1.7-.8-3.6-1.3-5.6-1.4c-.8-.1-1.7-.1-2.5 .3c-.1 0-.3 .1-.4 .2c0 0-.1 .1-.1 .2c0 0 0 .1 0 .1c.1 .1 .2 .2 .3 .2c1 .8 2.4 .8 3.7 1.2c3.4 .9 6.7 2.3 9.6 4.5c1.9 1.5 3.5 3.4 5 5.4z";

const mark = html`<svg class="mark" viewBox="0 0 26 26" aria-hidden="true">
  <path d="${vane}" transform="translate(0 13)" />
  <path class="hot" d="${vane}" transform="translate(0 19.8)" />
  <path d="${vane}" transform="translate(0 26.6)" />
</svg>`;

/** A row of vanes turning a level stream: the first picture of every document. */
export function cascade(width: number, height: number, hot: number): Html {
  const gap = 8;
  const at = width * 0.62;
  const rows = Array.from({ length: Math.ceil((height + width * 0.4) / gap) }, (_, index) => index * gap);
  const lines = rows.map(
    (y) => html`<path d="M0 ${y}H${at}q34 0 58 -34L${width} ${y - (width - at - 58) * 0.95 - 34}" />`,
  );
  const vanes = rows
    .filter((_, index) => index % 3 === 0)
    .map(
      (y, index) =>
        html`<path
          ${new Html(index === hot ? 'class="hot"' : "")}
          d="${vane}"
          transform="translate(${at + 2} ${y + 1}) scale(2.1 -2.1) translate(0 12)"
        />`,
    );
  return html`<svg class="art" viewBox="0 0 ${width} ${height}" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
    <g class="lines">${lines}</g>
    <g class="vanes">${vanes}</g>
  </svg>`;
}

export const masthead = (kind: string) =>
  html`<header class="masthead">
    <p class="brand">${mark}${site.name}</p>
    <p>${kind}</p>
  </header>`;

export const foot = (left: string) =>
  html`<footer class="foot">
    <p>${left}</p>
    <p>${site.email}</p>
    <p>Set the angle.</p>
  </footer>`;

const css = `
*{box-sizing:border-box;margin:0;padding:0}
html{-webkit-print-color-adjust:exact;print-color-adjust:exact;font-synthesis:none}
body{font:400 9.6pt/1.5 Sans;color:${colours.paper.ink};background:${colours.paper.surface}}
.page{width:100%;height:100vh;padding:.62in .7in .5in;display:flex;flex-direction:column;break-after:page;overflow:hidden}
.page:last-child{break-after:auto}
h1,h2,.big{font-family:Display;font-weight:400;text-wrap:balance}
h1{font-size:40pt;line-height:.98;letter-spacing:-.03em}
h2{font-size:17pt;line-height:1.1;letter-spacing:-.018em}
h3{font-size:10pt;font-weight:600;line-height:1.35}
ul,ol{list-style:none}
.lead{font-size:12.5pt;line-height:1.42}
.muted{color:${colours.paper.muted}}
.masthead{display:flex;justify-content:space-between;align-items:center;font-size:8.6pt}
.brand{font:400 15pt/1 Display;letter-spacing:-.025em;display:flex;align-items:center;gap:6pt}
.mark{width:17pt;height:17pt;fill:${colours.paper.ink}}
.hot{fill:${colours.paper.accent}!important}
.plate{background:${colours.nil.ground};margin:.28in -.7in 0;height:1.75in;overflow:hidden}
.art{width:100%;height:100%;display:block}
.lines path{fill:none;stroke:${colours.paper.flow};stroke-width:.8}
.vanes path{fill:${colours.paper.ink}}
.rule{border-top:.75pt solid ${colours.paper.ink}}
.foot{margin-top:auto;padding-top:9pt;border-top:.5pt solid ${colours.paper.line};display:flex;justify-content:space-between;font-size:8pt;color:${colours.paper.muted}}
.grid{display:grid;column-gap:.3in}
.rows>*{border-top:.5pt solid ${colours.paper.line};padding:6.5pt 0}
.rows>*:first-child{border-top:.75pt solid ${colours.paper.ink}}
dt{font-weight:600}
`;

export function page(document: PdfDocument, faces: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escape(document.title)}</title><style>${faces}${css}@page{size:${document.size.width} ${document.size.height};margin:0}</style></head><body>${document.body}</body></html>`;
}
