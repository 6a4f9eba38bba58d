// The list of articles on a desktop, and the newest article; the others are in articles.all.e2e.ts.
import { expect } from "vitest";
import { contactLink } from "../content/subjects.ts";
import { articleList, articlePage, articles, articlesWithSubject } from "./article-pages.ts";
import { desktop, sharedTest as test } from "./fixtures.ts";

articleList(desktop);
for (const article of articles.slice(0, 1)) articlePage(article);

test.for(articlesWithSubject.slice(0, 1))(
  "the contact link of %s carries its subject",
  async ([slug, subject], { page }) => {
    await page.goto(`/articles/${slug}`);
    expect(await page.locator('article a[href^="/contact"]').getAttribute("href")).toBe(contactLink(subject));
  },
);
