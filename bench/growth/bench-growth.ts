// `npm run bench -- growth`: build time, memory and page size with 10, 100 and 1,000 articles, in a temporary copy.
import { execFileSync, spawn } from "node:child_process";
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";
import { median, record, table } from "../record.ts";

const counts = (process.argv[2] ?? "10,100,1000").split(",").map(Number);
// All that the repository holds: what a build reads changes with the code.
const copied = execFileSync("git", ["ls-files", "-z"], { encoding: "utf8" }).split("\0").filter(Boolean);

const copy = mkdtempSync(path.join(os.tmpdir(), "guidevane-growth-"));
for (const name of copied) cpSync(name, path.join(copy, name));
symlinkSync(path.resolve("node_modules"), path.join(copy, "node_modules"));
const articles = path.join(copy, "content/articles");
const originals = globSync("*.mdx", { cwd: articles });
const model = readFileSync(path.join(articles, originals[0] ?? ""), "utf8");

const rows: string[][] = [];
const seconds: number[] = [];
let before: { articlePage: number; home: number } | undefined;
const missed: string[] = [];
for (const count of counts) {
  for (let number = originals.length; number < count; number++)
    writeFileSync(
      path.join(articles, `generated-${number}.mdx`),
      model.replace(/^title: .*$/m, `title: "Generated article ${number}"`),
    );
  rmSync(path.join(copy, "build"), { recursive: true, force: true });
  const { time, memory } = await build(copy);
  const client = path.join(copy, "build/app/client");
  const compressed = (file: string) => brotliCompressSync(readFileSync(file)).length;
  const pages = globSync("articles/*/index.html", { cwd: client });
  const articlePage = median(pages.slice(0, 12).map((page) => compressed(path.join(client, page))));
  const home = compressed(path.join(client, "index.html"));
  const list = compressed(path.join(client, "articles/index.html"));
  const script = globSync("build/islands/assets/*.js", { cwd: copy }).reduce(
    (sum, file) => sum + statSync(path.join(copy, file)).size,
    0,
  );
  if (before && (home > before.home * 1.01 || articlePage > before.articlePage * 1.01))
    missed.push(`with ${count} articles the home page or an article page grew`);
  before ??= { articlePage, home };
  seconds.push(time);
  rows.push([pages.length, time.toFixed(1), Math.round(memory), home, articlePage, list, script].map(String));
  console.log(rows.at(-1)?.join("  "));
}
rmSync(copy, { recursive: true, force: true });

// No worse than linear: ten times the articles may not take more than ten times as long.
for (let i = 1; i < counts.length; i++)
  if ((seconds[i] ?? 0) > (seconds[i - 1] ?? 0) * ((counts[i] ?? 1) / (counts[i - 1] ?? 1)))
    missed.push(`from ${counts[i - 1]} to ${counts[i]} articles the build took more than proportionally longer`);

record(
  "Growth",
  "npm run bench -- growth",
  `Generated articles in a temporary copy; the whole build each time. Sizes are compressed bytes of one page; the list of articles grows with its
entries.

${table(["articles", "build s", "peak memory MB", "home page", "article page (median)", "list of articles", "all island scripts, raw"], rows)}

${missed.length > 0 ? `Missed:\n${missed.map((text) => `- ${text}`).join("\n")}` : "Build time grows no worse than linearly, and pages do not grow at all."}`,
);
if (missed.length > 0) process.exit(1);

/** Seconds, and the most memory (MB) that the build's processes held together. */
async function build(folder: string): Promise<{ time: number; memory: number }> {
  const started = performance.now();
  const child = spawn(process.execPath, ["tools/site-build/build.ts"], {
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  let memory = 0;
  const watch = setInterval(() => (memory = Math.max(memory, residentOf(child.pid ?? 0))), 250);
  const status = await new Promise<number | null>((resolve) => child.once("exit", resolve));
  clearInterval(watch);
  if (status !== 0) throw new Error(errors);
  return { time: (performance.now() - started) / 1000, memory };
}

function residentOf(root: number): number {
  const processes = execFileSync("ps", ["-eo", "pid=,ppid=,rss="], { encoding: "utf8" })
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number));
  const family = new Set([root]);
  for (const [pid = 0, parent = 0] of processes) if (family.has(parent)) family.add(pid);
  return processes.reduce((sum, [pid = 0, , rss = 0]) => sum + (family.has(pid) ? rss : 0), 0) / 1024;
}
