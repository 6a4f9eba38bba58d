// sitemap.xml, robots.txt, feed.xml and llms.txt. They name the address in content/site.ts; the server puts its own in place.
import { site } from "#content/site.ts";
import { navigation } from "#content/navigation.ts";
import { indexed, type PageDocument } from "./documents.ts";

const escape = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

export const sitemap = (documents: readonly PageDocument[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${indexed(documents)
  .map(
    ({ canonical, published }) =>
      `  <url><loc>${escape(canonical)}</loc>${published ? `<lastmod>${published}</lastmod>` : ""}</url>`,
  )
  .join("\n")}
</urlset>
`;

export const robots = () => `User-agent: *
Disallow: /admin
Disallow: /auth
Disallow: /rest/
Disallow: /api/

Sitemap: ${site.url}/sitemap.xml
`;

export const articlesOf = (documents: readonly PageDocument[]) =>
  indexed(documents)
    .filter((page) => page.published)
    .sort((a, b) => (b.published ?? "").localeCompare(a.published ?? ""));

export const feed = (documents: readonly PageDocument[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
  <title>${escape(site.name)}: articles</title>
  <link>${site.url}/articles</link>
  <description>What we learned on client work, published once it is safe to say.</description>
  <language>en</language>
  <atom:link href="${site.url}/feed.xml" rel="self" type="application/rss+xml" />
${articlesOf(documents)
  .map(
    (article) => `  <item>
    <title>${escape(article.title)}</title>
    <link>${escape(article.canonical)}</link>
    <guid>${escape(article.canonical)}</guid>
    <pubDate>${new Date(`${article.published}T09:00:00Z`).toUTCString()}</pubDate>
    <description>${escape(article.description)}</description>
  </item>`,
  )
  .join("\n")}
</channel>
</rss>
`;

/** The site in one page of plain text, for language models: https://llmstxt.org */
export function llmsText(documents: readonly PageDocument[]) {
  const pages = indexed(documents);
  const line = (page: PageDocument) => `- [${page.title}](${page.canonical}): ${page.description}`;
  const main = new Set(["/", ...navigation.map(({ href }) => href)]);
  const group = (heading: string, list: readonly PageDocument[]) =>
    list.length > 0 ? `\n## ${heading}\n\n${list.map(line).join("\n")}\n` : "";
  const rest = pages.filter((page) => !main.has(page.path) && !page.published);
  const inside = (...prefixes: string[]) =>
    rest.filter((page) => prefixes.some((start) => page.path.startsWith(start)));
  const products = inside("/tools/", "/bookdev", "/build/products/");
  const docs = inside("/docs/");
  const other = rest.filter((page) => !products.includes(page) && !docs.includes(page));
  return `# ${site.name}

> ${site.description}

Contact: ${site.email}. Messages are answered within 2 business days; a first consultation takes ${site.consultMinutes} minutes.
${group(
  "Main pages",
  pages.filter((page) => main.has(page.path)),
)}${group("Articles", articlesOf(documents))}${group("Products", products)}${group("Documentation", docs)}${group("Other", other)}`;
}
