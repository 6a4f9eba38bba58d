// One page of a PDF as a picture, its text over it to be read, marked and searched, and its links.
import { type PDFPageProxy, RenderingCancelledException, TextLayer } from "pdfjs-dist";

/** A page in print takes about two million dots, one on a sharp screen four. */
const maxDots = 8_000_000;
const maxSide = 8000;

/** How many dots of the picture make one of the page's own units, within what a browser can hold. */
function dotsPerUnit(page: { width: number; height: number }, wanted: number): number {
  const { width, height } = page;
  return Math.min(wanted, Math.sqrt(maxDots / (width * height)), maxSide / width, maxSide / height);
}

interface Drawing {
  /** False when it was given up before it was done. */
  done: Promise<boolean>;
  giveUp(): void;
}

/** Puts the picture into `place` when it is whole: until then the one before stays. */
export function drawPage(place: HTMLElement, page: PDFPageProxy, dotsAcross: number): Drawing {
  const unit = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: dotsPerUnit(unit, dotsAcross / unit.width) });
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.floor(viewport.width));
  canvas.height = Math.max(1, Math.floor(viewport.height));
  const task = page.render({ canvas, viewport });
  const done = task.promise.then(
    () => {
      clear(place);
      place.append(canvas);
      return true;
    },
    (error: unknown) => {
      if (error instanceof RenderingCancelledException) return false;
      throw error;
    },
  );
  return { done, giveUp: () => task.cancel() };
}

/** Gives the memory of the picture back at once; browsers wait with it otherwise. */
export function clear(place: HTMLElement): void {
  for (const canvas of place.querySelectorAll("canvas")) canvas.width = canvas.height = 0;
  place.replaceChildren();
}

export async function layText(place: HTMLElement, page: PDFPageProxy): Promise<void> {
  place.replaceChildren();
  await new TextLayer({
    textContentSource: page.streamTextContent(),
    container: place,
    viewport: page.getViewport({ scale: 1 }),
  }).render();
}

export interface PageLink {
  /** Of another site, as pdf.js lets pass (http, https, mailto, tel); or a place in the PDF. */
  url: string | null;
  target: unknown;
  /** Parts of the page: left, top, width, height. */
  box: [number, number, number, number];
}

interface Annotation {
  subtype?: string;
  url?: string;
  dest?: unknown;
  rect?: number[];
}

export async function linksOf(page: PDFPageProxy): Promise<PageLink[]> {
  const viewport = page.getViewport({ scale: 1 });
  const annotations = (await page.getAnnotations()) as Annotation[];
  return annotations
    .filter(({ subtype, url, dest, rect }) => subtype === "Link" && (url || dest) && rect?.length === 4)
    .slice(0, 200)
    .map(({ url, dest, rect }) => {
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = rect!;
      const [left, top] = viewport.convertToViewportPoint(x1, y1) as [number, number];
      const [right, bottom] = viewport.convertToViewportPoint(x2, y2) as [number, number];
      return {
        url: url ?? null,
        target: dest,
        box: [
          Math.min(left, right) / viewport.width,
          Math.min(top, bottom) / viewport.height,
          Math.abs(right - left) / viewport.width,
          Math.abs(bottom - top) / viewport.height,
        ],
      };
    });
}
