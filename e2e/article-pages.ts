// The list of articles at one width, and one article.
import { describe, expect } from "vitest";
import { readArticles } from "../content/articles/read-articles.ts";
import { type phone, problemsOf, sharedTest as test } from "./fixtures.ts";

const longDate = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });
export const articles = readArticles().map((article) => ({
  ...article,
  minutes: article.readTime,
  shown: longDate.format(new Date(article.date)),
}));
// The featured one stands first, wherever its date would put it.
const listed = [...articles.filter(({ featured }) => featured), ...articles.filter(({ featured }) => !featured)];

export const articleList = (viewport: typeof phone) =>
  describe(`the article list at ${viewport.width} px`, () => {
    test("has a featured article and recent ones, with dates, read times and tags", async ({ open }) => {
      const page = await open({ viewport });
      await page.goto("/articles");
      const links = page.locator('main a[href^="/articles/"]');
      expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")))).toEqual(
        listed.map(({ slug }) => `/articles/${slug}`),
      );
      for (const [index, { date, shown, minutes, tags }] of listed.entries()) {
        const row = links.nth(index);
        expect(await row.locator("time").getAttribute("datetime")).toBe(date);
        const text = await row.innerText();
        for (const fact of [shown, `${minutes} min read`, ...tags]) expect(text).toContain(fact);
      }
    });

    test("says that the page is a scaffold awaiting a content system", async ({ open }) => {
      const page = await open({ viewport });
      await page.goto("/articles");
      await page.getByText("This page is a scaffold awaiting a content system").waitFor();
    });

    test("Subscribe to Updates leads to the box and focuses it", async ({ open }) => {
      const page = await open({ viewport });
      await page.goto("/articles");
      await page.getByRole("link", { name: "Subscribe to Updates" }).click();
      const box = page.getByRole("textbox", { name: "Email" });
      await page.locator("#subscribe-email:focus").waitFor();
      expect(await box.evaluate((input) => input.getBoundingClientRect().top < innerHeight)).toBe(true);
      // What the box is for stands below the header, not under it.
      const heading = page.getByRole("heading", { name: "New articles by email" });
      await expect.poll(async () => (await heading.boundingBox())?.y ?? 0).toBeGreaterThan(76);
    });

    test("audit-4 P2: an empty box says Email required, an address the specified Success!, and no request is made", async ({
      open,
    }) => {
      const page = await open({ viewport });
      await page.goto("/articles");
      const logged: string[] = [];
      page.on("console", (message) => logged.push(message.text()));
      const button = page.getByRole("button", { name: "Subscribe" });
      await button.click();
      await page.getByText("Email required").waitFor();
      await page.getByText("Please enter your email address to continue.").waitFor();

      await page.waitForLoadState("networkidle");
      const requests: string[] = [];
      page.on("request", (request) => requests.push(request.url()));
      await page.getByRole("textbox", { name: "Email" }).fill("reader@example.com");
      await button.click();
      await page.getByText("Success!").waitFor();
      await page.getByText("Check your email for the full content access.").waitFor();
      const mail = page.getByRole("link", { name: "Open the mail that subscribes reader@example.com" });
      expect(decodeURIComponent((await mail.getAttribute("href")) ?? "")).toContain(
        "send new articles to reader@example.com",
      );
      expect(logged.join("\n")).toContain("reader@example.com");
      expect(requests).toEqual([]);
    });
  });

export const articlePage = ({ slug, date, shown, minutes, tags }: (typeof articles)[number]) =>
  describe(`/articles/${slug}`, () => {
    test("has a back link, tags, date, read time, a figure and next and previous", async ({ page }) => {
      await page.goto(`/articles/${slug}`);
      expect(await page.getByRole("link", { name: "All articles" }).getAttribute("href")).toBe("/articles");
      const rail = await page.getByRole("complementary", { name: "About this article" }).innerText();
      for (const fact of [shown, `${minutes} minutes`, ...tags, "Plate:"]) expect(rail).toContain(fact);
      expect(await page.locator('meta[property="article:published_time"]').getAttribute("content")).toBe(date);
      expect(await page.locator("article svg path").count()).toBeGreaterThan(0);

      const pager = page.getByRole("navigation", { name: "More articles" });
      const hrefs = await pager.getByRole("link").evaluateAll((all) => all.map((link) => link.getAttribute("href")));
      const at = articles.findIndex((article) => article.slug === slug);
      const around = (index: number) => `/articles/${articles.at(index % articles.length)?.slug}`;
      expect(hrefs).toEqual([around(at + 1), around(at - 1)]);
    });

    test("is a document: nothing of React is loaded, and nothing goes wrong", async ({ page }) => {
      const scripts: string[] = [];
      page.on("request", (request) => {
        if (request.resourceType() === "script") scripts.push(request.url());
      });
      await page.goto(`/articles/${slug}`, { waitUntil: "networkidle" });
      expect(scripts.filter((url) => url.includes("hydrate"))).toEqual([]);
      expect(problemsOf(page)).toEqual([]);
    });
  });

/** Those that lead to the contact form, and with which subject. */
export const articlesWithSubject = articles.flatMap(({ slug, contact }) =>
  "subject" in contact ? [[slug, contact.subject] as const] : [],
);
