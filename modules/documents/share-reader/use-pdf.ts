// Opens the PDF and says how far it got: opening, asking for the password inside it, open, or why not.
import { InvalidPDFException, PasswordException, PasswordResponses, type PDFDocumentProxy } from "pdfjs-dist";
import { useEffect, useRef, useState } from "react";
import { type FileTrouble, LinkedFile } from "./linked-file.ts";
import { maxShownBytes, openPdf } from "./open-pdf.ts";
import type { SharedPdf } from "./shared-pdf.ts";

export type Reading =
  | { state: "opening" }
  | { state: "locked"; wasWrong: boolean; unlock(password: string): void }
  | { state: "open"; pdf: PDFDocumentProxy }
  | { state: "failed"; why: "damaged" | "large" | "unknown" };

export function usePdf(source: SharedPdf) {
  const isLarge = source.size > maxShownBytes;
  const [reading, setReading] = useState<Reading>(isLarge ? { state: "failed", why: "large" } : { state: "opening" });
  const [trouble, setTrouble] = useState<FileTrouble | null>(null);
  const file = useRef<LinkedFile | null>(null);

  useEffect(() => {
    if (isLarge) return undefined;
    const linked = new LinkedFile(source, setTrouble);
    file.current = linked;
    const task = openPdf(linked);
    task.onPassword = (unlock: (password: string) => void, reason: number) =>
      setReading({
        state: "locked",
        wasWrong: reason === PasswordResponses.INCORRECT_PASSWORD,
        unlock: (password) => {
          setReading({ state: "opening" });
          unlock(password);
        },
      });
    let isLeft = false;
    task.promise.then(
      (pdf) => setReading({ state: "open", pdf }),
      (error: unknown) => {
        if (isLeft) return;
        const isUnreadable = error instanceof InvalidPDFException || error instanceof PasswordException;
        setReading({ state: "failed", why: isUnreadable ? "damaged" : "unknown" });
      },
    );
    // Anyone who comes back to the line need not press anything.
    const retry = () => linked.retry();
    addEventListener("online", retry);
    return () => {
      isLeft = true;
      removeEventListener("online", retry);
      void task.destroy();
    };
  }, [source, isLarge]);

  return { reading, trouble, retry: () => file.current?.retry() };
}
