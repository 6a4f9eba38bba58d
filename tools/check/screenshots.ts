// `npm run generate -- screenshots`: every public route at 1440 and 390 px, light and dark, and the states a route alone does not show,
// into screenshots/ (ignored). Parts of names as arguments take only the pictures whose name contains one:
// `npm run generate -- screenshots 390/tools bookdev`.
import { mkdirSync, rmSync } from "node:fs";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { startServer } from "../../e2e/start-server.ts";
import { ensureBuilt } from "../prepare.mjs";
import { findBrowser } from "./find-browser.mjs";
import { readDocuments } from "../site-build/site-files/documents.ts";

const looks = [
  { name: "1440", viewport: { width: 1440, height: 900 }, colorScheme: "light" },
  { name: "390", viewport: { width: 390, height: 844 }, colorScheme: "light" },
  { name: "1440-dark", viewport: { width: 1440, height: 900 }, colorScheme: "dark" },
  { name: "390-dark", viewport: { width: 390, height: 844 }, colorScheme: "dark" },
] as const;

interface Picture {
  name: string;
  path: string;
  /** Brings the page into the state to show; the picture is then of the window, not of the whole page. */
  state?: (page: Page) => Promise<unknown>;
}

const scrolled = (page: Page) => page.mouse.wheel(0, 400).then(() => page.waitForSelector("[data-scrolled]"));

const states: Picture[] = [
  { name: "state-scrolled", path: "/", state: scrolled },
  {
    name: "state-menu",
    path: "/education",
    state: (page) => scrolled(page).then(() => page.getByRole("button", { name: "Menu" }).click()),
  },
  { name: "state-contact-subject", path: "/contact?subject=Workshop+Inquiry", state: async () => undefined },
  {
    name: "state-booking",
    path: "/contact?subject=AI+Consult",
    state: (page) => page.getByText("The calendar did not load").scrollIntoViewIfNeeded(),
  },
  {
    name: "state-toast",
    path: "/manifesto-direct",
    state: (page) =>
      page
        .getByRole("button", { name: "Request access" })
        .click()
        .then(() => page.getByText("Email required").waitFor()),
  },
];

await ensureBuilt();
const routes: Picture[] = readDocuments("build/app/client").map(({ path }) => ({
  name: path === "/" ? "home" : path.slice(1).replaceAll("/", "-"),
  path,
}));

async function take(context: BrowserContext, pictures: Picture[], folder: string) {
  for (const { name, path, state } of pictures) {
    const page = await context.newPage();
    await page.goto(path, { waitUntil: "load" });
    await page.evaluate(() => document.fonts.ready);
    if (state) {
      await state(page);
      await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished)));
    }
    await page.screenshot({ path: `${folder}/${name}.png`, fullPage: !state });
    await page.close();
  }
}

const executablePath = findBrowser();
if (!executablePath) throw new Error("No Chromium found: see tools/check/find-browser.mjs");
// `npm run generate -- screenshots NAME ...`
const wanted = process.argv.slice(3);
if (wanted.length === 0) rmSync("screenshots", { recursive: true, force: true });

const server = await startServer();
const browser = await chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 });
const started = Date.now();
try {
  await Promise.all(
    looks.map(async ({ name: look, ...settings }) => {
      const folder = `screenshots/${look}`;
      const pictures = [...routes, ...states].filter(
        ({ name }) => wanted.length === 0 || wanted.some((part) => `${look}/${name}`.includes(part)),
      );
      mkdirSync(folder, { recursive: true });
      const context = await browser.newContext({ baseURL: server.url, reducedMotion: "reduce", ...settings });
      // Other companies' scripts and frames do not load here: the pictures show what we say then.
      await context.route(
        (url) => url.origin !== server.url,
        (route) => route.abort(),
      );
      await take(context, pictures, folder);
      console.log(`${pictures.length} pictures in ${folder}`);
    }),
  );
  console.log(`${((Date.now() - started) / 1000).toFixed(0)} s`);
} finally {
  await browser.close();
  await server.stop();
}
