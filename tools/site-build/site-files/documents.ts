// What the prerendered pages say about themselves. The sitemap, the feed, llms.txt and the social cards derive from it, so
// a page that is in the route map is in all of them, and nothing else is.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

export interface PageDocument {
  path: string;
  title: string;
  description: string;
  canonical: string;
  index: boolean;
  /** The path of its social card. */
  card: string;
  /** Articles only: 2024-12-01. */
  published?: string;
}

const entities: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#x27;": "'" };
const unescape = (text: string) => text.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => entities[entity] ?? entity);

function attribute(html: string, tag: RegExp) {
  const value = tag.exec(html)?.[1];
  return value === undefined ? undefined : unescape(value);
}

export function readDocument(pagePath: string, html: string): PageDocument {
  const meta = (kind: "name" | "property", name: string) =>
    attribute(html, new RegExp(`<meta ${kind}="${name}" content="([^"]*)"`));
  const need = (what: string, value: string | undefined) => {
    if (!value) throw new Error(`${pagePath} has no ${what}`);
    return value;
  };
  const published = meta("property", "article:published_time");
  return {
    path: pagePath,
    title: need("og:title", meta("property", "og:title")),
    description: need("description", meta("name", "description")),
    canonical: need("canonical address", attribute(html, /<link rel="canonical" href="([^"]*)"/)),
    index: !meta("name", "robots")?.includes("noindex"),
    card: new URL(need("og:image", meta("property", "og:image"))).pathname,
    ...(published ? { published } : {}),
  };
}

export function readDocuments(folder: string): PageDocument[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => path.basename(file) === "index.html")
    .map((file) => {
      const pagePath = `/${path.dirname(file).split(path.sep).join("/")}`.replace(/^\/\.$/, "/");
      return readDocument(pagePath, readFileSync(path.join(folder, file), "utf8"));
    })
    .sort((a, b) => a.path.localeCompare(b.path));
}

/** Pages a search engine should know, under their one address. */
export const indexed = (documents: readonly PageDocument[]) =>
  documents.filter((page) => page.index && new URL(page.canonical).pathname === page.path);
