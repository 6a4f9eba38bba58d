// Prints the downloadable documents from content/ into public/assets. The files are committed: only a change of their
// words needs this script, and then a Chromium. `npm run generate -- pdfs`
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { chromium } from "playwright-core";
import { findBrowser } from "../check/find-browser.mjs";
import { documents, fingerprint } from "./pdf/documents.ts";
import { fontFaces } from "./pdf/fonts.ts";
import { page as sheet } from "./pdf/sheet.ts";

const root = path.join(import.meta.dirname, "../..");
const executablePath = findBrowser();
if (!executablePath) throw new Error("Printing needs Chromium: install one or set CHROME_PATH");

/** The same words give the same bytes: the printer's clock is replaced by a fixed date of equal length. */
const withoutClock = (pdf: Buffer) =>
  Buffer.from(pdf.toString("latin1").replace(/\(D:\d{14}([+-]\d\d'\d\d')\)/g, "(D:20241201000000$1)"), "latin1");

const browser = await chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 });
const faces = await fontFaces();
const printed: Record<string, string> = {};
for (const document of documents) {
  const tab = await browser.newPage();
  await tab.setContent(sheet(document, faces), { waitUntil: "load" });
  await tab.evaluate("document.fonts.ready");
  const pdf = await tab.pdf({ ...document.size, printBackground: true, preferCSSPageSize: true, tagged: true });
  await writeFile(path.join(root, "public", document.file), withoutClock(pdf));
  printed[document.file] = fingerprint(document);
  console.log(`${document.file} ${Math.ceil(pdf.length / 1024)} KB`);
  await tab.close();
}
await browser.close();
await writeFile(path.join(root, "tools/site-build/pdf/printed.json"), `${JSON.stringify(printed, null, 2)}\n`);
