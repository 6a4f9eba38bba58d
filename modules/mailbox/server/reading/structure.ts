// The parts of a message as its server describes them: which hold its words, which are files, which are for machines.
import type { MessageStructureObject } from "imapflow";

export interface Part {
  part: string;
  type: string;
  encoding: string;
  charset: string;
  size: number;
}

export interface FileName {
  name: string;
  type: string;
  size: number;
  part: string;
}

export interface Structure {
  text: Part | null;
  html: Part | null;
  calendars: Part[];
  /** A report of delivery, and the message (or its headers) that it is about. */
  report: { status: Part; original: Part | null } | null;
  files: FileName[];
}

/** More than any program makes. */
const maxParts = 200;
const maxDepth = 30;
const maxFiles = 50;

const plainText = (value: unknown, most: number) =>
  (typeof value === "string" ? value : "")
    .replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, " ")
    .trim()
    .slice(0, most);

export function readStructure(root: MessageStructureObject | undefined): Structure {
  const found: Structure = { text: null, html: null, calendars: [], report: null, files: [] };
  let seen = 0;
  let status: Part | null = null;
  let original: Part | null = null;
  const walk = (node: MessageStructureObject, depth: number, inReport: boolean) => {
    seen += 1;
    if (seen > maxParts || depth > maxDepth) return;
    const type = node.type?.toLowerCase() ?? "";
    // A message inside is a file, unless a report is about it.
    if (node.childNodes?.length && !type.startsWith("message/")) {
      for (const child of node.childNodes) walk(child, depth + 1, inReport || type === "multipart/report");
      return;
    }
    const part: Part = {
      part: node.part ?? "1",
      type,
      encoding: plainText(node.encoding, 40).toLowerCase(),
      charset: plainText(node.parameters?.charset, 60).replaceAll(/[^\w.:-]/g, ""),
      size: Number(node.size) || 0,
    };
    const name = plainText(node.dispositionParameters?.filename ?? node.parameters?.name, 200);
    const isFile =
      node.disposition?.toLowerCase() === "attachment" ||
      (name !== "" && !/^text\/(?:plain|html|calendar)$/.test(type));
    if (inReport && type === "message/delivery-status") status = part;
    else if (inReport && (type === "message/rfc822" || type === "text/rfc822-headers")) original = part;
    else if (type === "text/calendar") found.calendars.push(part);
    else if (!isFile && type === "text/plain") found.text ??= part;
    else if (!isFile && type === "text/html") found.html ??= part;
    else if ((isFile || !type.startsWith("text/")) && found.files.length < maxFiles)
      found.files.push({ name, type: plainText(type, 100), size: part.size, part: part.part });
  };
  if (root) walk(root, 0, false);
  if (status) found.report = { status, original };
  return found;
}
