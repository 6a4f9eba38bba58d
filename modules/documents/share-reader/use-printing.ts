// Printing needs every page drawn, and a browser does not wait for that when it is asked to print: so the button draws first.
import { useCallback, useEffect, useState } from "react";

/** Pages in print quality that a browser is asked to hold at once; longer ones are printed by the browser's own reader. */
export const maxPrintedPages = 30;
/** Across a page: about 150 to the inch. */
export const printedDots = 1240;

export function usePrinting(isReady: boolean): { isPrinting: boolean; print(): void } {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    if (!isPrinting || !isReady) return undefined;
    // In its own task: pages that are redrawn for it say so first, and then it is not ready.
    const timer = setTimeout(() => {
      addEventListener("afterprint", () => setIsPrinting(false), { once: true });
      window.print();
    });
    return () => clearTimeout(timer);
  }, [isPrinting, isReady]);
  return { isPrinting, print: useCallback(() => setIsPrinting(true), []) };
}
