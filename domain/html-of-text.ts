// The HTML of a mail that was written as text: what leaves (server/platform/outbox/fill.ts) and what its preview shows.

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escape = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);

/** A sentence may end right behind an address. */
const address = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]}])/;

/** Not every mail program makes an address in HTML a link by itself. */
export function htmlOfText(text: string): string {
  const parts = text
    .split(address)
    .map((part, at) => (at % 2 === 1 ? `<a href="${escape(part)}">${escape(part)}</a>` : escape(part)));
  return `<p>${parts.join("").replaceAll("\n", "<br>")}</p>`;
}
