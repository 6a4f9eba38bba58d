import { expect, test } from "vitest";
import { cardSvg, lineOf, titleLines } from "./card.ts";
import { indexed, type PageDocument, readDocument } from "./documents.ts";
import { feed, llmsText, robots, sitemap } from "./text-files.ts";

const html = (extra = "", canonical = "https://guidevane.example/education") =>
  `<head><meta name="description" content="Workshops &amp; talks"/><link rel="canonical" href="${canonical}"/>
<meta property="og:title" content="Education"/><meta property="og:image" content="https://guidevane.example/cards/education.png"/>${extra}</head>`;

test("cards of the documentation say Bootloader", () => {
  const card = (path: string) => cardSvg({ path, title: "Your first agent", brand: "Guidevane", tagline: "Advisory" });
  expect(card("/docs/bootloader/first-agent")).toContain("Bootloader documentation");
  expect(card("/education")).toContain("Advisory");
  expect(lineOf("/build/products/bootloader/portia", "")).toBe("Bootloader documentation");
  expect(lineOf("/build/products/bootloader/community", "")).toContain("Bootloader");
});

test("a page is read from its own head", () => {
  expect(readDocument("/education", html())).toEqual({
    path: "/education",
    title: "Education",
    description: "Workshops & talks",
    canonical: "https://guidevane.example/education",
    index: true,
    card: "/cards/education.png",
  });
});

test("a page without a description stops the build", () => {
  expect(() => readDocument("/x", html().replace(/<meta name="description"[^>]*>/, ""))).toThrow(
    "/x has no description",
  );
});

test("noindex pages and pages with another canonical address stay out", () => {
  const pages = [
    readDocument("/education", html()),
    readDocument("/styleguide", html('<meta name="robots" content="noindex"/>')),
    readDocument("/index-draft1", html("", "https://guidevane.example/")),
  ];
  expect(indexed(pages).map((page) => page.path)).toEqual(["/education"]);
  expect(sitemap(pages)).toContain("<loc>https://guidevane.example/education</loc>");
  expect(sitemap(pages)).not.toContain("index-draft1");
});

const article = (slug: string, published: string): PageDocument => ({
  path: `/articles/${slug}`,
  title: `On <${slug}>`,
  description: "Short & true.",
  canonical: `https://guidevane.example/articles/${slug}`,
  index: true,
  card: "/cards/x.png",
  published,
});

test("the feed lists articles, newest first, as XML", () => {
  const xml = feed([article("old", "2024-11-01"), article("new", "2024-12-01")]);
  expect(xml.indexOf("articles/new")).toBeLessThan(xml.indexOf("articles/old"));
  expect(xml).toContain("<title>On &#60;new&#62;</title>");
  expect(xml).toContain("<pubDate>Sun, 01 Dec 2024 09:00:00 GMT</pubDate>");
  expect(xml).toContain("Short &#38; true.");
});

test("robots.txt keeps crawlers out of the back office and names the sitemap", () => {
  expect(robots()).toContain("Disallow: /admin");
  expect(robots()).toContain("Sitemap: https://guidevane.example/sitemap.xml");
});

test("llms.txt names every indexed page once", () => {
  const text = llmsText([article("new", "2024-12-01"), readDocument("/education", html())]);
  expect(text.match(/\/articles\/new/g)).toHaveLength(1);
  expect(text).toContain("## Main pages\n\n- [Education](https://guidevane.example/education): Workshops & talks");
});

test("a card's title is broken into lines of about equal length, as large as they fit", () => {
  expect(titleLines("Tools")).toEqual({ size: 92, lines: ["Tools"] });
  const { lines } = titleLines("The agentic web and who steers it");
  expect(lines).toEqual(["The agentic", "web and who", "steers it"]);
  const long = titleLines("A title that somebody wrote without thinking of the card it has to stand on, at length");
  expect(long.size).toBeLessThan(76);
  expect(long.lines.length * long.size).toBeLessThanOrEqual(330);
});
