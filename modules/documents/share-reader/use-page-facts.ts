// What the list of pages and the first sheet need to know of a PDF before anything is drawn.
import type { PDFDocumentProxy } from "pdfjs-dist";
import { useEffect, useState } from "react";
import { pieceBytes } from "./linked-file.ts";
import { headingOf, outlineTitles, type TextPiece } from "./page-titles.ts";

/** So many pages are read through at once: for their titles, and to be searched and read aloud as a whole. */
const shortPages = 30;

/** A PDF that came in one piece anyway. A longer one is not brought for the sake of its titles. */
export const isShort = (pdf: PDFDocumentProxy, bytes: number): boolean =>
  pdf.numPages <= shortPages && bytes <= pieceBytes(bytes);

async function headings(pdf: PDFDocumentProxy): Promise<Map<number, string>> {
  const titles = new Map<number, string>();
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const content = await pdf.getPage(number).then(
      (page) => page.getTextContent(),
      () => null,
    );
    const title = headingOf((content?.items ?? []).filter((item): item is typeof item & TextPiece => "str" in item));
    if (title) titles.set(number, title);
  }
  return titles;
}

const none: ReadonlyMap<number, string> = new Map();

export function usePageTitles(pdf: PDFDocumentProxy, bytes: number): ReadonlyMap<number, string> {
  const [titles, setTitles] = useState(none);
  useEffect(() => {
    let isLeft = false;
    const read = async () => {
      const fromOutline = await outlineTitles(pdf);
      const found = fromOutline.size === 0 && isShort(pdf, bytes) ? await headings(pdf) : fromOutline;
      if (!isLeft) setTitles(found);
    };
    // Without titles the pages have their numbers.
    read().catch(() => undefined);
    return () => {
      isLeft = true;
    };
  }, [pdf, bytes]);
  return titles;
}
