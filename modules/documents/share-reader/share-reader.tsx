// A shared PDF, read in place: its pages as sheets of paper, the list of them, and what to do when they do not come.
import type { PDFDocumentProxy } from "pdfjs-dist";
import { useCallback, useEffect, useRef, useState } from "react";
import { PageList } from "./page-list.tsx";
import { type PageSize, PdfSheet, sizeOf } from "./pdf-sheet.tsx";
import { Delayed, Failed, isOver, Locked, Over } from "./reader-notes.tsx";
import type { SharedPdf } from "./shared-pdf.ts";
import { useFaceWidth } from "./use-face-width.ts";
import { isShort, usePageTitles } from "./use-page-facts.ts";
import { usePagesNear, useReadPage } from "./use-pages-in-view.ts";
import { usePdf } from "./use-pdf.ts";
import { maxPrintedPages, printedDots, usePrinting } from "./use-printing.ts";

/** A PDF can claim any number of pages; more than these are left to the browser's own reader. */
const maxPages = 1000;

export function ShareReader({ file }: { file: SharedPdf }) {
  const { reading, trouble, retry } = usePdf(file);
  const content = () => {
    if (isOver(trouble)) return <Over file={file} trouble={trouble} />;
    if (reading.state === "failed") return <Failed file={file} why={reading.why} />;
    if (reading.state === "locked") return <Locked key={String(reading.wasWrong)} {...reading} />;
    if (reading.state === "opening") return <Opening file={file} />;
    return <FirstPageFirst file={file} pdf={reading.pdf} />;
  };
  return (
    <>
      {content()}
      {trouble && !isOver(trouble) && <Delayed trouble={trouble} retry={retry} />}
    </>
  );
}

/** As the server wrote it, so that nothing moves when this takes over. */
const Opening = ({ file }: { file: SharedPdf }) => (
  <article className="paper pdf-note pdf-opening">
    <output>Opening the PDF</output>
    <p className="small muted">
      If nothing comes,{" "}
      <a href={file.address} target="_blank" rel="noreferrer">
        open it in a new tab
      </a>
      .
    </p>
  </article>
);

function FirstPageFirst({ file, pdf }: { file: SharedPdf; pdf: PDFDocumentProxy }) {
  const [size, setSize] = useState<PageSize | "broken" | null>(null);
  useEffect(() => {
    pdf.getPage(1).then(
      (page) => setSize(sizeOf(page)),
      () => setSize("broken"),
    );
  }, [pdf]);
  if (size === "broken") return <Failed file={file} why="damaged" />;
  return size ? <Pages file={file} pdf={pdf} firstSize={size} /> : <Opening file={file} />;
}

function Pages({ file, pdf, firstSize }: { file: SharedPdf; pdf: PDFDocumentProxy; firstSize: PageSize }) {
  const container = useRef<HTMLDivElement>(null);
  const count = Math.min(pdf.numPages, maxPages);
  const width = useFaceWidth(container);
  const near = usePagesNear(container);
  const [drawn, setDrawn] = useState<ReadonlySet<number>>(new Set());
  const { isPrinting, print } = usePrinting(drawn.size === count);
  const hasText = isShort(pdf, file.size);

  const noteDrawn = useCallback((number: number, isDrawn: boolean) => {
    setDrawn((before) => {
      if (before.has(number) === isDrawn) return before;
      const now = new Set(before);
      if (isDrawn) now.add(number);
      else now.delete(number);
      return now;
    });
  }, []);

  // An address with "#page-3", in a mail or after a reload: the sheets were not there when the browser looked for it.
  useEffect(() => {
    if (/^#page-\d+$/.test(location.hash)) document.querySelector(location.hash)?.scrollIntoView();
  }, []);

  useHead(pdf.numPages, file, print);
  const sheetWidth = isPrinting ? { ...width, dots: Math.max(printedDots, width.dots) } : width;
  return (
    <>
      <div className="pdf-pages" ref={container}>
        <output className="vh">The PDF is open: {lengthWords(pdf.numPages)}</output>
        {Array.from({ length: count }, (_, index) => index + 1).map((number) => (
          <PdfSheet
            key={number}
            pdf={pdf}
            number={number}
            count={pdf.numPages}
            head={file.head}
            firstSize={firstSize}
            width={sheetWidth}
            isNear={isPrinting || near.has(number)}
            hasText={hasText}
            isDrawn={drawn.has(number)}
            onDrawn={noteDrawn}
          />
        ))}
        {count < pdf.numPages && (
          <p className="small muted">
            The first {count} of {lengthWords(pdf.numPages)} are shown here. Open the PDF in a new tab for the rest.
          </p>
        )}
      </div>
      <PageList count={count} titles={usePageTitles(pdf, file.size)} current={useReadPage(container)} />
    </>
  );
}

const lengthWords = (pages: number) => (pages === 1 ? "1 page" : `${pages.toLocaleString("en-US")} pages`);

/** Fills in what the server could not know: how long it is, and that it can be printed. */
function useHead(pages: number, file: SharedPdf, print: () => void): void {
  useEffect(() => {
    const length = document.querySelector("[data-pages]");
    if (length) length.textContent = `${lengthWords(pages)}, `;
    const button = document.querySelector<HTMLButtonElement>("[data-print-pdf]");
    if (!button) return undefined;
    const press = () => (pages > maxPrintedPages ? window.open(file.address, "_blank", "noopener") : print());
    button.disabled = false;
    button.addEventListener("click", press);
    return () => {
      button.disabled = true;
      button.removeEventListener("click", press);
    };
  }, [pages, file, print]);
}
