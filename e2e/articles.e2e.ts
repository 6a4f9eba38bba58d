// The list of articles on a desktop, and the newest article; the others are in articles.all.e2e.ts.
import { articleList, articlePage, articles } from "./article-pages.ts";
import { desktop } from "./fixtures.ts";

articleList(desktop);
for (const article of articles.slice(0, 1)) articlePage(article);
