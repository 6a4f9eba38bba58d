// The frame of the pages that a link in a mail opens: the site's colours and type, no script, nothing from anyone else.
import { colours } from "#content/colours.gen.ts";
import { site } from "#content/site.ts";
import { brandMark } from "#server/platform/pages/document-page.ts";
import { siteFonts } from "#server/platform/pages/document-style.ts";
import { escapeHtml } from "#server/platform/safe-text.ts";

const style = `${siteFonts}
:root { color-scheme: light dark; --ground: ${colours.paper.ground}; --ink: ${colours.paper.ink}; --accent: ${colours.paper.accent}; --on: ${colours.paper["on-accent"]} }
@media (prefers-color-scheme: dark) { :root { --ground: ${colours.dark.ground}; --ink: ${colours.dark.ink}; --accent: ${colours.dark.accent}; --on: ${colours.dark["on-accent"]} } }
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1.0625rem/1.6 "Schibsted Grotesk Variable", "Sans until loaded", system-ui, sans-serif; -webkit-font-smoothing: antialiased }
main { max-width: 42rem; margin: 0 auto; padding: 3rem 1.25rem 5rem }
.brand, h1, h2 { font-family: "Hedvig Letters Serif Variable", "Serif until loaded", Georgia, serif; font-weight: 400 }
.brand { font-size: 1.625rem; line-height: 1; letter-spacing: -.025em }
.brand a { display: inline-flex; align-items: center; gap: .625rem; min-height: 2.75rem; color: inherit; text-decoration: none }
.brand svg { width: 1.75rem; height: 1.75rem; fill: currentColor }
.brand .hot { fill: var(--accent) }
h1, h2 { line-height: 1.1; letter-spacing: -.02em; text-wrap: balance }
h1 { font-size: clamp(2rem, 6vw, 3rem); margin: 2.5rem 0 1rem }
h2 { font-size: 1.4rem; margin: 2.5rem 0 .75rem }
label { display: block; margin: 1rem 0 .35rem; font-weight: 600 }
input[type=text], textarea { width: 100%; padding: .7rem .8rem; font: inherit; color: inherit; background: transparent; border: 1px solid currentColor; border-radius: 3px }
textarea { min-height: 12rem; resize: vertical }
button { min-height: 2.75rem; margin-top: 1.25rem; padding: .7rem 1.25rem; font: inherit; font-weight: 600; color: var(--on); background: var(--accent); border: 0; border-radius: 3px 3px 16px 3px; cursor: pointer }
button.plain { color: inherit; background: transparent; border: 1px solid currentColor; border-radius: 3px }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px }
.words { white-space: pre-wrap; overflow-wrap: anywhere; border-left: 3px solid var(--accent); padding-left: 1rem }
.check { display: flex; gap: .6rem; align-items: start; font-weight: 400 }
.check input { width: 1.25rem; height: 1.25rem; margin-top: .2rem }
a { color: inherit }
`;

/** `content` is HTML; whatever people typed in it is escaped already. */
export const framed = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${escapeHtml(title)} | ${escapeHtml(site.name)}</title>
<style>${style}</style>
</head>
<body>
<main>
<p class="brand"><a href="/">${brandMark}${escapeHtml(site.name)}</a></p>
<h1>${escapeHtml(title)}</h1>
${content}
</main>
</body>
</html>`;

export const page = (title: string, content: string, status = 200): Response =>
  new Response(framed(title, content), { status, headers: { "Content-Type": "text/html; charset=utf-8" } });
