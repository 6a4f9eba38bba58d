import { expect, test } from "vitest";
import { piecesOf, tagSource } from "./template-words.ts";

test("a text is taken apart into words and tags, and put together again without a loss", () => {
  const source =
    "Dear {{ contact.first_name }},\n{% if deal.name %}{{deal.name|default:'this'}}{% endif %} {{ contact.title | upcase }} }";
  const pieces = piecesOf(source);
  expect(pieces.map((piece) => (typeof piece === "string" ? piece : piece.source)).join("")).toBe(source);
  expect(pieces.filter((piece) => typeof piece === "object")).toMatchObject([
    { path: "contact.first_name", fallback: null, kind: "value" },
    { path: "if deal.name", kind: "condition" },
    { path: "deal.name", fallback: "this", kind: "value" },
    { path: "endif", kind: "condition" },
    { path: "contact.title", fallback: undefined, kind: "value" },
  ]);
});

test("a fallback cannot end its own quotation marks or open a tag", () => {
  const source = tagSource("contact.title", 'a "b" {{c}}');
  expect(source).toBe('{{ contact.title | default: "a ”b” c" }}');
  expect(piecesOf(source)).toHaveLength(1);
});
