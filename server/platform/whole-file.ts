// A file is there as a whole or not at all: a full disk or a killed process leaves no half of one.
import { randomUUID } from "node:crypto";
import { link, rm, writeFile } from "node:fs/promises";
import path from "node:path";

/** Rejects with EEXIST, as `wx` does, when the name is taken. */
export async function writeWholeFile(file: string, content: string | Uint8Array, mode: number): Promise<void> {
  const draft = path.join(path.dirname(file), `.${randomUUID()}.partial`);
  try {
    await writeFile(draft, content, { flag: "wx", mode, flush: true });
    await link(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
}
