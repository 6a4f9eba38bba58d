import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { fontFiles } from "./generate-fonts.ts";

const files = fontFiles();
const families = ["serif", "sans", "sans-italic"];

test.each(families)("no two files of the %s are there for the same character", (name) => {
  const all = [...files].filter(([file]) => file.replace(/-latin(?:-ext)?$/, "") === name);
  expect(all).toHaveLength(3);
  const characters = all.flatMap(([, text]) => [...text]);
  expect(characters.length).toBe(new Set(characters).size);
});

test("every character that public pages write has a file in each family, and plain English needs only the first", () => {
  const written = new Set(
    globSync("{app/{site,ui},content}/**/*.{ts,tsx,mdx}")
      .filter((file) => !file.includes(".test."))
      .flatMap((file) => [...readFileSync(file, "utf8")]),
  );
  // Lines of a tree of files, which are set in the system's monospaced font.
  for (const other of "\n\r\t─│└├") written.delete(other);
  for (const name of families) {
    const held = new Set(
      [name, `${name}-latin`, `${name}-latin-ext`, "hebrew"].flatMap((file) => [...files.get(file)!]),
    );
    expect([...written].filter((character) => !held.has(character))).toEqual([]);
    const plain = "AZaz09 $%&?!.,:;'\"‘’“”–—…©°\u00a0";
    expect([...plain].filter((character) => !files.get(name)!.includes(character))).toEqual([]);
  }
});

test.each(families)(
  "names and amounts of clients have a file of the %s: Latin, Latin Extended-A, signs of currencies",
  (name) => {
    const held = new Set([name, `${name}-latin`, `${name}-latin-ext`].flatMap((file) => [...files.get(file)!]));
    const letters = Array.from({ length: 0x180 - 0xa1 }, (_, place) => String.fromCodePoint(0xa1 + place));
    // The soft hyphen is no letter.
    const needed = [...letters.filter((letter) => letter !== "\u00ad"), ..."€₹₺₽₩"];
    expect(needed.filter((letter) => !held.has(letter))).toEqual([]);
  },
);
