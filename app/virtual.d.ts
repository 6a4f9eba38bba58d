declare module "virtual:site-assets" {
  /** Address of the island loader script. */
  export const islandLoader: string;
}
declare module "*.mdx" {
  import type { ComponentType } from "react";
  export const frontmatter: Record<string, unknown>;
  const Content: ComponentType<{ components?: Record<string, ComponentType<never>> }>;
  export default Content;
}
declare module "virtual:docs-outline" {
  export const docs: import("#content/docs-pages.ts").DocIndexPage[];
}
declare module "virtual:docs-index" {
  /** Outline and text of the documentation, read at build. */
  export const docs: import("#content/docs-pages.ts").DocIndexPage[];
}
