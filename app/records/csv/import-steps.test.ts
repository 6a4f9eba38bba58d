import { expect, test } from "vitest";
import { parts } from "./import-steps.ts";
import type { ReadyRow } from "./match-columns.ts";

const importId = "0".repeat(36);
const body = (part: ReadyRow[]) =>
  JSON.stringify({ import_id: importId, part: 99, records: part.map(({ line, record }) => ({ line, ...record })) });

test.each(["Norrfall", "شركة", "🌊", 'quote " and \\ and \n'])("parts with %s keep within the limit", (word) => {
  const rows = Array.from({ length: 6000 }, (_, n) => ({
    line: n + 2,
    record: { name: word.repeat(10), notes: word.repeat(n % 50) },
  }));
  const sent = [...parts(rows)];
  expect(sent.flat()).toEqual(rows);
  for (const part of sent) expect(Buffer.byteLength(body(part))).toBeLessThan(1_000_000);
});

test("as few parts as the limit allows", () => {
  const rows = Array.from({ length: 50_000 }, (_, n) => ({ line: n + 2, record: { name: `Company ${n}` } }));
  expect([...parts(rows)].length).toBeLessThan(10);
});
