// What `npm test` takes from Vitest's JSON report.
import path from "node:path";
import { stripVTControlCharacters } from "node:util";

interface TestResult {
  fullName: string;
  title: string;
  status: string;
  failureMessages: string[];
  duration?: number | null;
}

interface FileReport {
  name: string;
  status: string;
  message: string;
  assertionResults: TestResult[];
}

export interface Report extends Record<"numPassedTests" | "numFailedTests" | "numPendingTests", number> {
  testResults: FileReport[];
}

/** What happened, and what a browser test saw besides (e2e/fixtures.ts). */
function inShort(text: string): string {
  const lines = stripVTControlCharacters(text).split("\n");
  const seen = lines.filter((line) => line.startsWith("seen: ")).map((line) => `\n     ${line.slice(0, 300)}`);
  return lines.slice(0, 3).join(" ").slice(0, 300) + seen.join("");
}

/** One line for each failed test, and for each file that could not be loaded. */
export const failuresOf = ({ testResults }: Report): string[] =>
  testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(process.cwd(), name);
    const failedTests = assertionResults.filter((test) => test.status === "failed");
    if (status === "failed" && failedTests.length === 0) return [`${file}: ${inShort(message)}`];
    return failedTests.map((test) => `${file} > ${test.fullName}: ${inShort(test.failureMessages[0] ?? "")}`);
  });

/** With and without the names of the groups they stand in; those that ran. */
export const testNames = ({ testResults }: Report): string[] =>
  testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === "passed" || status === "failed")
    .flatMap(({ title, fullName }) => [title, fullName]);
