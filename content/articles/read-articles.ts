// The articles as they stand in the files, newest first, for tests that compare them with what pages show.
import { readdirSync, readFileSync } from "node:fs";
import { parse } from "yaml";
import { type ArticleFrontMatter, parseFrontMatter } from "./front-matter.ts";

export interface ArticleFile extends ArticleFrontMatter {
  file: string;
  slug: string;
  body: string;
}

export const readArticles = (): ArticleFile[] =>
  readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith(".mdx"))
    .map((name) => {
      const file = `content/articles/${name}`;
      const [, head = "", ...body] = readFileSync(`${import.meta.dirname}/${name}`, "utf8").split(/^---$/m);
      const frontMatter = parseFrontMatter(file, parse(head));
      return { ...frontMatter, file, slug: name.replace(/\.mdx$/, ""), body: body.join("---") };
    })
    .sort((a, b) => b.date.localeCompare(a.date));
