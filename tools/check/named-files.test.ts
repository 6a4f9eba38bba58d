// What comments and documents refer to exists: files by their path, decisions by their number.
import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const read = [
  "{app,bench,content,deploy,docs,domain,e2e,modules,server,supabase,tools}/**/*.{ts,tsx,mjs,js,md,sql,css}",
  "*.{ts,md}",
];
const files = globSync(read, { exclude: ["bench/peers/**", "bench/RESULTS.md", "docs/licences.md"] });
const decisions = readdirSync("docs/decisions").map((name) => name.slice(0, 3));

// Paths from the root of the repository; made-up ones in examples have a part in capitals, or are called x or *.
const path =
  /(?<![\w/.#-])(?:app|bench|content|docs|domain|e2e|modules|server|supabase|tools)\/[\w./-]+\.(?:tsx?|mjs|sql|md)\b/g;
const isMadeUp = (name: string) => /(?:^|\/)x\.|[A-Z]{4}|\/example/.test(name);

/** Only words for people: comments, and everything in Markdown but the files it asks one to write. */
const wordsIn = (file: string, text: string) =>
  file.endsWith(".md")
    ? text.replace(/\bWrite `[^`]+`/g, "")
    : (text.match(/\/\/.*|\/\*[\s\S]*?\*\/|--.*/g) ?? []).join("\n");

const documents = files.map((file) => ({ file, words: wordsIn(file, readFileSync(file, "utf8")) }));

test("files", () => {
  expect(documents.length).toBeGreaterThan(300);
  const missing = documents.flatMap(({ file, words }) =>
    (words.match(path) ?? []).filter((name) => !isMadeUp(name) && !existsSync(name)).map((name) => `${file}: ${name}`),
  );
  expect(missing).toEqual([]);
});

test("decisions", () => {
  const missing = documents.flatMap(({ file, words }) =>
    [...words.matchAll(/\b(?:decisions?\/|decision )(\d{3})\b/g)]
      .filter(([, number = ""]) => !decisions.includes(number))
      .map(([said]) => `${file}: ${said}`),
  );
  expect(missing).toEqual([]);
});
