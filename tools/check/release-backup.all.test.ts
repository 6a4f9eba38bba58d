import { mkdtempSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { emptyTables } from "#server/testing/released.ts";
import { writeReleaseBackup } from "./release-backup.ts";

/** Filling every module takes half a minute of an idle machine. */
const timeout = 900_000;

test("the backup for the next release has rows in every table, and is small", { timeout }, async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "guidevane-release-"));
  const file = path.join(folder, "next.backup");
  await writeReleaseBackup(file);
  expect(await emptyTables(file)).toEqual([]);
  expect(statSync(file).size).toBeLessThan(260_000);
  rmSync(folder, { recursive: true, force: true });
});
