// `npm run bench -- site`: Lighthouse (mobile defaults) on every public page, beside our home page made with other tools.
// --quick [route ...] measures once, without peers, and records nothing. --runs=3 changes the five runs per page.
import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { hasNoAddress } from "#server/http/website/paths.ts";
import { record, table } from "../record.ts";
import { startProduct } from "../server/product.ts";
import { missedBudgets, type Moving } from "./budgets.ts";
import { clickToPaint, restMs } from "./click-to-paint.ts";
import { type Measured, measure } from "./measure.ts";
import { buildPeers } from "./peers.ts";
import { serveFolders } from "./serve-folder.ts";
import { roundTripMs, slowLine } from "./slow-line.ts";

const head = [
  "page",
  "scores",
  "FCP",
  "LCP",
  "TBT",
  "CLS",
  "SI",
  "HTML",
  "JS",
  "CSS",
  "fonts",
  "other",
  "total",
  "requests",
];
const args = process.argv.slice(2);
const quick = args.includes("--quick");
const chosen = args.filter((arg) => arg.startsWith("/"));
const number = (name: string, fallback: number) =>
  Number(args.find((arg) => arg.startsWith(`--${name}=`))?.split("=")[1] ?? fallback);
const runs = quick ? 1 : number("runs", 5);
// The home page and its peers are compared with each other: they always get the full number.
const homeRuns = quick ? 1 : number("home-runs", 5);

const client = "build/app/client";
const htmlOf = (route: string) => readFileSync(path.join(client, route, "index.html"), "utf8");
const isHidden = (html: string) => html.includes('name="robots" content="noindex"');
const moves = (html: string): Moving => {
  if (/data-when="(?:idle|visible)"/.test(html)) return "islands";
  return html.includes("data-behavior=") ? "behaviors" : "nothing";
};
const everyRoute = globSync("**/index.html", { cwd: client })
  .map((file) => path.posix.join("/", path.dirname(file)))
  .filter((route) => !hasNoAddress.test(route))
  .sort();
const routes = chosen.length > 0 ? chosen : everyRoute;

const product = await startProduct(4803, null);
// The first visitor of a page gets it compressed quickly, all others as well as possible: those are measured.
for (const route of routes) await fetch(product.url + route, { headers: { "Accept-Encoding": "br" } });
await new Promise((resolve) => setTimeout(resolve, quick ? 3000 : 45_000));

const rows: { route: string; page: Measured; moving: Moving }[] = [];
async function measureRoute(route: string): Promise<void> {
  const html = htmlOf(route);
  // Pages that are kept out of search engines are not marked down for that.
  const skipped = isHidden(html) ? ["is-crawlable"] : [];
  const page = await measure(product.url + route, route === "/" ? homeRuns : runs, skipped);
  rows.push({ route, page, moving: moves(html) });
  console.log(line(route, page).join("  "), page.failed.join(" "));
}

// The home page and its peers right after each other, so that they find the machine in the same state.
const peers: { name: string; page: Measured }[] = [];
const built = quick || args.includes("--no-peers") ? [] : buildPeers();
if (routes.includes("/")) await measureRoute("/");
for (const { name, output } of built) {
  const served = await serveFolders([output]);
  // As for our own pages: the best compression is there after the first visitor.
  await fetch(served.url, { headers: { "Accept-Encoding": "br" } });
  await new Promise((resolve) => setTimeout(resolve, 3000));
  const page = await measure(`${served.url}/`, homeRuns);
  served.stop();
  peers.push({ name, page });
  console.log(line(name, page).join("  "));
}
for (const route of routes) if (route !== "/") await measureRoute(route);

const far = await slowLine(Number(new URL(product.url).port));
const clicks = quick
  ? []
  : await clickToPaint(far.url, [
      ["/", "/education"],
      ["/education", "/articles"],
    ]);
far.stop();
await product.stop();

const astro = peers.find(({ name }) => name === "Astro")?.page;
const next = peers.find(({ name }) => name === "Next.js")?.page;
const missed = rows.flatMap(({ route, page, moving }) =>
  missedBudgets(page, moving, astro && next ? { astro, next } : null).map((text) => `\`${route}\`: ${text}`),
);
const home = rows.find(({ route }) => route === "/")?.page;

if (!quick)
  record(
    "Site",
    "npm run bench -- site",
    `Lighthouse ${version()}, mobile defaults (simulated slow 4G, processor four times slower), medians of ${homeRuns} runs for the home page and its
peers and of ${runs} for the other pages. Times in ms, sizes in KB of 1,000 bytes as transferred, headers included. Scores: performance,
accessibility, best practices, SEO. \`noindex\` pages are not marked down for being hidden.

### The same home page, made with other tools

\`bench/peers\`: same content, components, styles and fonts, same server.

${table(head, [...(home ? [line("**Guidevane**", home)] : []), ...peers.map(({ name, page }) => line(name, page))])}

${comparison()}

### Every public page

${table(
  head,
  rows.map(({ route, page }) => line(`\`${route}\``, page)),
)}

### From click to first paint inside the site

Desktop, a line with ${roundTripMs} ms from question to answer, medians of 5; "rested": the pointer was
on the link for ${restMs} ms, long enough for the speculation rules to prerender the page.

${table(
  ["from", "to", "at once", "rested", "prerendered"],
  clicks.map((click) => [
    `\`${click.from}\``,
    `\`${click.to}\``,
    Math.round(click.atOnce),
    Math.round(click.afterResting),
    `${Math.round(100 * click.prerendered)} %`,
  ]),
)}

### Budgets

${missed.length > 0 ? `Missed:\n\n${missed.map((text) => `- ${text}`).join("\n")}` : "Every budget held on every page."}${notes()}`,
  );
if (missed.length > 0) console.error(`Missed budgets:\n${missed.join("\n")}`);
// A browser that lingers must not keep a finished bench from ending.
process.exit(missed.length > 0 ? 1 : 0);

function line(name: string, { scores, fcp, lcp, tbt, cls, speedIndex, bytes, requests }: Measured): string[] {
  const kb = (size: number) => (size / 1000).toFixed(1);
  return [
    name,
    `${scores.performance} ${scores.accessibility} ${scores.bestPractices} ${scores.seo}`,
    ...[fcp, lcp, tbt].map((time) => Math.round(time).toString()),
    cls.toFixed(3),
    Math.round(speedIndex).toString(),
    kb(bytes.document),
    kb(bytes.script),
    kb(bytes.style),
    kb(bytes.font),
    kb(bytes.image + bytes.other),
    kb(bytes.total),
    String(requests),
  ];
}

function comparison(): string {
  if (!home) return "";
  const less = (peer: Measured) => Math.round(100 * (1 - home.bytes.total / peer.bytes.total));
  return peers.map(({ name, page }) => `${less(page)} % fewer bytes than ${name}.`).join(" ");
}

/** What was tried and why a budget is missed: written by hand, kept beside this file. */
function notes(): string {
  const file = path.join(import.meta.dirname, "notes.md");
  return existsSync(file) ? `\n\n${readFileSync(file, "utf8").trim()}` : "";
}

function version(): string {
  return (
    JSON.parse(readFileSync("bench/peers/lighthouse/node_modules/lighthouse/package.json", "utf8")) as {
      version: string;
    }
  ).version;
}
