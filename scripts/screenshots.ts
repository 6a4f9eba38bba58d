// `npm run screenshots`: every public route at 1440 and 390 px and in the dark, into screenshots/ (ignored). Needs a build.
// A part of a path as argument takes only the routes that contain it: `npm run screenshots -- tools`.
import { mkdirSync } from "node:fs";
import { chromium } from "playwright-core";
import { startServer } from "../e2e/start-server.ts";
import { findBrowser } from "./find-browser.mjs";
import { readDocuments } from "./site-files/documents.ts";

const looks = [
  { name: "1440", viewport: { width: 1440, height: 900 }, colorScheme: "light" },
  { name: "390", viewport: { width: 390, height: 844 }, colorScheme: "light" },
  { name: "1440-dark", viewport: { width: 1440, height: 900 }, colorScheme: "dark" },
  { name: "390-dark", viewport: { width: 390, height: 844 }, colorScheme: "dark" },
] as const;

const executablePath = findBrowser();
if (!executablePath) throw new Error("No Chromium found: see scripts/find-browser.mjs");
const wanted = process.argv[2] ?? "";
const paths = readDocuments("build/app/client")
  .map((page) => page.path)
  .filter((path) => path.includes(wanted));

const server = await startServer();
const browser = await chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 });
try {
  for (const { name, ...look } of looks) {
    const context = await browser.newContext({ baseURL: server.url, reducedMotion: "reduce", ...look });
    const page = await context.newPage();
    mkdirSync(`screenshots/${name}`, { recursive: true });
    for (const path of paths) {
      await page.goto(path, { waitUntil: "load" });
      await page.waitForTimeout(300);
      const file = path === "/" ? "home" : path.slice(1).replaceAll("/", "-");
      await page.screenshot({ path: `screenshots/${name}/${file}.png`, fullPage: true });
    }
    await context.close();
    console.log(`${paths.length} pages, ${name}`);
  }
} finally {
  await browser.close();
  await server.stop();
}
