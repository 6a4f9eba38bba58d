// The articles: every content/articles/*.mdx with its front matter, newest first.
import type { ComponentType } from "react";
import { type ArticleFrontMatter, parseFrontMatter } from "#content/articles/front-matter.ts";

export interface Article extends ArticleFrontMatter {
  slug: string;
  Body: ComponentType;
}

const files = import.meta.glob<{ default: ComponentType; frontmatter: unknown }>("../../content/articles/*.mdx", {
  eager: true,
});

export const articles: readonly Article[] = Object.entries(files)
  .map(([file, { default: Body, frontmatter }]) => {
    const slug = file.replace(/^.*\/|\.mdx$/g, "");
    return { ...parseFrontMatter(`content/articles/${slug}.mdx`, frontmatter), slug, Body };
  })
  .sort((a, b) => b.date.localeCompare(a.date));

export const articlePath = ({ slug }: { slug: string }) => `/articles/${slug}`;

const dates = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });
/** December 1, 2024 */
export const longDate = (date: string) => dates.format(new Date(date));

/** Previous is older, next is newer; the list closes into a ring so that both always lead somewhere. */
export function neighbours(slug: string) {
  const at = articles.findIndex((article) => article.slug === slug);
  const around = (index: number) => articles[(index + articles.length) % articles.length] as Article;
  return { previous: around(at + 1), next: around(at - 1) };
}
