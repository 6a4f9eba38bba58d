// After prerendering: everything that helps the site to be found and shared, derived from the pages themselves.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { docPages, markdownPath } from "#content/docs-pages.ts";
import { site } from "#content/site.ts";
import { asMarkdown } from "./docs-markdown.ts";
import { readDocuments } from "./documents.ts";
import { drawImages } from "./images.ts";
import { feed, llmsText, robots, sitemap } from "./text-files.ts";

export async function writeSiteFiles(folder: string) {
  const documents = readDocuments(folder);
  const files = {
    "sitemap.xml": sitemap(documents),
    "robots.txt": robots(),
    "feed.xml": feed(documents),
    "llms.txt": llmsText(documents),
    ...Object.fromEntries(
      docPages.map(({ path: page, file }) => [
        markdownPath(page).slice(1),
        asMarkdown(readFileSync(`content/docs/${file}`, "utf8"), site.url),
      ]),
    ),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  await drawImages(documents, folder);
}
