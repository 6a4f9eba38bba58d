// Words that people typed, on their way into HTML and headers.

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** For text and for attribute values in double quotes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character]!);

/** Content-Disposition with a file name of any characters (RFC 6266): a plain one for old clients, the true one encoded. */
export function contentDisposition(kind: "inline" | "attachment", fileName: string): string {
  const oneLine = fileName.replaceAll(/[\p{Cc}\u2028\u2029/\\]/gu, "_").slice(0, 200) || "file";
  const plain = oneLine.replaceAll(/[^\x20-\x7e]|["%]/g, "_");
  const encoded = encodeURIComponent(oneLine.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
