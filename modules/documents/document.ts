// What a document is, for screens and server alike: words for types, and what a browser may show in place.

const byMime: Record<string, string> = {
  "application/pdf": "PDF",
  "image/png": "PNG",
  "image/jpeg": "JPG",
  "image/webp": "WEBP",
  "text/plain": "TXT",
  "application/zip": "ZIP",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "DOC",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "XLS",
  "application/vnd.openxmlformats-officedocument.presentationml.presentation": "PPT",
};
const byEnding: Record<string, string> = {
  docx: "DOC",
  doc: "DOC",
  odt: "DOC",
  xlsx: "XLS",
  xls: "XLS",
  ods: "XLS",
  pptx: "PPT",
  ppt: "PPT",
  csv: "CSV",
  md: "MD",
  html: "HTML",
  htm: "HTML",
  svg: "SVG",
  zip: "ZIP",
};

/** Three or four letters for the sign of a file. Office files are archives by their bytes, so their ending says more. */
export function typeWord(mime: string, fileName: string): string {
  const known = byMime[mime];
  if (known && known !== "ZIP" && known !== "TXT") return known;
  const ending = /\.([a-z0-9]{1,5})$/i.exec(fileName)?.[1]?.toLowerCase() ?? "";
  return byEnding[ending] ?? known ?? "FILE";
}

/** Types that a browser shows in place; the server decides by the bytes (server/platform/documents/file-kind.ts). */
export const showsInline = (mime: string): boolean =>
  ["application/pdf", "image/png", "image/jpeg", "image/webp", "text/plain"].includes(mime);
