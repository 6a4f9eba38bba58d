// An e-invoice read from UBL 2.1 or CII D16B. Written against the standard and apart from what writes the files: the two share no code. Only for
// tests.
import type { Document } from "./document.ts";
import { readCii } from "./read-cii.ts";
import { readUbl } from "./read-ubl.ts";
import { type Element, parseXml } from "./xml.ts";

export function readTree(root: Element): Document {
  if (root.name === "CrossIndustryInvoice") return readCii(root);
  if (root.name === "Invoice" || root.name === "CreditNote") return readUbl(root);
  throw new Error(`${root.name} is no e-invoice`);
}
export const readInvoice = (xml: string): Document => readTree(parseXml(xml));
