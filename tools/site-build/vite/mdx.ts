// How articles and documentation become React: front matter as exports, tables, heading anchors, coloured code.
import mdxRollup from "@mdx-js/rollup";
import rehypeShiki from "@shikijs/rehype";
import rehypeSlug from "rehype-slug";
import remarkFrontmatter from "remark-frontmatter";
import remarkGfm from "remark-gfm";
import remarkMdxFrontmatter from "remark-mdx-frontmatter";
import type { Plugin } from "vite";
import { highlightOptions } from "./highlight-code.ts";

interface Node {
  tagName?: string;
  properties?: Record<string, unknown>;
  children?: Node[];
}
/** How many rows each table has, for docs.css to know how tall it will be before it is laid out. */
const countRows = () => (page: Node) => {
  for (const table of page.children?.filter(({ tagName }) => tagName === "table") ?? []) {
    const body = table.children?.find(({ tagName }) => tagName === "tbody");
    table.properties = { "data-rows": String(body?.children?.filter(({ tagName }) => tagName === "tr").length ?? 0) };
  }
};

export const mdx = (): Plugin => ({
  enforce: "pre",
  ...(mdxRollup({
    remarkPlugins: [remarkFrontmatter, remarkMdxFrontmatter, remarkGfm],
    rehypePlugins: [rehypeSlug, countRows, [rehypeShiki, highlightOptions]],
  }) as Plugin),
});
