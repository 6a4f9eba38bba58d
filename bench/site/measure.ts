// Lighthouse on one address, several times: medians of what it measured.
import path from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { findBrowser } from "../../tools/check/find-browser.mjs";
import { median } from "../record.ts";
import { ensureInstalledIn } from "./install.ts";

export interface Measured {
  runs: number;
  scores: { performance: number; accessibility: number; bestPractices: number; seo: number };
  fcp: number;
  lcp: number;
  tbt: number;
  cls: number;
  speedIndex: number;
  bytes: { document: number; script: number; style: number; font: number; image: number; other: number; total: number };
  requests: number;
  /** Requests that left the origin. */
  outside: string[];
  /** Audits that cost points, of every category. */
  failed: string[];
}

interface NetworkItem {
  url: string;
  transferSize: number;
  resourceType?: string;
}

/** What is used of Lighthouse. */
type Lighthouse = (
  url: string,
  flags: { port: number; output: "json"; logLevel: "error"; onlyCategories: string[]; skipAudits: string[] },
) => Promise<
  | {
      lhr: {
        audits: Record<string, { numericValue?: number; score: number | null; details?: { items?: NetworkItem[] } }>;
        categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
        runtimeError?: { message: string };
      };
    }
  | undefined
>;

async function loadLighthouse(): Promise<Lighthouse> {
  const folder = "bench/peers/lighthouse";
  ensureInstalledIn(folder);
  const entry = path.resolve(folder, "node_modules/lighthouse/core/index.js");
  return ((await import(pathToFileURL(entry).href)) as { default: Lighthouse }).default;
}

const debuggingPort = 4890;
const kinds: Record<string, keyof Measured["bytes"]> = {
  Document: "document",
  Script: "script",
  Stylesheet: "style",
  Font: "font",
  Image: "image",
};

export async function measure(url: string, runs: number, skipAudits: string[] = []): Promise<Measured> {
  const lighthouse = await loadLighthouse();
  const executablePath = findBrowser();
  if (!executablePath) throw new Error("No Chromium found: see tools/check/find-browser.mjs");
  const browser = await chromium.launch({
    executablePath,
    chromiumSandbox: process.getuid?.() !== 0,
    args: [`--remote-debugging-port=${debuggingPort}`, "--disable-background-networking", "--disable-component-update"],
  });
  const results: Measured[] = [];
  try {
    for (let run = 0; run < runs; run++) results.push(await orAgain(() => once(lighthouse, url, skipAudits)));
  } finally {
    await browser.close();
  }
  return combine(results);
}

/** Lighthouse now and then loses the trace on a busy machine. */
const orAgain = (run: () => Promise<Measured>) => run().catch(run).catch(run);

async function once(lighthouse: Lighthouse, url: string, skipAudits: string[]): Promise<Measured> {
  const result = await lighthouse(url, {
    port: debuggingPort,
    output: "json",
    logLevel: "error",
    onlyCategories: ["performance", "accessibility", "best-practices", "seo"],
    skipAudits,
  });
  if (!result) throw new Error(`Lighthouse gave no result for ${url}`);
  const { audits, categories, runtimeError } = result.lhr;
  if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`);
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN;
  const score = (name: string) => Math.round(100 * (categories[name]?.score ?? 0));
  const items = (audits["network-requests"]?.details?.items ?? []).filter((item) => /^https?:/.test(item.url));
  const bytes = { document: 0, script: 0, style: 0, font: 0, image: 0, other: 0, total: 0 };
  for (const item of items) {
    bytes[kinds[item.resourceType ?? ""] ?? "other"] += item.transferSize;
    bytes.total += item.transferSize;
  }
  const costly = Object.values(categories).flatMap((category) =>
    category.auditRefs
      .filter(({ id, weight }) => weight > 0 && audits[id]?.score !== null && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => id),
  );
  return {
    runs: 1,
    scores: {
      performance: score("performance"),
      accessibility: score("accessibility"),
      bestPractices: score("best-practices"),
      seo: score("seo"),
    },
    fcp: value("first-contentful-paint"),
    lcp: value("largest-contentful-paint"),
    tbt: value("total-blocking-time"),
    cls: value("cumulative-layout-shift"),
    speedIndex: value("speed-index"),
    bytes,
    requests: items.length,
    outside: items.filter((item) => new URL(item.url).origin !== new URL(url).origin).map((item) => item.url),
    failed: [...new Set(costly)],
  };
}

function combine(results: Measured[]): Measured {
  const [first] = results;
  if (!first) throw new Error("No run");
  const of = (pick: (result: Measured) => number) => median(results.map(pick));
  return {
    ...first,
    runs: results.length,
    scores: {
      performance: of((result) => result.scores.performance),
      accessibility: of((result) => result.scores.accessibility),
      bestPractices: of((result) => result.scores.bestPractices),
      seo: of((result) => result.scores.seo),
    },
    fcp: of((result) => result.fcp),
    lcp: of((result) => result.lcp),
    tbt: of((result) => result.tbt),
    cls: of((result) => result.cls),
    speedIndex: of((result) => result.speedIndex),
    outside: results.flatMap((result) => result.outside),
    failed: [...new Set(results.flatMap((result) => result.failed))],
  };
}
