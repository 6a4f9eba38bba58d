// The list of articles on a phone, and every article but the newest.
import { expect } from "vitest";
import { contactLink } from "../content/subjects.ts";
import { articleList, articlePage, articles, articlesWithSubject } from "./article-pages.ts";
import { phone, sharedTest as test } from "./fixtures.ts";

articleList(phone);
for (const article of articles.slice(1)) articlePage(article);

test.for(articlesWithSubject.slice(1))(
  "the contact link of %s carries its subject",
  async ([slug, subject], { page }) => {
    await page.goto(`/articles/${slug}`);
    expect(await page.locator('article a[href^="/contact"]').getAttribute("href")).toBe(contactLink(subject));
  },
);
