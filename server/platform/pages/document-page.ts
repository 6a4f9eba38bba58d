// The frame of pages behind secret addresses, as section 12.5 of the design has it: brand, reference and theme button over the
// first field; no navigation, nothing from anyone else. Whatever is put into a template of `html` is escaped.
import { html, raw } from "hono/html";
import { site } from "#content/site.ts";
import type { BuiltScript } from "./built-script.ts";
import { documentScript } from "./document-script.ts";
import { documentStyle } from "./document-style.ts";
import { preloadedFonts } from "./site-fonts.ts";

export { html, raw } from "hono/html";
/** HTML whose values are escaped already. */
export type Markup = ReturnType<typeof html>;

const vane =
  "c-1-2.3-2.3-4.6-4.1-6.4c-1.6-1.8-3.7-3.3-5.9-4.3c-1.7-.8-3.6-1.3-5.6-1.4c-.8-.1-1.7-.1-2.5 .3c-.1 0-.3 .1-.4 .2c0 0-.1 .1-.1 .2c0 0 0 .1 0 .1c.1 .1 .2 .2 .3 .2c1 .8 2.4 .8 3.7 1.2c3.4 .9 6.7 2.3 9.6 4.5c1.9 1.5 3.5 3.4 5 5.4z";

/** The sign of the house: three vanes, the middle one in vermilion. */
const brandMark = `<svg viewBox="0 0 26 26" aria-hidden="true"><path d="M21.6 13${vane}"/><path class="hot" d="M21.6 19.8${vane}"/><path d="M21.6 26.6${vane}"/></svg>`;

const shapes = {
  check: "M5 12.5l4.5 4.5L19 7.5",
  clock: "M12 4a8 8 0 1 1 0 16a8 8 0 0 1 0-16z M12 7.5V12l3 2",
  download: "M12 4v11 M7.8 10.8 12 15l4.2-4.2 M4.5 19.5h15",
  arrow: "M4 12h15 M13.5 6.5 19 12l-5.5 5.5",
  down: "M6 9.5l6 6 6-6",
  warning: "M12 4 2.8 19.5h18.4z M12 10v4 M12 16.8v.2",
  // Shown in the dark: what the button leads to.
  sun: "M12 8a4 4 0 1 0 0 8a4 4 0 0 0 0-8z M12 3v2 M12 19v2 M3 12h2 M19 12h2 M5.6 5.6 7 7 M17 17l1.4 1.4 M18.4 5.6 17 7 M7 17l-1.4 1.4",
  moon: "M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z",
  copy: "M8.5 8.5h11v11h-11z M15.5 8.5v-4h-11v11h4",
  printer: "M7 9V4h10v5 M7 17H4.5V9.5h15V17H17 M7 14h10v6H7z",
  upload: "M12 15.5v-11 M7.8 8.7 12 4.5l4.2 4.2 M4.5 19.5h15",
  clip: "M18.5 11.5l-6.8 6.8a3.8 3.8 0 0 1-5.4-5.4L13.5 5.7a2.5 2.5 0 0 1 3.6 3.6l-6.9 6.9a1.2 1.2 0 0 1-1.7-1.7l6.2-6.2",
  key: "M8 11.5a3.5 3.5 0 1 1 0 7a3.5 3.5 0 0 1 0-7z M10.6 12.6 19 4.2 M16 7.2l2.5 2.5",
  home: "M4 4h7v9H4z M13 4h7v5h-7z M13 11h7v9h-7z M4 15h7v5H4z",
  folder: "M3.5 6h6l2 2.5h9V19h-17z",
  talk: "M4 5h12v8.5H9.5L6 17v-3.5H4z M19 8.5h1.5V17H19v3l-3.5-3H11",
  more: "M4 8h16 M4 16h16",
  lock: "M6 11h12v9H6z M8.5 11V8a3.5 3.5 0 0 1 7 0v3",
};
export const icon = (name: keyof typeof shapes): Markup =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${shapes[name]}" /></svg>`;

/** Byte for byte what was hashed. */
const script = raw(`<script>${documentScript}</script>`);

