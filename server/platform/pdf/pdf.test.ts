// What a PDF shows, read back as a viewer reads it.
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { afterAll, expect, test, vi } from "vitest";
import { expectCarriedSums } from "#server/testing/carried-sums.ts";
import type { PdfBlock, PdfDocument } from "./pdf-document.ts";
import { createPdf } from "./pdf.ts";
import { dividedWord } from "./pdf-words.ts";

const pdf = createPdf();
afterAll(() => pdf.close());
const documentOf = (...blocks: PdfBlock[]): PdfDocument => ({
  title: "Offer",
  author: "Guidevane",
  mark: "Guidevane",
  foot: "Offer",
  date: "2026-11-18T00:00:00Z",
  blocks,
});

/** Each piece of text with its place, from the left and from the top. */
async function piecesOf(bytes: Uint8Array) {
  const file = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const { items } = await (await file.getPage(1)).getTextContent();
  return items.flatMap((item) =>
    "str" in item && item.str.trim() !== "" && item.height > 9
      ? [{ text: item.str.trim(), x: Number(item.transform[4]), y: -Number(item.transform[5]), width: item.width }]
      : [],
  );
}
const letters = (text: string) =>
  [...text.normalize("NFKD").replaceAll(/[\s\p{Cc}\p{Cf}\p{Variation_Selector}]/gu, "")].toSorted().join("");

test.each([
  ["Latin beyond English", "Zażółć gęślą jaźń, Łódź, Ğüneş, Ő, Ș, Đặng Thị Ngọc, €£₺"],
  ["Greek", "Ελληνικά: Η γρήγορη αλεπού, ἀρχή"],
  ["Cyrillic", "Съешь ещё этих мягких, Київ, Ђорђе"],
  ["Hebrew with marks", "שָׁלוֹם דָּוִד בֶּן־גּוּרְיוֹן"],
  ["Arabic with marks", "عرض سعر رقم مُحَمَّد بدون ضريبة"],
  ["Persian and Urdu", "چهار پیشنهاد گفتگو ٹیکس ڈالر ہے"],
  ["Devanagari", "नमस्ते दुनिया"],
  ["Thai", "เราทดสอบการตัดคำภาษาไทยในเอกสารนี้น้ำ"],
  ["Chinese", "这是一个中文段落，用来测试。繁體中文"],
  ["Japanese", "これは「日本語」の文章です"],
  ["Korean", "안녕하세요 세계"],
  ["emoji and symbols", "🚀✅🎉☎✓→∑½①"],
])("a PDF has every letter of %s, in both weights and in the serif", async (_, text) => {
  const bytes = await pdf(
    documentOf({ kind: "lead", text }, { kind: "text", text }, { kind: "rows", rows: [{ title: text, value: "1" }] }),
  );
  const shown = (await piecesOf(bytes)).map((piece) => piece.text).join("");
  const all = letters(shown.replace(/^Guidevane/, ""));
  expect(all).not.toMatch(/[?\ufffd]/);
  // Hebrew points are drawn by composed letters, which say so differently: their letters are counted without them.
  const compared = (one: string) =>
    text.startsWith("ש") || text.startsWith("ع") ? one.replaceAll(/\p{M}/gu, "") : one;
  expect(compared(all)).toBe(compared(letters(`${text.repeat(3)}1`)));
  expect(bytes.length).toBeLessThan(120_000);
});

test("right-to-left text begins at the right, numbers and foreign words in it keep their own direction", async () => {
  const bytes = await pdf(documentOf({ kind: "text", text: "מחיר 4521 כולל Guidevane וגם מסים" }));
  const pieces = await piecesOf(bytes);
  const at = (part: string) => pieces.find(({ text }) => text.includes(part))!;
  // The page ends at 595, its margin is 60.
  expect(at("מחיר").x + at("מחיר").width).toBeCloseTo(535, 0);
  expect(at("מחיר").x).toBeGreaterThan(at("4521").x);
  expect(at("4521").x).toBeGreaterThan(at("מסים").x);
  expect(at("מסים").x).toBeGreaterThan(60);
});

test("an English line with Hebrew inside stays at the left", async () => {
  const pieces = await piecesOf(await pdf(documentOf({ kind: "text", text: "Price עברית 4521 ends" })));
  const at = (part: string) => pieces.find(({ text }) => text.includes(part))!.x;
  expect(at("Price")).toBeCloseTo(60, 0);
  expect(at("ends")).toBeGreaterThan(at("עברית"));
});

test("a letter that no font has is shown by its number, never by a question mark", async () => {
  const bytes = await pdf(documentOf({ kind: "text", text: "Glyph 𓀀, ꦄ and \u{10FFFF}" }));
  const text = (await piecesOf(bytes)).map((piece) => piece.text).join(" ");
  expect(text).toContain("[U+13000], [U+A984] and [U+10FFFF]");
  expect(text).not.toContain("?");
});

test("a word without spaces is divided without a hyphen, a name with a foreign letter is not divided", async () => {
  expect(dividedWord("「日本語」です。")).toEqual(["「日", "本", "語」", "で", "す。"]);
  expect(dividedWord("ภาษาไทย").join("|")).toBe("ภาษา|ไทย");
  expect(dividedWord("Łódź")).toEqual(["Łódź"]);
  const chinese = "这是一个很长的中文段落用来测试没有空格的文字如何换行".repeat(4);
  const pieces = await piecesOf(
    await pdf(documentOf({ kind: "text", text: chinese }, { kind: "title", text: `${"Zażółć ".repeat(11)}gęślą` })),
  );
  expect(new Set(pieces.map(({ y }) => Math.round(y))).size).toBeGreaterThan(4);
  expect(pieces.map(({ text }) => text).join("")).not.toContain("-");
  for (const { x, width } of pieces) expect(x + width).toBeLessThan(537);
});

test("lines of a paragraph stand as close as the design says", async () => {
  const rows = new Set(
    (await piecesOf(await pdf(documentOf({ kind: "text", text: "Words that wrap over lines. ".repeat(12) }))))
      .filter(({ text }) => text !== "Guidevane")
      .map(({ y }) => Math.round(y * 10) / 10),
  );
  const [first = 0, second = 0] = [...rows];
  expect(second - first).toBeCloseTo(14.5, 0);
});

test("only work counts towards the limit of a PDF: a document may wait as long as the machine is busy", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    let used = 0;
    const busy = createPdf({ seconds: 30, processorTime: async () => (used += 0.01) });
    const waiting = busy(documentOf({ kind: "text", text: "Patience" }));
    // Ten minutes by the clock, of which the thread had next to nothing.
    await vi.advanceTimersByTimeAsync(600_000);
    expect((await waiting).length).toBeGreaterThan(1000);

    const long = createPdf({ seconds: 30, processorTime: async () => (used += 31) });
    const refused = expect(long(documentOf({ kind: "text", text: "Work" }))).rejects.toThrow("too long for a PDF");
    await vi.advanceTimersByTimeAsync(2000);
    await refused;

    // One that neither works nor answers does not hold up those behind it.
    const program = new URL("data:text/javascript,setInterval(() => undefined, 60000)");
    const stuck = createPdf({ seconds: 30, processorTime: async () => 1, program });
    const silent = expect(stuck(documentOf())).rejects.toThrow("does not answer");
    await vi.advanceTimersByTimeAsync(600_000);
    await silent;
    await Promise.all([busy.close(), long.close(), stuck.close()]);
  } finally {
    vi.useRealTimers();
  }
});

test("invoices 19: what is carried over where a page ends is what the lines above it come to", async () => {
  await expectCarriedSums(pdf, 18);
});
