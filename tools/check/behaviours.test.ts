import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { behaviourCoverage, coverageLines } from "./behaviours.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "guidevane-modules-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const readme = (module: string, text: string) => {
  mkdirSync(path.join(folder, module));
  writeFileSync(path.join(folder, module, "README.md"), text);
};
readme(
  "tasks",
  "# Tasks\n\n1. A task has a day.\n2. A task can be done.\n3. A done task stays.\n\nIn 2024. Not one.\n",
);
readme("deals", "# Deals\n\n1. A deal has a stage.\n");
readme("notes", "# Notes\n\nNothing is numbered here.\n");
mkdirSync(path.join(folder, "unfinished"));

test("a behaviour counts when the name of a test begins with its module and number", () => {
  const names = ["tasks 1: a day", "Tasks 3: stays", "see tasks 2: not at the beginning", "deals 10: not deals 1"];
  expect(coverageLines(behaviourCoverage(names, [], folder, []))).toEqual([
    "deals        0 of 1 behaviours have a test, not 1; tests name 10, which its README does not list",
    "tasks        2 of 3 behaviours have a test, not 2",
  ]);
});

test("one test may prove several, also of two modules", () => {
  expect(
    coverageLines(behaviourCoverage(["tasks 1, 2, deals 1: a day", "tasks 3, then: no claim"], [], folder, [])),
  ).toEqual(["deals        1 of 1 behaviours have a test", "tasks        2 of 3 behaviours have a test, not 3"]);
});

test("all tested, and no module at all", () => {
  expect(coverageLines(behaviourCoverage(["deals 1: a stage", "deals 1: its other half"], [], folder, []))[0]).toBe(
    "deals        1 of 1 behaviours have a test",
  );
  expect(behaviourCoverage([], [], path.join(folder, "nowhere"), [])).toEqual([]);
});

test("what only the second tier proves is said, also inside a group", () => {
  expect(
    coverageLines(behaviourCoverage(["tasks 1: a day"], ["tasks 1: again", "kills > tasks 3: stays"], folder, [])),
  ).toEqual([
    "deals        0 of 1 behaviours have a test, not 1",
    "tasks        2 of 3 behaviours have a test, not 2; only in npm test -- all: 3",
  ]);
});

test("parts of the app outside modules/ are counted by the name of their folder", () => {
  readme("first-run", "# First run\n\n1. One page.\n2. It is saved.\n");
  expect(
    coverageLines(behaviourCoverage(["first-run 2: saved"], [], "nowhere", [path.join(folder, "first-run")])),
  ).toEqual(["first-run    1 of 2 behaviours have a test, not 1"]);
  expect(behaviourCoverage([]).map(({ module }) => module)).toEqual(expect.arrayContaining(["records", "first-run"]));
});
