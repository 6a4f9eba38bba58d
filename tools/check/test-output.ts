// What `npm test` prints. In a terminal the tools speak for themselves, in their colors. Into a file or a pipe it is plain text: one
// line for each step with its seconds, and what a step said only if it failed, whole.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { stripVTControlCharacters } from "node:util";
import type { Report } from "./test-report.ts";

export interface Output {
  isPlain: boolean;
  /** Of Vitest. Plain: only failures, with what they printed. */
  reporter(kind: "named" | "tier"): string;
  /** Runs it to its end; false if it failed. */
  step(name: string, args: string[], env?: Record<string, string>): Promise<boolean>;
  line(text: string): void;
}

export function createOutput({
  isPlain = !process.stdout.isTTY,
  write = (text: string): unknown => process.stdout.write(text),
} = {}): Output {
  const line = (text: string) => write(`${text}\n`);
  return {
    isPlain,
    line,
    reporter: (kind) => (isPlain ? "minimal" : kind === "named" ? "default" : "dot"),
    async step(name, args, env = {}) {
      const started = performance.now();
      const { FORCE_COLOR: _colors, ...rest } = process.env;
      const child = spawn(process.execPath, args, {
        stdio: isPlain ? ["ignore", "pipe", "pipe"] : "inherit",
        env: isPlain ? { ...rest, NO_COLOR: "1", ...env } : { ...process.env, ...env },
      });
      const said: Buffer[] = [];
      for (const stream of [child.stdout, child.stderr]) stream?.on("data", (part: Buffer) => said.push(part));
      const [code] = (await once(child, "close")) as [number | null];
      if (isPlain && code !== 0) line(stripVTControlCharacters(Buffer.concat(said).toString()).trimEnd());
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      line(`${code === 0 ? "ok  " : "FAIL"} ${name.padEnd(40)} ${seconds.padStart(7)} s${isPlain ? "" : "\n"}`);
      return code === 0;
    },
  };
}

/** Of all reports of a run. */
export function slowestLines(reports: readonly Report[], count = 20): string[] {
  const tests = reports.flatMap(({ testResults }) =>
    testResults.flatMap(({ name: file, assertionResults }) =>
      assertionResults.map(({ fullName, duration }) => ({ file, fullName, duration: duration ?? 0 })),
    ),
  );
  const slowest = tests.toSorted((a, b) => b.duration - a.duration).slice(0, count);
  if (slowest.length === 0) return [];
  return [
    `The slowest ${slowest.length}:`,
    ...slowest.map(({ file, fullName, duration }) => {
      const seconds = (duration / 1000).toFixed(1).padStart(6);
      return `${seconds} s  ${file.replace(`${process.cwd()}/`, "")} > ${fullName}`;
    }),
  ];
}
