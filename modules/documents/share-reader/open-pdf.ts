// pdf.js, and everything it is allowed to do. It never runs scripts of a PDF: the part of it that could is not among what we load.
import { getDocument, GlobalWorkerOptions, type PDFDocumentLoadingTask, VerbosityLevel, version } from "pdfjs-dist";
import { type LinkedFile, pieceBytes } from "./linked-file.ts";

/** tools/site-build/vite/pdf-resources.ts puts them there; in development Vite serves the package itself. */
const resources = import.meta.env.DEV ? "/node_modules/pdfjs-dist" : `/assets/pdfjs-${version}`;

/** A worker has to hold the whole length; a browser tab of a PDF reader does not. */
export const maxShownBytes = 100 * 1024 * 1024;
/** Of one picture inside a PDF: a poster in print quality; what is larger stays empty. */
const maxPictureDots = 64_000_000;

export function openPdf(file: LinkedFile): PDFDocumentLoadingTask {
  GlobalWorkerOptions.workerPort ??= new Worker(new URL("./pdf-worker.ts", import.meta.url), {
    type: "module",
    name: "pdf",
  });
  return getDocument({
    range: file,
    rangeChunkSize: pieceBytes(file.length),
    // Only what is looked at is asked for: so a link that was taken back ends in the middle of a long file.
    disableAutoFetch: true,
    disableStream: true,
    enableXfa: false,
    // WebAssembly would need a word in the policy that also lets compiled code of others run.
    useWasm: false,
    // The worker may ask no one: the page brings it fonts from our own address.
    useWorkerFetch: false,
    standardFontDataUrl: `${resources}/standard_fonts/`,
    wasmUrl: `${resources}/wasm/`,
    maxImageSize: maxPictureDots,
    verbosity: VerbosityLevel.ERRORS,
  });
}
