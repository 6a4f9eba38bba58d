// A page that an owner wrote in HTML: cleaned when it is saved, and the text made from it.
import sanitize from "sanitize-html";

const tokens = /\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}/g;

/** Tags are out of the way while the HTML around them is read. */
function aside(html: string, work: (html: string) => string): string {
  const kept: string[] = [];
  const out = work(
    html.replaceAll(/[\uE000-\uE005]/g, "").replaceAll(tokens, (token) => `\uE004${kept.push(token) - 1}\uE005`),
  );
  return out.replaceAll(/\uE004(\d+)\uE005/g, (_, at: string) => kept[Number(at)] ?? "");
}

export const cleanPage = (html: string): string =>
  aside(html, (source) =>
    sanitize(source, {
      allowedTags: ["p", "br", "strong", "b", "em", "i", "a", "ul", "ol", "li", "h1", "h2", "h3", "blockquote", "hr"],
      allowedAttributes: { a: ["href"] },
      allowedSchemes: ["http", "https", "mailto"],
      allowProtocolRelative: false,
      transformTags: { b: "strong", i: "em" },
    }).trim(),
  );

/** In the mark-up of marked-text.ts. */
export function pageToMarked(html: string): string {
  const marked = aside(html, (source) =>
    source
      .replaceAll(/\s+/g, " ")
      .replaceAll(/<a [^>]*?href="([^"]*)"[^>]*>(.*?)<\/a>/gi, "[$2]($1)")
      .replaceAll(/<\/?strong>/gi, "**")
      .replaceAll(/ ?<br ?\/?> ?/gi, "\n")
      .replaceAll(/ ?<li> ?/gi, "\n- ")
      .replaceAll(/ ?<\/(?:p|ul|ol|h[1-3]|blockquote)> ?/gi, "\n\n")
      .replaceAll(/ ?<hr ?\/?> ?/gi, "\n\n")
      .replaceAll(/<[^>]*>/g, "")
      .replaceAll(/ *\n */g, "\n"),
  );
  return marked
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}
