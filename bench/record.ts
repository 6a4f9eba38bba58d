// Prints one section of RESULTS.md; with `--write` it is written there, and the others are left alone.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

const file = path.join(import.meta.dirname, "RESULTS.md");
const opening = `# Measurements

Each section is written by the command it names; run that command to measure again.
`;

/** `body` is Markdown without its heading. A line with date and machine is put above it. */
export function record(section: string, command: string, body: string): void {
  // What no machine can have measured says that the measuring was wrong.
  const impossible = /(?<![\w.-])(?:-\d[\d.,]* (?:ms|s|MB|%)|NaN|-?Infinity)(?!\w)/.exec(body)?.[0];
  if (impossible) throw new Error(`${section}: ${impossible} cannot be; nothing was written.`);
  console.log(`\n## ${section}\n\n${body.trim()}\n`);
  if (!process.env.BENCH_WRITE) return;
  const sections = existsSync(file) ? readFileSync(file, "utf8").split(/^(?=## )/m) : [opening];
  const heading = `## ${section}\n`;
  const text = `${heading}\n\`${command}\`, ${machine()}\n\n${body.trim()}\n\n`;
  const at = sections.findIndex((part) => part.startsWith(heading));
  if (at < 0) sections.push(text);
  else sections[at] = text;
  writeFileSync(file, `${sections.map((part) => part.trim()).join("\n\n")}\n`);
  console.log(`Section "${section}" written to bench/RESULTS.md`);
}

export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(" | ")} |`;
  // Names to the left, figures to the right.
  const rule = head.map((_, column) =>
    rows.every((row) => /^[<>]?[\d.,-]/.test(String(row[column]))) ? "---:" : "---",
  );
  return [line(head), line(rule), ...rows.map(line)].join("\n");
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.NaN;

function machine(): string {
  const cpus = os.cpus();
  const day = new Date().toISOString().slice(0, 16).replace("T", " ");
  const memory = Math.round(os.totalmem() / 2 ** 30);
  return `${day} UTC on ${cpus.length} cores (${cpuName()}), ${memory} GB, ${os.type()} ${os.release().split("-")[0]}, Node ${process.versions.node}, load average ${os.loadavg()[0]?.toFixed(1)}`;
}

function cpuName(): string {
  const model = os.cpus()[0]?.model.trim();
  return model && model !== "unknown" ? model : os.arch();
}
