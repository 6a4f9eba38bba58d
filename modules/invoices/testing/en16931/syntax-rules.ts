// How a file is written: nothing in it that EN 16931 does not bind, nothing more often than it may be, no other attribute, the order of the
// schema, and values in the form of their kind. A list of what may be there says in one screen what CEN says in eleven hundred rules of what may
// not be (UBL-CR, UBL-SR, UBL-DT, CII-SR, CII-DT). What we come to write has to be added here first. Only for tests.
import { cii } from "./syntax-cii.ts";
import { ubl } from "./syntax-ubl.ts";
import type { Rule } from "./vat-rules.ts";
import type { Element } from "./xml.ts";

interface Place {
  name: string;
  least: number;
  most: number;
  attributes: string[];
  inside: Place[];
}

function placesOf(text: string): Place[] {
  const root: Place[] = [];
  const open = [root];
  for (const line of text.trim().split("\n")) {
    const [name, ...marks] = line.trim().split(" ");
    const place: Place = {
      name: name!,
      least: marks.includes("?") || marks.includes("*") ? 0 : 1,
      most: marks.includes("*") || marks.includes("+") ? Number.POSITIVE_INFINITY : 1,
      attributes: marks.filter((mark) => mark.startsWith("@")).map((mark) => mark.slice(1)),
      inside: [],
    };
    const depth = (line.length - line.trimStart().length) / 2;
    open.length = depth + 1;
    open[depth]!.push(place);
    open.push(place.inside);
  }
  return root;
}
const invoice = placesOf(ubl);
/** A credit note says other names, and has no day on which it is due. */
const creditNote = placesOf(
  ubl
    .replace("DueDate ?\n", "")
    .replace("InvoiceTypeCode", "CreditNoteTypeCode")
    .replace("InvoiceLine", "CreditNoteLine")
    .replace("InvoicedQuantity", "CreditedQuantity"),
);
const crossIndustry = placesOf(cii);

type Fault = "unknown" | "number" | "attribute" | "order" | "form";
function faultsOf(element: Element, places: readonly Place[]): Fault[] {
  const faults: Fault[] = [];
  let at = 0;
  for (const child of element.children) {
    const place = places.findIndex(({ name }) => name === child.name);
    if (place === -1) {
      faults.push("unknown");
      continue;
    }
    if (place < at) faults.push("order");
    at = Math.max(at, place);
    const { attributes, inside } = places[place]!;
    if (Object.keys(child.attributes).toSorted().join(" ") !== attributes.toSorted().join(" "))
      faults.push("attribute");
    if (inside.length === 0 && child.children.length > 0) faults.push("unknown");
    if (!formIsRight(child)) faults.push("form");
    if (inside.length > 0) faults.push(...faultsOf(child, inside));
  }
  for (const { name, least, most } of places) {
    const times = element.children.filter((child) => child.name === name).length;
    if (times < least || times > most) faults.push("number");
  }
  return faults;
}
/** Days, truths and amounts as their schema has them. */
function formIsRight({ name, text, attributes }: Element): boolean {
  if (name === "DateTimeString")
    return attributes["format"] === "102" && /^\d{4}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/.test(text.trim());
  if (name.endsWith("Date")) return /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/.test(text.trim());
  if (name === "PriceAmount" || name === "ChargeAmount") return /^\d+(?:\.\d+)?$/.test(text.trim());
  if (name.endsWith("Amount")) return /^-?\d+(?:\.\d{1,2})?$/.test(text.trim());
  return true;
}

const holds =
  (syntax: "UBL" | "CII", ...not: Fault[]): Rule =>
  (document) => {
    if (document.syntax !== syntax) return true;
    const places = syntax === "CII" ? crossIndustry : document.tree.name === "Invoice" ? invoice : creditNote;
    return !faultsOf(document.tree, places).some((fault) => not.includes(fault));
  };

export const syntaxRules: Record<string, Rule> = {
  "UBL-CR": holds("UBL", "unknown"),
  "UBL-SR": holds("UBL", "number"),
  "UBL-DT": holds("UBL", "attribute", "form"),
  "UBL-XSD": holds("UBL", "order"),
  "CII-SR": holds("CII", "unknown", "number"),
  // A currency stands on the total of tax and nowhere else (CII-DT-031).
  "CII-DT": holds("CII", "attribute", "form"),
  "CII-XSD": holds("CII", "order"),
};
