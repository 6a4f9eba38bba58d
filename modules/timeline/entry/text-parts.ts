// Plain text with links: only http and https, and only what is written out in full.
export interface TextPart {
  text: string;
  href?: string;
}

const address = /https?:\/\/[^\s<>"'`]+/gi;
/** What ends a sentence is not part of an address; nor is a bracket that was opened before it. */
function trimmed(found: string): string {
  let end = found.replace(/[.,;:!?…]+$/, "");
  while (end.endsWith(")") && [...end].filter((c) => c === ")").length > [...end].filter((c) => c === "(").length)
    end = end.slice(0, -1).replace(/[.,;:!?…]+$/, "");
  return end;
}

export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const match of text.matchAll(address)) {
    const found = trimmed(match[0]);
    if (!URL.canParse(found)) continue;
    if (match.index > from) parts.push({ text: text.slice(from, match.index) });
    parts.push({ text: found, href: new URL(found).href });
    from = match.index + found.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}
