// The articles: every content/articles/*.mdx with its front matter, newest first.
import type { ComponentType } from "react";
import { type Subject, subjects } from "#content/subjects.ts";
import type { PlateName } from "./art/other-flows.ts";

export interface ArticleFrontMatter {
  title: string;
  excerpt: string;
  /** 2024-12-01 */
  date: string;
  tags: readonly string[];
  /** Minutes. */
  readTime: number;
  featured: boolean;
  figure: { plate: PlateName | "aerofoil"; note: string };
  /** The closing link: to the contact form with a subject, or to a page. */
  contact: { label: string; subject: Subject } | { label: string; page: string };
}

export interface Article extends ArticleFrontMatter {
  slug: string;
  Body: ComponentType;
}

const files = import.meta.glob<{ default: ComponentType; frontmatter: ArticleFrontMatter }>(
  "../../content/articles/*.mdx",
  { eager: true },
);

/** Front matter is typed by hand: a subject the contact page does not know stops the build. */
function assertKnownSubject(slug: string, { contact }: ArticleFrontMatter) {
  if ("subject" in contact && !subjects.includes(contact.subject))
    throw new Error(`content/articles/${slug}.mdx: unknown subject "${String(contact.subject)}"`);
}

export const articles: readonly Article[] = Object.entries(files)
  .map(([file, { default: Body, frontmatter }]) => {
    const slug = file.replace(/^.*\/|\.mdx$/g, "");
    assertKnownSubject(slug, frontmatter);
    return { ...frontmatter, slug, Body };
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
