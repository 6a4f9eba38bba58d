// The list of articles on a phone, and every article but the newest.
import { articleList, articlePage, articles } from "./article-pages.ts";
import { phone } from "./fixtures.ts";

articleList(phone);
for (const article of articles.slice(1)) articlePage(article);
