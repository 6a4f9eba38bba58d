// How a template's text is taken apart on the screen: words and tags. What a tag means is in merge-fields.ts; whether it is right is
// for the server to say.

export interface TagPiece {
  source: string;
  /** "contact.first_name"; for a condition what it asks for. */
  path: string;
  /** Null: none. Undefined: written in its own way, which is left as it is. */
  fallback: string | null | undefined;
  kind: "value" | "condition";
}
export type Piece = string | TagPiece;

const anyTag = /\{\{[^{}]*\}\}|\{%[^{}%]*%\}/g;
const value = /^\{\{-?\s*([a-z_][\w.]*)\s*(?:\|\s*default:\s*(?:"([^"]*)"|'([^']*)')\s*)?-?\}\}$/;
const path = /^\{\{-?\s*([a-z_][\w.]*)/;

function readTag(source: string): TagPiece {
  if (source.startsWith("{%")) {
    return { source, path: source.slice(2, -2).replaceAll("-", "").trim(), fallback: undefined, kind: "condition" };
  }
  const plain = value.exec(source);
  if (plain) return { source, path: plain[1] ?? "", fallback: plain[2] ?? plain[3] ?? null, kind: "value" };
  return { source, path: path.exec(source)?.[1] ?? source.slice(2, -2).trim(), fallback: undefined, kind: "value" };
}

export function piecesOf(source: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const found of source.matchAll(anyTag)) {
    if (found.index > at) pieces.push(source.slice(at, found.index));
    pieces.push(readTag(found[0]));
    at = found.index + found[0].length;
  }
  if (at < source.length) pieces.push(source.slice(at));
  return pieces;
}

/** A quotation mark would end the fallback. */
export const tagSource = (of: string, fallback: string | null) =>
  fallback ? `{{ ${of} | default: "${fallback.replaceAll('"', "”").replace(/[{}]/g, "")}" }}` : `{{ ${of} }}`;

export interface Words {
  name: string;
  purpose: "outreach" | "transactional";
  subject: string;
  body_text: string;
  body_html: string | null;
}

export const purposeWords: Record<Words["purpose"], { name: string; group: string }> = {
  outreach: { name: "Outreach: may be unsubscribed from", group: "Outreach" },
  transactional: { name: "Answer, receipt or reminder", group: "Answers and receipts" },
};

export const templateKeys = [
  { keys: ["J"], does: "Next template" },
  { keys: ["K"], does: "Template before" },
  { keys: ["N"], does: "New template" },
  { keys: ["{"], does: "Insert a tag, while writing a template" },
  { keys: ["Ctrl", "S"], does: "Save the template" },
] as const;
