import { expect, test } from "vitest";
import { copyAsJson, copyAsPage, type TitledPart } from "./copy-page.ts";

const parts: TitledPart[] = [
  {
    part: "mails",
    title: "Mail",
    about: "What was exchanged.",
    left_out: 3,
    rows: [
      {
        id: "0199a0e0-0000-7000-8000-000000000001",
        at: "2026-11-02T08:30:00+00:00",
        from: ["Ada <ada@norrfall.example>"],
        subject: "<script>alert(1)</script>",
        is_private: false,
      },
    ],
  },
];

test("timeline 15: the copy is a page whose words are words, without scripts and without keys of rows", () => {
  const page = copyAsPage('Ada "A" <Lind>', "2026-11-19", parts);
  expect(page).toContain("default-src 'none'");
  expect(page).not.toContain("<script");
  expect(page).not.toContain("0199a0e0");
  expect(page).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  expect(page).toContain("What is kept about Ada &quot;A&quot; &lt;Lind&gt;");
  expect(page).toContain("<dt>At</dt><dd>2026-11-02 08:30 UTC</dd>");
  expect(page).toContain("<dt>Is private</dt><dd>No</dd>");
  expect(page).toContain("3 more are not in this copy.");
});

test("timeline 15: the copy for machines holds every row as it is", () => {
  const [part] = parts;
  expect(JSON.parse(copyAsJson("Ada", "2026-11-19", parts))).toEqual({
    name: "Ada",
    made: "2026-11-19",
    parts: [part],
  });
});
