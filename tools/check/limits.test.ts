// The table of limits in docs/threat-model.md against the code: every number is the one in the code, and every limit is in the table.
import { glob, readFile } from "node:fs/promises";
import { expect, test } from "vitest";

interface Row {
  name: string;
  number: string;
  mistake: string;
  code: { file: string; text: string }[];
}

const table = (await readFile("docs/threat-model.md", "utf8")).split("\n## Limits\n")[1] ?? "";
const rows = table
  .split("\n")
  .filter((line) => line.startsWith("| ") && line.includes("``"))
  .map((line): Row => {
    const [name = "", number = "", , mistake = "", code = ""] = line.slice(2, -2).split(" | ");
    return {
      name,
      number,
      mistake,
      code: [...code.matchAll(/([\w./-]+) ``(.+?)``/g)].map(([, file, text]) => ({ file: file!, text: text! })),
    };
  });

/** What the table writes out in words: the length of a window, the width of a network, the largest body of a route. */
const unspoken = /\b(?:seconds: 60|seconds: 3600|maxBytes: \d+|bits: \d+|interval '1 hour')/g;
const numbersIn = (text: string) => text.replaceAll(/(?<=\d)[_,](?=\d{3})/g, "").match(/(?<![A-Za-z])\d+/g) ?? [];

test.each(rows.map((row) => [row.name, row] as const))(
  "limits: %s: its numbers are those of the code",
  async (_, row) => {
    expect(row.code).not.toEqual([]);
    expect(row.mistake).not.toBe("");
    const said = numbersIn(row.number);
    for (const { file, text } of row.code) {
      expect(await readFile(file, "utf8"), file).toContain(text);
      for (const number of numbersIn(text.replaceAll(unspoken, ""))) expect(said, text).toContain(number);
    }
  },
);

/** How limits are written, so that none is overlooked. Each gives the line that stands for it. */
const rules: { files: string[]; pattern: RegExp }[] = [
  {
    files: ["server/**/*.ts", "modules/*/server/**/*.ts", "modules/*/server.ts"],
    pattern: /\bname: (["`]).+?\1, (?:of|account|max|free)\b|\bname: (["`]).+?\2,\s+of\b/g,
  },
  { files: ["server/**/*.ts", "modules/**/*.ts"], pattern: /\bperMinute: (?!number)\w+ \}/g },
  { files: ["server/**/*.ts", "modules/**/*.ts"], pattern: /\w+ = bodyRoom\([^)]*\)/g },
  { files: ["server/env.ts"], pattern: /\bLIMIT_\w+: whole\(\d+,/g },
  {
    files: ["server/**/*.ts", "modules/**/*.ts"],
    pattern:
      /^(?:export )?const (?:max(?:Waiting|Wait|Pausing|Wrong|Tries|Untrusted|Behind|Tabs|Running)\w*|least(?:Rate|Seconds)|free[A-Z]\w*|may\w*Wait|\w+(?:Limits|PerDay|PerHour|PerMinute|Tries)|allowances|perMinute)(?:: [^=]+)? = [\d{[].*$/gm,
  },
  // In SQL: so many rows of strangers, then an answer.
  { files: ["server/platform/sql/*.sql", "modules/*/sql/*.sql"], pattern: /(?:\) >= \d+ then return|\btries < \d+)/g },
];
/** Numbers that limit no caller. */
const noLimits: Record<string, string> = {
  "modules/deals/deal-words.ts": "a day has so many milliseconds",
  "server/api/readiness.ts": "how long a probe waits for the database",
  "modules/mailbox/sql/replies.sql": "how often a copy of a sent mail is looked for",
};

test("limits: every limit in the code has a row", async () => {
  const missing: string[] = [];
  let found = 0;
  for (const { files, pattern } of rules)
    for (const glob_ of files)
      for await (const file of glob(glob_)) {
        if (/\.test\.ts$|\/testing\//.test(file) || file in noLimits) continue;
        const source = await readFile(file, "utf8");
        for (const match of source.matchAll(pattern)) {
          found += 1;
          const own = rows.flatMap(({ code }) => code.filter((one) => one.file === file));
          const start = source.lastIndexOf("\n", match.index) + 1;
          const end = source.indexOf("\n", match.index + match[0].length);
          const line = source.slice(start, end);
          if (!own.some(({ text }) => line.includes(text))) missing.push(`${file}: ${match[0]}`);
        }
      }
  expect([...new Set(missing)]).toEqual([]);
  expect(found).toBeGreaterThan(60);
});
