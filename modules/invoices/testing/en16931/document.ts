// An e-invoice as EN 16931 has it, whatever its syntax. Names are those of the standard's business terms. Only for tests.
import type { Element } from "./xml.ts";

type Text = string | undefined;
export interface Taxed {
  category: Text;
  rate: Text;
}
export interface Amounted extends Taxed {
  amount: Text;
  reason: Text;
}
export interface Party {
  name: Text;
  address: boolean;
  city: Text;
  postCode: Text;
  country: Text;
  ownId: Text;
  vatId: Text;
  taxNumber: Text;
  legalId: Text;
  endpoint: Text;
  endpointScheme: Text;
  contact: { name: Text; phone: Text; mail: Text } | null;
}
export interface Line extends Taxed {
  id: Text;
  quantity: Text;
  unit: Text;
  net: Text;
  item: Text;
  price: Text;
  /** How many taxes it has. */
  taxes: number;
  allowances: Amounted[];
  charges: Amounted[];
}
export interface Document {
  syntax: "UBL" | "CII";
  tree: Element;
  profile: Text;
  customization: Text;
  number: Text;
  issued: Text;
  type: Text;
  currency: Text;
  /** The currencies that amounts say by themselves. */
  currencies: string[];
  due: Text;
  terms: Text[];
  notes: string[];
  buyerReference: Text;
  preceding: Text[];
  period: { from: Text; to: Text } | null;
  delivered: Text;
  deliverTo: { city: Text; postCode: Text; country: Text } | null;
  seller: Party;
  buyer: Party;
  means: { code: Text; transfer: boolean; account: Text; other: boolean }[];
  allowances: Amounted[];
  charges: Amounted[];
  /** Whether each says that it is a charge. */
  indicators: Text[];
  sumOfLines: Text;
  sumOfAllowances: Text;
  sumOfCharges: Text;
  net: Text;
  taxes: Text[];
  tax: Text;
  gross: Text;
  prepaid: Text;
  rounding: Text;
  payable: Text;
  breakdown: (Taxed & { base: Text; tax: Text; reason: Text; reasonCode: Text })[];
  lines: Line[];
}
