// A build of a few pages, so that tests of the server need no real build.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { Hono } from "hono";
import { type AppEnv, createApp } from "../app.ts";
import { type Env, readEnv } from "../env.ts";
import { createLog } from "../http/log.ts";
import { createWebsite, type Website } from "../http/website/website.ts";

const filler = "<p>Plain words that compress well.</p>".repeat(40);
/** Different enough that compressing it harder pays. */
const manyWords = Array.from({ length: 3000 }, (_, n) => `word${(n * n * 31) % 997} of ${(n * 17) % 89}`).join(" ");
const files: Record<string, string> = {
  "index.html": `<html><head><script>theme()</script><link rel="canonical" href="https://guidevane.example/"></head><h1>Home</h1>${filler}`,
  "education/index.html": `<h1>Education</h1>${filler}`,
  "long/index.html": `<h1>Long</h1><p>${manyWords}</p>`,
  "contact/index.html": `<h1>Contact</h1>${filler}`,
  "404/index.html": `<h1>Oops! Page not found</h1>${filler}`,
  "error/400/index.html": `<h1>Unexpected Application Error!</h1><p>400 Bad Request</p>${filler}`,
  "error/405/index.html": `<h1>Unexpected Application Error!</h1><p>405 Method Not Allowed</p>${filler}`,
  "standalone/gpt-extender-lite/index.html": `<h1>GPT Extender Lite</h1>${filler}`,
  "build/torah-and-ai/availut/index.html": `<h1>Guide</h1>${filler}`,
  "__spa-fallback.html": `<p>Loading...</p><script type="application/json" id="runtime-settings">{}</script>${filler}`,
  "assets/app-abc12345.js": `console.log("app");${" ".repeat(2000)}`,
  "assets/app-abc12345.js.map": "{}",
  "favicon.svg": "<svg/>",
  "favicon.ico": "icon",
  "feed.xml": "<rss>https://guidevane.example/</rss>",
  "docs/bootloader.md": "# Bootloader\n\n[Home](https://guidevane.example/)\n",
  "robots.txt": "Sitemap: https://guidevane.example/sitemap.xml",
};

export interface SmallSite {
  env: Env;
  website: Website;
  request: (path: string, init?: RequestInit & { host?: string }) => Promise<Response>;
  remove(): void;
}

export async function smallSite(
  settings: Record<string, string> = {},
  live?: () => ReadonlySet<string>,
): Promise<SmallSite> {
  const root = mkdtempSync(path.join(os.tmpdir(), "guidevane-site-"));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  }
  const env = readEnv({ LOG_LEVEL: "silent", ...settings });
  const website = await createWebsite(env, "sb_publishable_test", [root], live);
  const app = createApp({ env, log: createLog(env), website, backend: null, api: new Hono<AppEnv>() });
  return {
    env,
    website,
    request: async (target, { host = "localhost:3000", ...init } = {}) =>
      app.request(target, { ...init, headers: { host, ...(init.headers as Record<string, string> | undefined) } }),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
