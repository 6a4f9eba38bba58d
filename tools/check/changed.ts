// `npm test -- changed`: which tests a change can touch. TypeScript is followed by its imports (`vitest related`). What tests
// reach without importing it (SQL, pages in a browser, documents) follows the rules below; where none fits, everything runs.
// A convenience while working: CI runs the whole first tier.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** The files to hand to `vitest related`, or the whole tier. */
export type Selection = string[] | "everything";

/** Committed since the branch left `since`, uncommitted and new. On main itself: not yet committed. */
export function changedFiles(since = "main", cwd = process.cwd()): string[] {
  const git = (...args: string[]) => execFileSync("git", args, { cwd, encoding: "utf8" }).split("\n").filter(Boolean);
  const [base = "HEAD"] = git("merge-base", since, "HEAD");
  return [...new Set([...git("diff", "--name-only", base), ...git("ls-files", "--others", "--exclude-standard")])];
}

const isDocument = (file: string) => file.endsWith(".md");

/** Tests of the repository itself read documents, names and settings as text. */
const readsTheRepository = /^(?:tools\/check\/|content\/folder-conventions|modules\/registry)/;

export function unitTestsFor(changed: readonly string[], tests: readonly string[]): Selection {
  if (changed.some((file) => !/\.(?:tsx?|md)$/.test(file) || /^vitest|^server\/testing\//.test(file)))
    return "everything";
  if (changed.length === 0) return [];
  return [
    ...changed.filter((file) => !isDocument(file) && !file.endsWith(".e2e.ts")),
    ...tests.filter((file) => readsTheRepository.test(file)),
  ];
}

/** What a browser test opens, by the addresses and tables its file names. */
interface BrowserTest {
  file: string;
  text: string;
}

const opensBackOffice = ({ text }: BrowserTest) => /\/admin|\/auth\b/.test(text);
const opensPublicPages = (test: BrowserTest) =>
  !opensBackOffice(test) || /publicPaths|goto\("\/(?!admin|auth)/.test(test.text);
const names = (word: string) => (test: BrowserTest) => new RegExp(`\\b${word}\\b`).test(test.text);

function touchedBy(file: string): ((test: BrowserTest) => boolean) | "everything" {
  if (isDocument(file) || /\.test\.tsx?$|^(?:bench|deploy|docs)\//.test(file)) return () => false;
  // By its imports.
  if (file.startsWith("e2e/")) return ({ file: test }) => test === file;
  const [, module] = /^modules\/([a-z-]+)\//.exec(file) ?? [];
  if (module) return names(module);
  if (/^(?:app\/site|content)\//.test(file)) return opensPublicPages;
  if (/^app\/(?:admin|auth|records)\//.test(file)) return opensBackOffice;
  if (/^tools\/(?:check|operate|fault-tests)\//.test(file)) return names(file.split("/")[1] ?? "");
  return "everything";
}

export function browserTestsFor(changed: readonly string[], tests: readonly BrowserTest[]): Selection {
  const rules = changed.map(touchedBy);
  if (rules.includes("everything")) return "everything";
  const touched = tests.filter((test) => rules.some((rule) => rule !== "everything" && rule(test)));
  const imported = changed.filter((file) => /^(?:e2e|content|domain)\/.*\.tsx?$/.test(file));
  return [...new Set([...imported, ...touched.map(({ file }) => file)])];
}

export const readTests = (files: readonly string[]): BrowserTest[] =>
  files.map((file) => ({ file, text: readFileSync(file, "utf8") }));
