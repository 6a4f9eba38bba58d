// Title, description, canonical address, social card and structured data of a public page.
import { site } from "#content/site.ts";

type JsonLd = { "@type": string; [key: string]: unknown };

export interface PageMeta {
  /** Without the brand; it is added. The home page gives `exactTitle` instead. */
  title: string;
  exactTitle?: boolean;
  /** One sentence of 70 to 160 characters that no other page has. */
  description: string;
  /** The canonical path: `/education`. */
  path: string;
  /** False keeps the page out of search engines and of the sitemap. */
  index?: boolean;
  /** The social card, when it is not the page's own: see tools/site-build/site-files/card.ts. */
  card?: string;
  article?: { published: string; tags: readonly string[] };
  jsonLd?: readonly JsonLd[];
  /** From the home page down to this one; the last is this page. */
  breadcrumbs?: readonly { name: string; path: string }[];
}

export const absolute = (path: string) => new URL(path, site.url).href;

/** `/tools/bavl` -> `/cards/tools-bavl.png` */
export const cardPath = (path: string) => `/cards/${path === "/" ? "home" : path.slice(1).replaceAll("/", "-")}.png`;

export const organization: JsonLd = {
  "@type": "Organization",
  "@id": `${site.url}/#organization`,
  name: site.name,
  url: `${site.url}/`,
  logo: absolute("/icon-512.png"),
  legalName: site.legalName,
  email: site.email,
  address: {
    "@type": "PostalAddress",
    streetAddress: site.street,
    addressLocality: site.city,
    addressRegion: site.region,
    addressCountry: site.country,
  },
  foundingDate: String(site.since),
  description: site.description,
};

const breadcrumbList = (crumbs: NonNullable<PageMeta["breadcrumbs"]>): JsonLd => ({
  "@type": "BreadcrumbList",
  itemListElement: crumbs.map(({ name, path }, index) => ({
    "@type": "ListItem",
    position: index + 1,
    name,
    item: absolute(path),
  })),
});

export function pageMeta(page: PageMeta) {
  const { title, exactTitle, description, path, index = true, card, article, jsonLd = [], breadcrumbs } = page;
  const fullTitle = exactTitle ? title : `${title} | ${site.name}`;
  const url = absolute(path);
  const image = absolute(card ?? cardPath(path));
  const graph = [...jsonLd, ...(breadcrumbs ? [breadcrumbList(breadcrumbs)] : [])];
  return [
    { title: fullTitle },
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: url },
    ...(index ? [] : [{ name: "robots", content: "noindex" }]),
    { property: "og:site_name", content: site.name },
    { property: "og:type", content: article ? "article" : "website" },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:url", content: url },
    { property: "og:image", content: image },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
    { property: "og:image:alt", content: `${title}. ${site.name}.` },
    ...(article
      ? [
          { property: "article:published_time", content: article.published },
          ...article.tags.map((tag) => ({ property: "article:tag", content: tag })),
        ]
      : []),
    { name: "twitter:card", content: "summary_large_image" },
    ...(graph.length > 0 ? [{ "script:ld+json": { "@context": "https://schema.org", "@graph": graph } }] : []),
  ];
}
