// What a fault test found: said as it goes, written to bench/RESULTS.md at the end, and the exit code.
import { record } from "../../bench/record.ts";

export interface Findings {
  expectThat(what: string, ok: boolean): void;
  note(what: string): void;
  finish(): never;
}

export function findings(name: string, about: string): Findings {
  const lines: string[] = [];
  let failures = 0;
  const say = (line: string) => {
    lines.push(`- ${line}`);
    console.log(line);
  };
  return {
    note: say,
    expectThat(what, ok) {
      if (!ok) failures++;
      say(`${ok ? "held" : "**FAILED**"}: ${what}`);
    },
    finish() {
      record(`Fault test: ${name}`, `npm run fault-test -- ${name}`, `${about}\n\n${lines.join("\n")}`);
      process.exit(failures === 0 ? 0 : 1);
    },
  };
}
