import { existsSync, mkdirSync, rmSync } from "node:fs";
import os from "node:os";
import { afterEach, expect, test } from "vitest";
import { keepFilesInMemory } from "./memory-files.ts";

const before = process.env.TMPDIR;
afterEach(() => {
  if (before === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = before;
});

test("a place that the operator chose stays", () => {
  process.env.TMPDIR = "/var/tmp";
  keepFilesInMemory()();
  expect(process.env.TMPDIR).toBe("/var/tmp");
});

test("what a killed run left in memory goes; a run that goes on keeps its own", () => {
  if (!existsSync("/dev/shm")) return;
  // No process has this number: Linux counts to 2^22.
  const [left, kept] = [`/dev/shm/guidevane-run-${2 ** 22 + 1}-test`, `/dev/shm/guidevane-run-${process.pid}-test`];
  for (const folder of [left, kept]) mkdirSync(folder, { recursive: true });
  delete process.env.TMPDIR;
  const tidyUp = keepFilesInMemory();
  const place = os.tmpdir();
  try {
    expect([existsSync(left), existsSync(kept)]).toEqual([false, true]);
  } finally {
    tidyUp();
    rmSync(kept, { recursive: true });
  }
  expect(process.env.TMPDIR).toBeUndefined();
  expect(place.startsWith("/dev/shm/") && existsSync(place)).toBe(false);
});
