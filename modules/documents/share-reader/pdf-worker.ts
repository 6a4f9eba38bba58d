// The thread that reads PDFs of strangers. The server sends this file with its own policy (server/http/website/security-headers.ts):
// whatever a PDF makes of the parser, it has no page, no storage and no line to anywhere.
import "pdfjs-dist/build/pdf.worker.mjs";
