import { expect, test } from "vitest";
import { errors } from "../../../content/bootloader-reference.ts";
import { indexPage, readDocs } from "./docs-index.ts";
import { copyText } from "./highlight-code.ts";

const source = `---
title: A page
label: Page
description: About it: all of it
---

Opening with \`code\` and a [link](/x).

## First *thing*

| A | B |
| --- | --- |
| one | two |

\`\`\`console title="x"
## not a heading
\`\`\`

### First thing

<Errors />

## Last
`;

test("headings become sections with the anchors of rehype-slug, code does not", () => {
  const page = indexPage("/p", source);
  expect(page).toMatchObject({ title: "A page", label: "Page", description: "About it: all of it" });
  expect(page.intro).toBe("Opening with code and a link.");
  const headings = page.sections.filter((section) => section.level < 4).map(({ id, level }) => [id, level]);
  expect(headings).toEqual([
    ["first-thing", 2],
    ["first-thing-1", 3],
    ["last", 2],
  ]);
  expect(page.sections[0]?.text).toBe("A B one two ## not a heading");
});

test("rows of the error table are found by themselves, after the section they stand in", () => {
  const ids = indexPage("/p", source).sections.map((section) => section.id);
  expect(ids.slice(2, 3)).toEqual([errors[0]?.id]);
  expect(ids).toHaveLength(3 + errors.length);
});

test("each page of the documentation has a title, a description and sections with unique anchors", () => {
  for (const page of readDocs()) {
    expect(page.title).not.toBe("");
    expect(page.description.length).toBeGreaterThan(60);
    const ids = page.sections.map((section) => section.id);
    expect(new Set(ids).size).toBe(ids.length);
  }
});

test("copying a session takes what was typed, copying code takes all of it", () => {
  expect(copyText("$ a\n  out\n$ b\n", "console")).toBe("a\nb");
  expect(copyText("const a = 1;\n", "ts")).toBe("const a = 1;");
});
