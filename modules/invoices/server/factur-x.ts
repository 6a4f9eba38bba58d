// The XML inside a PDF/A-3, as Factur-X wants it. The days are the invoice's own: the same invoice gives the same bytes.
import { createHash } from "node:crypto";

export async function withXml(pdf: Uint8Array, xml: string, at: string): Promise<Uint8Array> {
  // A fifth of all files that the server would load at its start, for one that few installations need.
  const { AFRelationship, embedFacturX, PDFDocument, PDFHexString } = await import("@cantoo/pdf-lib");
  const day = new Date(at);
  const file = await PDFDocument.load(pdf, { updateMetadata: false });
  await embedFacturX(file, new TextEncoder().encode(xml), {
    conformanceLevel: "EN 16931",
    creationDate: day,
    modificationDate: day,
    afRelationship: AFRelationship.Alternative,
  });
  file.setModificationDate(day);
  const id = PDFHexString.of(createHash("md5").update(pdf).update(xml).digest("hex"));
  file.context.trailerInfo.ID = file.context.obj([id, id]);
  return file.save({ useObjectStreams: false, updateFieldAppearances: false });
}
