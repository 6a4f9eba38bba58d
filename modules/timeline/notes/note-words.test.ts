import fc from "fast-check";
import { expect, test } from "vitest";
import { type Block, type Inline, listed, mentionAt, namesFor, noteBlocks, wrapped } from "./note-words.ts";

const text = (words: string): Inline => ({ kind: "text", text: words });

test("records 7: notes have bold, italic, lists and links; anything else stays as it was typed", () => {
  expect(noteBlocks("**Five** people, _one_ of them *new*\n2 * 3 * 4, snake_case_word")).toEqual([
    {
      kind: "lines",
      parts: [
        { kind: "bold", parts: [text("Five")] },
        text(" people, "),
        { kind: "italic", parts: [text("one")] },
        text(" of them "),
        { kind: "italic", parts: [text("new")] },
        text("\n2 * 3 * 4, snake_case_word"),
      ],
    },
  ]);
  expect(noteBlocks("Agreed:\n- price\n- **exit** clause\n\n3. then\n4. last\nDone")).toEqual([
    { kind: "lines", parts: [text("Agreed:")] },
    {
      kind: "list",
      ordered: false,
      start: 1,
      items: [[text("price")], [{ kind: "bold", parts: [text("exit")] }, text(" clause")]],
    },
    { kind: "list", ordered: true, start: 3, items: [[text("then")], [text("last")]] },
    { kind: "lines", parts: [text("Done")] },
  ]);
  expect(noteBlocks("See [the plan](https://norrfall.example/a_b_c) and https://x.example/d.")).toEqual([
    {
      kind: "lines",
      parts: [
        text("See "),
        { kind: "link", text: "the plan", href: "https://norrfall.example/a_b_c" },
        text(" and "),
        { kind: "link", text: "https://x.example/d", href: "https://x.example/d" },
        text("."),
      ],
    },
  ]);
});

const inlineOf = (blocks: readonly Block[]): Inline[] =>
  blocks.flatMap((block) => (block.kind === "lines" ? block.parts : block.items.flat()));
const deep = (parts: readonly Inline[]): Inline[] =>
  parts.flatMap((part) => [part, ...("parts" in part ? deep(part.parts) : [])]);

test("records 7: no link of a note leads anywhere but http and https, whatever is typed", () => {
  expect(
    deep(inlineOf(noteBlocks("[x](javascript:alert(1)) [y](data:text/html,z) <img src=x onerror=alert(1)>"))),
  ).toEqual([text("[x](javascript:alert(1)) [y](data:text/html,z) <img src=x onerror=alert(1)>")]);
  const pieces = fc.constantFrom(
    "**",
    "*",
    "_",
    "[a](",
    ")",
    "https://",
    "javascript:",
    "x",
    " ",
    "\n",
    "- ",
    "1. ",
    "@Noor",
    "<b>",
    "(",
    "]",
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 40 }), (typed) => {
      for (const part of deep(inlineOf(noteBlocks(typed.join(""), ["Noor"]))))
        if (part.kind === "link") expect(part.href).toMatch(/^https?:\/\//);
    }),
  );
});

test("records 7: names of colleagues are found, the longest first, and only whole", () => {
  expect(inlineOf(noteBlocks("@Noor Marchetti asks @Noor, not @Noora", ["Noor", "Noor Marchetti"]))).toEqual([
    { kind: "mention", text: "@Noor Marchetti" },
    text(" asks "),
    { kind: "mention", text: "@Noor" },
    text(", not @Noora"),
  ]);
});

test("records 7: a name is offered while it is typed, also by a family name, but not inside of a mail address", () => {
  expect(mentionAt("Ask @noo", 8)).toEqual({ from: 4, term: "noo" });
  expect(mentionAt("Ask @noor ma", 12)).toEqual({ from: 4, term: "noor ma" });
  expect(mentionAt("maren@norr", 10)).toBeNull();
  const people = [{ name: "Noor Marchetti" }, { name: "Anders Lie" }];
  expect(namesFor(people, "mar")).toEqual([{ name: "Noor Marchetti" }]);
  expect(namesFor(people, "")).toEqual(people);
});

test("records 7: the buttons put marks around what is selected, and take them away", () => {
  const bold = wrapped("the exit clause", [4, 8], "**");
  expect(bold).toEqual({ text: "the **exit** clause", selection: [6, 10] });
  expect(wrapped(bold.text, bold.selection, "**").text).toBe("the exit clause");
  expect(listed("one\ntwo\nthree", [1, 5]).text).toBe("- one\n- two\nthree");
  expect(listed("- one\n- two", [0, 9]).text).toBe("one\ntwo");
});
