import { expect, test } from "vitest";
import { pieces } from "./message-text.tsx";

test("inquiries 17: only http and https addresses become something to open; everything else stays text", () => {
  expect(pieces("See https://a.example/x?y=1 and <b>bold</b>")).toEqual([
    { text: "See " },
    { text: "https://a.example/x?y=1", href: "https://a.example/x?y=1" },
    { text: " and <b>bold</b>" },
  ]);
  for (const text of [
    "javascript:alert(1)",
    "data:text/html,<script>",
    "mailto:a@b.example",
    "http://",
    "www.a.example",
  ])
    expect(pieces(text)).toEqual([{ text }]);
});
