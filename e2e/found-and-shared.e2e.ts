// Titles, descriptions, cards, structured data, sitemap, feed: what search engines and chats see.
import { readFileSync } from "node:fs";
import { describe, expect } from "vitest";
import { indexed } from "../tools/site-build/site-files/documents.ts";
import { readArticles } from "../content/articles/read-articles.ts";
import { sharedTest as test } from "./fixtures.ts";
import { publicPages } from "./public-routes.ts";

test("every page has its own title and description", () => {
  for (const key of ["title", "description"] as const) {
    const values = indexed(publicPages).map((page) => page[key]);
    expect(values.filter((value, index) => values.indexOf(value) !== index)).toEqual([]);
  }
  for (const page of publicPages) expect(page.description.length, page.path).toBeGreaterThan(50);
});

test("audit-4 P2: no page tells visitors how mail is handled inside", () => {
  // Also what is shown only once a module is on: its words are in the document from the start, in templates and attributes.
  const inside = /\bSAFE\b|safe mode|held here|releases? (?:it|them)\b|[Nn]othing has been sent|sends nothing/;
  for (const { path } of publicPages) {
    const html = readFileSync(`build/app/client${path === "/" ? "" : path}/index.html`, "utf8");
    expect([path, inside.exec(html)?.[0]]).toEqual([path, undefined]);
  }
});

describe.each(publicPages.map((page) => [page.path, page] as const))("%s", (path, document) => {
  test("canonical address, social card and structured data", async ({ server }) => {
    const html = await (await fetch(server.url + path)).text();
    expect(html).toContain(`<link rel="canonical" href="${server.url}`);
    expect(html).toContain('name="twitter:card" content="summary_large_image"');
    const card = await fetch(server.url + document.card);
    expect(card.headers.get("content-type")).toBe("image/png");
    const bytes = new DataView(await card.arrayBuffer());
    expect([bytes.getUint32(16), bytes.getUint32(20)]).toEqual([1200, 630]);
    for (const [, json = ""] of html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)) {
      const graph = JSON.parse(json) as { "@context": string; "@graph": { "@type": string }[] };
      expect(graph["@context"]).toBe("https://schema.org");
      for (const node of graph["@graph"]) expect(node["@type"]).toBeTruthy();
    }
  });
});

test("structured data names what is true: organization, course, service, product with price, article", async ({
  server,
}) => {
  const types = async (path: string) => {
    const html = await (await fetch(server.url + path)).text();
    return [...html.matchAll(/"@type":"(\w+)"/g)].map(([, type]) => type);
  };
  expect(await types("/")).toContain("Organization");
  expect(await types("/education")).toEqual(expect.arrayContaining(["Course", "BreadcrumbList"]));
  expect(await types("/development")).toContain("Service");
  expect(await types("/tools/gpt-extender-lite")).toEqual(expect.arrayContaining(["Product", "Offer"]));
  expect(await types("/articles/agentic-web")).toContain("Article");
});

test("sitemap.xml lists the indexed pages and no other; each answers 200", async ({ server }) => {
  const xml = await (await fetch(`${server.url}/sitemap.xml`)).text();
  const listed = [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = ""]) => new URL(url).pathname);
  expect(listed).toEqual(indexed(publicPages).map((page) => page.path));
  for (const path of ["/styleguide", "/index-draft1", "/workshops-legacy", "/speaking-legacy", "/build-legacy", "/404"])
    expect(listed).not.toContain(path);
  const answers = await Promise.all(listed.map(async (path) => (await fetch(server.url + path)).status));
  expect(new Set(answers)).toEqual(new Set([200]));
});

test("robots.txt, feed, manifest, icons and llms.txt are there", async ({ server }) => {
  const get = (path: string) => fetch(server.url + path);
  expect(await (await get("/robots.txt")).text()).toContain(`Sitemap: ${server.url}/sitemap.xml`);
  const feed = await (await get("/feed.xml")).text();
  const items = [...feed.matchAll(/<item>[\s\S]*?<link>([^<]*)<\/link>/g)].map(([, link]) => link);
  expect(items).toEqual(readArticles().map(({ slug }) => `${server.url}/articles/${slug}`));
  const manifest = (await (await get("/manifest.webmanifest")).json()) as { icons: { src: string }[] };
  for (const { src } of manifest.icons) expect((await get(src)).status).toBe(200);
  expect((await get("/apple-touch-icon.png")).status).toBe(200);
  expect(await (await get("/llms.txt")).text()).toMatch(/^# Guidevane\n\n> /);
});
