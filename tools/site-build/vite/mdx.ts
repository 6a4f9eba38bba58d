// How articles and documentation become React: front matter as exports, tables, heading anchors, coloured code.
import mdxRollup from "@mdx-js/rollup";
import rehypeShiki from "@shikijs/rehype";
import rehypeSlug from "rehype-slug";
import remarkFrontmatter from "remark-frontmatter";
import remarkGfm from "remark-gfm";
import remarkMdxFrontmatter from "remark-mdx-frontmatter";
import type { Plugin } from "vite";
import { highlightOptions } from "./highlight-code.ts";

export const mdx = (): Plugin => ({
  enforce: "pre",
  ...(mdxRollup({
    remarkPlugins: [remarkFrontmatter, remarkMdxFrontmatter, remarkGfm],
    rehypePlugins: [rehypeSlug, [rehypeShiki, highlightOptions]],
  }) as Plugin),
});
