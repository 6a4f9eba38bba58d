// After prerendering: everything that helps the site to be found and shared, derived from the pages themselves.
import { writeFileSync } from "node:fs";
import path from "node:path";
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
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  await drawImages(documents, folder);
}
