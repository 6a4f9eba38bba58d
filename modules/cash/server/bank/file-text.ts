// The text of a bank's file. XML says its own encoding and has to keep to it; a CSV file is guessed like every other upload.
import { decodeFile, type Encoding, guessEncoding, UnreadableFile } from "#domain/decode-file.ts";
import { BankFileProblem, maxBankFileBytes } from "./bank-file.ts";

const xmlEncodings: Record<string, string> = {
  "utf-8": "utf-8",
  utf8: "utf-8",
  "us-ascii": "utf-8",
  "iso-8859-1": "iso-8859-1",
  "iso-8859-15": "iso-8859-15",
  "windows-1252": "windows-1252",
  "utf-16": "utf-16",
};

export interface FileText {
  text: string;
  isXml: boolean;
  encoding: Encoding;
  /** False: it was guessed, and a person looks whether the letters are right. */
  sure: boolean;
}

/** `chosen`: the encoding a person says, for a CSV file. */
export function textOfFile(bytes: Uint8Array, chosen?: Encoding): FileText {
  if (bytes.length > maxBankFileBytes)
    throw new BankFileProblem("The file is larger than 20 MB. Ask the bank for fewer days at once.");
  const guess = guessEncoding(bytes);
  const { encoding, sure } = guess;
  const head = new TextDecoder(encoding.startsWith("utf-16") ? encoding : "latin1").decode(bytes.subarray(0, 400));
  const start = head.replace(/^(?:\u00ef\u00bb\u00bf|\ufeff)/, "").trimStart();
  try {
    if (!start.startsWith("<"))
      return { ...guess, encoding: chosen ?? encoding, text: decodeFile(bytes, chosen ?? encoding), isXml: false };
    if (/^<!doctype html|^<html/i.test(start)) throw new BankFileProblem("This is a web page and no file of a bank.");
    if (encoding.startsWith("utf-16")) return { ...guess, text: decode(bytes, encoding), isXml: true };
    const said = /^<\?xml[^>]*\bencoding\s*=\s*["']([A-Za-z0-9._-]+)["']/.exec(start)?.[1]?.toLowerCase() ?? "utf-8";
    const known = sure && bytes[0] === 0xef ? "utf-8" : xmlEncodings[said];
    if (known === undefined)
      throw new BankFileProblem(
        `The file is written in ${said.slice(0, 40)}, which is not read. Ask the bank for UTF-8.`,
      );
    return { ...guess, text: decode(bytes, known), isXml: true };
  } catch (error) {
    if (error instanceof UnreadableFile) throw new BankFileProblem(error.message.replace(", then import that", ""));
    throw error;
  }
}

function decode(bytes: Uint8Array, encoding: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new BankFileProblem(
      "The file is damaged: its letters are not in the encoding that it names. Nothing was read.",
    );
  }
}
