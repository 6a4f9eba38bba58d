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

/** Character sets that say nothing of what is past ASCII, or are claimed by programs that write UTF-8 all the same. */
const saysLittle = /^(?:|us-ascii|ascii|ansi_x3\.4-1968|unknown.*|default|x-unknown|utf-?8)$/i;

/**
 * Text of a part that is what its declaration does not say, or null. Contact forms send UTF-8 and name no character set: what is valid UTF-8 past
 * ASCII is UTF-8, and else what Windows writes. UTF-7 and the code page of DOS are in no browser's list, so the usual decoder takes them for Latin-1.
 */
function decodedAnyway({ charset, encoding, bytes, isCut }: PartBytes): string | null {
  const isUtf7 = /^(?:unicode-1-1-)?utf-?7$/i.test(charset);
  const isDos = /^(?:cp|ibm)-?(?:437|850|858)$/i.test(charset);
  if (!isUtf7 && !isDos && !saysLittle.test(charset)) return null;
  const raw = transferred(encoding, bytes);
  if (raw === null) return null;
  if (isUtf7) return fromUtf7(raw.toString("latin1"));
  if (isDos)
    return [...raw].map((byte) => (byte < 128 ? String.fromCharCode(byte) : dosCharacters[byte - 128])).join("");
  if (!raw.some((byte) => byte > 127)) return null;
  try {
    // What was cut may end within a character.
    return new TextDecoder("utf-8", { fatal: true }).decode(raw, { stream: isCut });
  } catch {
    return /utf/i.test(charset) ? null : new TextDecoder("windows-1252").decode(raw);
  }
}

/** As it was before it was made fit for the line; null for what only a parser should undo. */
function transferred(encoding: string, bytes: Uint8Array): Buffer | null {
  const given = Buffer.from(bytes);
  switch (encoding || "7bit") {
    case "7bit":
    case "8bit":
    case "binary":
      return given;
    case "base64":
      return Buffer.from(given.toString("latin1"), "base64");
    case "quoted-printable":
      return Buffer.from(
        given
          .toString("latin1")
          .replaceAll(/=\r?\n/g, "")
          .replaceAll(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
        "latin1",
      );
    default:
      return null;
  }
}

const fromUtf7 = (text: string): string =>
  text.replaceAll(/\+([\d+/A-Za-z]*)-?/g, (whole, coded: string) => {
    if (whole === "+-") return "+";
    const bytes = Buffer.from(coded, "base64");
    return bytes
      .subarray(0, bytes.length - (bytes.length % 2))
      .swap16()
      .toString("utf16le");
  });

/** Code page 850 from 128 on. */
const dosCharacters = [
  ..."ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0",
];

/** The bytes of one part as the text they are. The part is made a message of its own, so that one parser decides about encodings. */
export async function decodePart(part: PartBytes): Promise<string> {
  const { type, charset, encoding, bytes } = part;
  const read = decodedAnyway(part);
  if (read !== null) return read;
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
