// One page as a sheet of paper. Its picture is there while it is near the screen; its text stays in documents that are not long.
import type { PDFDocumentProxy, PDFPageProxy } from "pdfjs-dist";
import { memo, useEffect, useRef, useState } from "react";
import { clear, drawPage, layText, linksOf, type PageLink } from "./draw-page.ts";
import { pageOf } from "./page-titles.ts";
import type { FaceWidth } from "./use-face-width.ts";

interface PdfSheetProps {
  pdf: PDFDocumentProxy;
  number: number;
  count: number;
  /** "Guidevane for Norrfall", at the top of each sheet. */
  head: string;
  /** Of the first page: what the others are taken for until they are read. */
  firstSize: PageSize;
  width: FaceWidth;
  isNear: boolean;
  hasText: boolean;
  isDrawn: boolean;
  /** Also for a page that cannot be drawn: no one waits for it. */
  onDrawn(number: number, isDrawn: boolean): void;
}

export interface PageSize {
  width: number;
  height: number;
}

export const sizeOf = (page: PDFPageProxy): PageSize => {
  const { width, height } = page.getViewport({ scale: 1 });
  return { width: Math.max(1, width), height: Math.max(1, height) };
};

export const PdfSheet = memo(function PdfSheet(props: PdfSheetProps) {
  const { pdf, number, count, head, firstSize, width, isNear, hasText, isDrawn, onDrawn } = props;
  const [page, setPage] = useState<PDFPageProxy | null>(null);
  const [links, setLinks] = useState<PageLink[]>([]);
  const [isBroken, setIsBroken] = useState(false);
  const picture = useRef<HTMLDivElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const isWanted = isNear || hasText;
  const size = page ? sizeOf(page) : firstSize;

  useEffect(() => {
    if (!isWanted || page) return;
    pdf.getPage(number).then(setPage, () => setIsBroken(true));
  }, [pdf, number, isWanted, page]);

  useEffect(() => {
    const place = picture.current;
    if (!place || !page || !isNear || width.dots === 0) return undefined;
    const drawing = drawPage(place, page, width.dots);
    drawing.done.then(
      (isDone) => isDone && onDrawn(number, true),
      () => setIsBroken(true),
    );
    return () => {
      drawing.giveUp();
      onDrawn(number, false);
    };
  }, [page, isNear, width.dots, number, onDrawn]);

  useEffect(() => {
    if (isBroken) onDrawn(number, true);
  }, [isBroken, number, onDrawn]);

  useEffect(() => {
    if (isNear) return;
    if (picture.current) clear(picture.current);
    page?.cleanup();
  }, [isNear, page]);

  useEffect(() => {
    const place = text.current;
    if (!place || !page || !isWanted) return undefined;
    layText(place, page).catch(() => undefined);
    linksOf(page).then(setLinks, () => undefined);
    return () => place.replaceChildren();
  }, [page, isWanted]);

  return (
    <article
      className="paper pdf-sheet"
      id={`page-${number}`}
      data-page={number}
      aria-label={`Page ${number} of ${count}`}
    >
      <p className="small muted pdf-head" aria-hidden="true">
        <span dir="auto">{head}</span>
        <span>
          {number} of {count}
        </span>
      </p>
      <div
        className="pdf-face"
        data-drawn={isDrawn || undefined}
        style={
          {
            aspectRatio: `${size.width} / ${size.height}`,
            "--total-scale-factor": width.points / size.width,
          } as React.CSSProperties
        }
      >
        <div ref={picture} className="pdf-picture" />
        {isBroken && <p className="pdf-aside">This page cannot be shown.</p>}
        {isNear && !isDrawn && (
          <p className="small muted pdf-aside pdf-waiting" aria-hidden="true">
            Page {number} is on its way
          </p>
        )}
        <div ref={text} className="pdf-text" />
        {links.map((link) => (
          <SheetLink key={link.box.join()} pdf={pdf} link={link} />
        ))}
      </div>
    </article>
  );
});

function SheetLink({ pdf, link: { url, target, box } }: { pdf: PDFDocumentProxy; link: PageLink }) {
  const [number, setNumber] = useState<number | null>(null);
  useEffect(() => {
    if (url === null) pageOf(pdf, target).then(setNumber, () => undefined);
  }, [pdf, url, target]);
  const [left, top, width, height] = box.map((part) => `${part * 100}%`);
  const style = { left, top, width, height };
  if (url !== null)
    return (
      <a className="pdf-link" style={style} href={url} target="_blank" rel="noopener noreferrer nofollow" title={url}>
        <span className="vh">{url}</span>
      </a>
    );
  if (number === null) return null;
  return (
    <a className="pdf-link" style={style} href={`#page-${number}`}>
      <span className="vh">Page {number}</span>
    </a>
  );
}
