// The thread that lays out documents, one after the other, as they are asked for.
import path from "node:path";
import { parentPort } from "node:worker_threads";
import { Font, renderToBuffer } from "@react-pdf/renderer";
import type { PdfDocument } from "./pdf-document.ts";
import { familiesFor, loadFont } from "./pdf-fonts.ts";
import { paper } from "./pdf-layout.ts";
import { dividedWord, plainText } from "./pdf-words.ts";

const file = (name: string) => path.join(import.meta.dirname, "../../api/fonts", `${name}.ttf`);
const register = (family: string, regular: string, bold = regular) =>
  Font.register({ family, fonts: [{ src: file(regular) }, { src: file(bold), fontWeight: 600 }] });
register("serif", "serif");
register("sans", "sans-400", "sans-600");
const design = { serif: await loadFont("serif"), sans: await loadFont("sans") };
Font.registerHyphenationCallback(dividedWord);

/** "[U+1F9FF]": what no font has is named by its number, which anyone can look up. */
const named = (letter: string) => `[U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]`;

/** Every text of a value, changed alike. */
function eachText<Value>(value: Value, change: (text: string) => string): Value {
  if (typeof value === "string") return change(value) as Value;
  if (Array.isArray(value)) return value.map((one: unknown) => eachText(one, change)) as Value;
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, eachText(one, change)])) as Value;
  return value;
}

async function render(given: PdfDocument): Promise<Uint8Array> {
  let text = "0123456789-";
  const clean = eachText({ ...given, files: [] }, (one) => {
    const plain = plainText(one);
    text += plain;
    return plain;
  });
  const families = await familiesFor(text, design);
  const drawn =
    families.missing.size === 0
      ? clean
      : eachText(clean, (one) =>
          Array.from(one, (letter) => (families.missing.has(letter.codePointAt(0) ?? 0) ? named(letter) : letter)).join(
            "",
          ),
        );
  return new Uint8Array(await renderToBuffer(paper(drawn, families)));
}

parentPort?.on("message", (document: PdfDocument) => {
  render(document).then(
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of our own, not a window
    (pdf) => parentPort?.postMessage({ pdf, heap: process.memoryUsage().heapUsed }),
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of our own, not a window
    (error: unknown) => parentPort?.postMessage({ error: String(error), heap: 0 }),
  );
});
