// The words of a message from its text parts, in a thread (parse-thread.ts): decoded, cut to what is kept, never interpreted.
import { convert } from "html-to-text";
import PostalMime from "postal-mime";
import { type CleanHtml, cleanHtml, cutToBytes } from "./clean-html.ts";
import { oneLine } from "./headers.ts";
import type { Part } from "./structure.ts";
import { withoutQuotes } from "./without-quotes.ts";

export interface PartBytes extends Pick<Part, "type" | "encoding" | "charset"> {
  bytes: Uint8Array;
  /** The server sent only the beginning. */
  isCut: boolean;
}

export interface Words {
  snippet: string;
  text: string;
  /** Cleaned; read by itself (readPage). */
  html: string | null;
  /** Without what it quotes. */
  answer: string;
  is_cut: boolean;
  unreadable: boolean;
}

const maxTextBytes = 100_000;
/** HTML is read for words up to here; the rest of it adds none that fit. */
const maxHtmlRead = 300_000;
export const unreadable: Words = { snippet: "", text: "", html: null, answer: "", is_cut: false, unreadable: true };

/** The bytes of one part as the text they are. The part is made a message of its own, so that one parser decides about encodings. */
export async function decodePart({ type, charset, encoding, bytes }: PartBytes): Promise<string> {
  const head = `Content-Type: ${type}${charset && `; charset="${charset}"`}\r\nContent-Transfer-Encoding: ${encoding || "7bit"}\r\n\r\n`;
  const mail = await PostalMime.parse(Buffer.concat([Buffer.from(head), bytes]), { maxNestingDepth: 2 });
  const text = type === "text/html" ? mail.html : type === "text/plain" ? mail.text : undefined;
  if (text !== undefined) return text;
  const content = mail.attachments[0]?.content;
  if (content === undefined) return "";
  return typeof content === "string" ? content : new TextDecoder().decode(content);
}

const htmlToText = (html: string) =>
  convert(html.slice(0, maxHtmlRead), {
    wordwrap: false,
    limits: { maxInputLength: maxHtmlRead, maxDepth: 100, maxChildNodes: 5000, ellipsis: "" },
    selectors: [
      { selector: "img", format: "skip" },
      { selector: "a", options: { ignoreHref: true } },
    ],
  });

export async function readWords(plain: PartBytes | null, html: PartBytes | null): Promise<Words> {
  try {
    const written = plain ? await decodePart(plain) : html ? htmlToText(await decodePart(html)) : "";
    const text = cutToBytes(written, maxTextBytes);
    const answer = withoutQuotes(text.slice(0, 20_000));
    return {
      snippet: oneLine((answer || text).slice(0, 2000), 200),
      text,
      html: null,
      answer,
      is_cut: Boolean(plain?.isCut || html?.isCut || text.length < written.length),
      unreadable: false,
    };
  } catch {
    return unreadable;
  }
}

export const readPage = async (html: PartBytes): Promise<CleanHtml> => cleanHtml(await decodePart(html));
