// The frame of the pages that a link in a mail opens: the site's colours and type, no script, nothing from anyone else.
import { colours } from "#content/colours.gen.ts";
import { site } from "#content/site.ts";
import { escapeHtml } from "#server/platform/safe-text.ts";

const style = `
:root { color-scheme: light dark; --ground: ${colours.paper.ground}; --ink: ${colours.paper.ink}; --accent: ${colours.paper.accent}; --on: ${colours.paper["on-accent"]} }
@media (prefers-color-scheme: dark) { :root { --ground: ${colours.dark.ground}; --ink: ${colours.dark.ink}; --accent: ${colours.dark.accent}; --on: ${colours.dark["on-accent"]} } }
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.6 system-ui, -apple-system, "Segoe UI", sans-serif }
main { max-width: 42rem; margin: 0 auto; padding: 3rem 1.25rem 5rem }
.brand { font: 1.4rem Georgia, "Times New Roman", serif }
.brand a { color: inherit; text-decoration: none }
h1, h2 { font-family: Georgia, "Times New Roman", serif; font-weight: 400; line-height: 1.15 }
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
<p class="brand"><a href="/">${escapeHtml(site.name)}</a></p>
<h1>${escapeHtml(title)}</h1>
${content}
</main>
</body>
</html>`;

export const page = (title: string, content: string, status = 200): Response =>
  new Response(framed(title, content), { status, headers: { "Content-Type": "text/html; charset=utf-8" } });
