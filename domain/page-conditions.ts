// Parts of a public page that depend on what only the running server knows: which modules are on. The build renders both ways,
// between marks (app/site/sections/server-if.tsx); the server keeps the one that holds and sends nothing of the other.
// Marks do not nest.
const marked = /<gv-(if|unless) data-of="([a-z-]+)">([\s\S]*?)<\/gv-\1>/g;

export const conditionsIn = (html: string): string[] => [
  ...new Set(Array.from(html.matchAll(marked), ([, , name = ""]) => name)),
];

export const settle = (html: string, holds: ReadonlySet<string>): string =>
  html.replace(marked, (_all, kind: string, name: string, inner: string) =>
    holds.has(name) === (kind === "if") ? inner : "",
  );
