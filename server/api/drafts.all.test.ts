// A PDF that goes on over many pages.
import { afterAll, describe, test, expect } from "vitest";
import { rmSync, mkdtempSync } from "node:fs";
import path from "node:path";
import os from "node:os";
import { createBriefPdf } from "./brief-pdf.ts";

const dataDir = mkdtempSync(path.join(os.tmpdir(), "guidevane-drafts-"));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

describe("the PDF", () => {
  const pdf = createBriefPdf({ seconds: 100 });
  const pagesOf = (bytes: Uint8Array) =>
    Buffer.from(bytes)
      .toString("latin1")
      .match(/\/Type \/Page\b(?!s)/g)?.length ?? 0;

  test("goes on over as many pages as it needs", { timeout: 120_000 }, async () => {
    const lines = Array.from({ length: 1000 }, (_, index) => `Person ${index}, Title, person${index}@norrfall.example`);
    const made = await pdf({ title: "Many", facts: [], sections: [{ heading: "Contacts", lines, list: true }] });
    expect(pagesOf(made)).toBeGreaterThan(15);
  });
});
