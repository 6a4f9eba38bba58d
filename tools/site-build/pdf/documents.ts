import { createHash } from "node:crypto";
import { etiquetteCardPdf } from "./etiquette-card.ts";
import { referenceList } from "./references.ts";
import { page, type PdfDocument } from "./sheet.ts";
import { strategicBrief } from "./strategic-brief.ts";
import { trainingOverview } from "./training-overview.ts";

export const documents: readonly PdfDocument[] = [strategicBrief, referenceList, trainingOverview, etiquetteCardPdf];

/** Changes whenever the words or the layout of a document change. */
export const fingerprint = (document: PdfDocument) => createHash("sha256").update(page(document, "")).digest("hex");
