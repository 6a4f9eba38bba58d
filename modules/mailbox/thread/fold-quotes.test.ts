import { expect, test } from "vitest";
import { foldQuotes } from "./fold-quotes.ts";

const kinds = (text: string) =>
  foldQuotes(text).map(({ kind, text: words }) => `${kind}: ${words.trim().split("\n")[0]}`);

test("mailbox: what was quoted is folded with the line that says whose words it was, above and between the answers", () => {
  expect(
    kinds(
      "Yes.\n\nOn Mon, Dec 2, 2024 at 17:20 Noor Marchetti\n<noor@guidevane.example> wrote:\n\n> Will you come?\n> Noor\n",
    ),
  ).toEqual(["text: Yes.", "quote: On Mon, Dec 2, 2024 at 17:20 Noor Marchetti"]);
  expect(kinds("Am 2. Dezember 2024 schrieb Noor:\n> Eins?\nJa.\n> Zwei?\nNein.")).toEqual([
    "quote: Am 2. Dezember 2024 schrieb Noor:",
    "text: Ja.",
    "quote: > Zwei?",
    "text: Nein.",
  ]);
});

test("mailbox: a mail that Outlook quotes whole is folded, and words that look a little like it are not", () => {
  const outlook = "Fine.\n\nFrom: Noor <n@g.example>\nSent: Monday\nTo: Maren\nSubject: Desk\n\nWill you come?";
  expect(kinds(outlook)).toEqual(["text: Fine.", "quote: From: Noor <n@g.example>"]);
  expect(kinds("Fine.\n-----Original Message-----\nFrom: Noor\nWill you?")).toEqual([
    "text: Fine.",
    "quote: -----Original Message-----",
  ]);
  for (const plain of [
    "From: here on we go alone.\nThat is all.",
    "Three points:\n1. one\n2. two",
    "Dear 12 people:\n\nhello",
    "a\n---\nb",
  ])
    expect(foldQuotes(plain).map(({ kind }) => kind)).toEqual(["text"]);
});

test("mailbox: folding loses nothing, whatever is in a text, and 100 KB of anything take no time", () => {
  const pieces = [
    "> ",
    ">",
    "\n",
    "\r\n",
    "On 1 wrote:",
    "From: a\nSent: b\nTo: c\n",
    "-----x-----",
    "Maren",
    " ",
    ":",
    "\u0000",
    "____________",
    "émoji 🌊",
    "",
  ];
  let seed = 7;
  const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
  for (let round = 0; round < 300; round++) {
    const text = Array.from(
      { length: Math.floor(random() * 40) },
      () => pieces[Math.floor(random() * pieces.length)],
    ).join("");
    expect(
      foldQuotes(text)
        .map((part) => part.text)
        .join(""),
    ).toBe(text);
  }
  const folding = (text: string) => {
    const begun = performance.now();
    const folded = foldQuotes(text);
    const ms = performance.now() - begun;
    expect(folded.map((part) => part.text).join("")).toBe(text);
    return ms;
  };
  // As long as this machine takes now for as much of an ordinary mail.
  const usual = Math.max(50, folding("We agreed on Tuesday.\n> On Monday?\n\n".repeat(2600)));
  for (const worst of [
    "> \n".repeat(33_000),
    "From: ".repeat(17_000),
    "\n".repeat(100_000),
    "-".repeat(100_000),
    "a:\n".repeat(33_000),
    `>\n${"\n".repeat(100_000)}>`,
    ">\n\nx\n".repeat(20_000),
  ]) {
    expect(folding(worst), worst.slice(0, 12)).toBeLessThan(40 * usual);
  }
});
