// Pages of the documentation in reading order: the side index, previous and next derive from it.
export const docPages = [
  { path: "/docs/bootloader", file: "concepts.mdx" },
  { path: "/docs/bootloader/quickstart", file: "quickstart.mdx" },
  { path: "/docs/bootloader/first-agent", file: "first-agent.mdx" },
  { path: "/docs/bootloader/first-plugin", file: "first-plugin.mdx" },
  { path: "/docs/bootloader/api", file: "api.mdx" },
  { path: "/build/products/bootloader/portia", file: "portia.mdx" },
  { path: "/docs/bootloader/production", file: "production.mdx" },
  { path: "/docs/bootloader/observability", file: "observability.mdx" },
  { path: "/docs/bootloader/security", file: "security.mdx" },
  { path: "/docs/bootloader/costs", file: "costs.mdx" },
  { path: "/docs/bootloader/compare", file: "compare.mdx" },
  { path: "/docs/bootloader/changelog", file: "changelog.mdx" },
] as const;

export type DocPath = (typeof docPages)[number]["path"];

export interface DocSection {
  id: string;
  heading: string;
  /** 2 and 3 are headings; 4 is an entry of a table, found by the search only. */
  level: 2 | 3 | 4;
  text: string;
}
export interface DocIndexPage {
  path: string;
  label: string;
  title: string;
  description: string;
  /** Day of the last change, 2026-11-15. */
  updated: string;
  intro: string;
  sections: DocSection[];
}

/** The same page as Markdown: `/docs/bootloader/api.md`. */
export const markdownPath = (path: string) => `${path}.md`;
