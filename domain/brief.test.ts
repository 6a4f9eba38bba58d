import { expect, test } from "vitest";
import { briefAsMarkdown } from "./brief.ts";

test("a brief as Markdown", () => {
  expect(
    briefAsMarkdown({
      title: "Ostrey & Reed",
      facts: [
        { label: "Type", value: "Customer" },
        { label: "Industry", value: "" },
      ],
      sections: [
        { heading: "Contacts", lines: ["Ada Lind, CFO", "Bo Ek"], list: true },
        { heading: "Notes", lines: [] },
      ],
    }),
  ).toBe(
    "# Ostrey & Reed\n\n- Type: Customer\n- Industry: None\n\n## Contacts\n\n- Ada Lind, CFO\n- Bo Ek\n\n## Notes\n\nNone\n",
  );
});

test("what was typed stays text", () => {
  const [, notes] = briefAsMarkdown({
    title: "x",
    facts: [],
    sections: [
      { heading: "Notes", lines: ["# not a heading", "1. not a list", "- nor this", "[no](javascript:link) <b>"] },
    ],
  }).split("## Notes\n\n");
  expect(notes).toBe("\\# not a heading\n\n1\\. not a list\n\n\\- nor this\n\n\\[no\\](javascript:link) \\<b\\>\n");
});