const ownScript = ({ address, parts }: BuiltScript): Markup =>
  html`${parts.map((part) => html`<link rel="modulepreload" href="${part}" />`)}
    <script type="module" src="${address}"></script>`;

/** The firm's own logo, in place of our sign. There is one firm; the server says so at the start and whenever it changes. */
let brand: { logo: string | null; legalName: string } | null = null;
export const setPageBrand = (firm: typeof brand): void => {
  brand = firm;
};

export interface DocumentPage {
  /** Of the window. */
  title: string;
  /** "Proposal P-2026-001", at the right of the brand. */
  reference?: string | undefined;
  /** The page's address for the word that a person has it in front of them; left out where no one counts. */
  seen?: string;
  /** More style rules, of this kind of page. */
  style?: string;
  /** Its own script, beside the one of all these pages. */
  more?: BuiltScript | null;
  /** Not by script: for a picture of the page. */
  theme?: "light" | "dark";
  /** False for a page that anyone must be able to use, whatever their browser refuses: then it has the system's theme. */
  script?: boolean;
  /** At the end of the page; who may see it, unless told otherwise. */
  foot?: string;
  /** Beside the brand, and at the end of the page: the ways through the client's area. */
  nav?: Markup;
  tabs?: Markup;
  /** Of a page that anyone may find: what search engines say of it. */
  found?: { description: string; canonical: string };
  /** A script of its own that the server writes. */
  src?: string;
  body: Markup | Promise<Markup>;
}
const privateFoot = "This page is private to the person it was sent to.";

export async function documentPage(given: DocumentPage): Promise<string> {
  const { title, reference, seen, style = "", theme, foot = privateFoot, body } = given;
  const hasScript = given.script !== false && !theme;
  const page = await html`<!doctype html>
<html lang="en"${theme ? html` data-theme="${theme}"` : ""}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${
  given.found
    ? html`<meta name="description" content="${given.found.description}" /><link
          rel="canonical"
          href="${given.found.canonical}"
        />`
    : html`<meta name="robots" content="noindex, nofollow" /><meta
          name="description"
          content="A page for the person it was sent to."
        />`
}
<title>${title} | ${site.name}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${preloadedFonts.map((font) => html`<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin />`)}
<style>${raw(documentStyle + style)}</style>
${hasScript ? script : ""}${given.more ? ownScript(given.more) : ""}${given.src ? html`<script type="module" src="${given.src}"></script>` : ""}
</head>
<body${seen ? html` data-seen="${seen}"` : ""}>
<a class="skip" href="#main">Skip to content</a>
<header class="doc-head" data-field="nil"><div class="wrap">
<a class="brand" href="/">${brand?.logo ? html`<img class="logo" src="${brand.logo}" alt="${brand.legalName}" />` : html`${raw(brandMark)}${site.name}`}</a>
${given.nav ?? ""}${reference ? html`<span class="ref">${reference}</span>` : ""}
${given.script === false ? "" : html`<button class="theme needs-script" type="button" data-flip aria-label="Switch theme">${icon("moon")}${icon("sun")}</button>`}
</div></header>
<main id="main">
${body}
</main>
<footer class="foot-line" data-field="paper"><div class="wrap"><span>${site.name}. ${site.tagline} since ${site.since}.</span><span>${foot}</span></div></footer>
${given.tabs ?? ""}
</body>
</html>`;
  return page.toString();
}

/** The first field: the cascade at 38 degrees, a heading, facts. */
export const opening = (heading: string, facts: readonly (readonly [term: string, fact: string])[]): Markup =>
  html`<section class="doc-open" data-field="nil">
    <svg class="doc-art" viewBox="0 0 900 420" preserveAspectRatio="xMaxYMid slice" aria-hidden="true">
      <use href="/art/cascade.svg#art" />
    </svg>
    <div class="wrap">
      <h1 dir="auto">${heading}</h1>
      ${
        facts.length > 0
          ? html`<dl class="spec">
              ${facts.map(
                ([term, fact]) =>
                  html`<dt>${term}</dt>
                    <dd dir="auto">${fact}</dd>`,
              )}
            </dl>`
          : ""
      }
    </div>
  </section>`;
