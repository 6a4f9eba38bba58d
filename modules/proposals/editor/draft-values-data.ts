// What is in the fields of the editor, as text, and what it means. Amounts are read, never computed.
import { parseMoney, typedMoney } from "#domain/money.ts";
import { percent, type ProposalDate, type ProposalItem, quantityWords } from "../proposal.ts";
import type { DraftFields, ProposalRecord } from "../proposals-data.ts";

export interface ItemValues {
  key: string;
  title: string;
  description: string;
  quantity: string;
  price: string;
  discount: string;
  tax: string;
  optional: boolean;
  selected: boolean;
}

export interface EditorValues {
  contact_id: string;
  deal_id: string;
  owner_id: string;
  currency: string;
  valid_until: string;
  title: string;
  intro: string;
  body: string;
  terms: string;
  tax_note: string;
  consent_text: string;
  discount: string;
  deposit: string;
  payment_days: string;
  dates: ProposalDate[];
  items: ItemValues[];
}

const percentText = (bp: number) => (bp === 0 ? "" : percent(bp));

export const itemValues = (item: ProposalItem & { id: string }, currency: string): ItemValues => ({
  key: item.id,
  title: item.title,
  description: item.description,
  quantity: quantityWords(item.quantity_milli, item.unit) || "1",
  price: typedMoney(item.unit_minor, currency),
  discount: percentText(item.discount_bp),
  tax: percentText(item.tax_bp),
  optional: item.optional,
  selected: item.selected,
});

export const editorValues = (record: ProposalRecord): EditorValues => ({
  contact_id: record.contact_id ?? "",
  deal_id: record.deal_id ?? "",
  owner_id: record.owner_id ?? "",
  currency: record.currency,
  valid_until: record.valid_until ?? "",
  title: record.version.title,
  intro: record.version.intro,
  body: record.version.body,
  terms: record.version.terms,
  tax_note: record.version.tax_note,
  consent_text: record.version.consent_text,
  discount: percentText(record.version.discount_bp),
  deposit: percentText(record.version.deposit_bp),
  payment_days: String(record.version.payment_days),
  dates: record.version.dates,
  items: record.items.map((item) => itemValues(item, record.currency)),
});

/** "12.5%" or "12.5" as basis points; null when it is no share from 0 to 100. */
export function readPercent(text: string): number | null {
  const plain = text.replace("%", "").trim();
  if (plain === "") return 0;
  if (!/^\d{1,3}(?:\.\d{1,2})?$/.test(plain)) return null;
  const [whole = "", part = ""] = plain.split(".");
  const bp = Number(whole) * 100 + Number(part.padEnd(2, "0"));
  return bp <= 10_000 ? bp : null;
}

/** "6 weeks", "1.5 days", "2": thousandths and the unit. */
export function readQuantity(text: string): { milli: number; unit: string } | null {
  const match = /^(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,3}))?(?:\s*(\D.*))?$/.exec(text.trim());
  if (!match) return null;
  const [, whole = "", part = "", unit = ""] = match;
  return {
    milli: Number(whole.replaceAll(",", "")) * 1000 + Number(part.padEnd(3, "0")),
    unit: unit.trim().slice(0, 40),
  };
}

export type Problems = Record<string, string>;

/** The draft as the database takes it, or what is wrong, by field: "items.2.price". */
export function readEditor(values: EditorValues): { draft: DraftFields; problems: Problems } {
  const problems: Problems = {};
  const share = (name: string, text: string): number => {
    const bp = readPercent(text);
    if (bp === null)
      problems[name] = /^\d{1,2}\.\d{3,}\s*%?$/.test(text.trim())
        ? "At most two decimals, such as 9.98%."
        : "A share from 0 to 100, such as 30%.";
    return bp ?? 0;
  };
  const days = /^\d{1,3}$/.test(values.payment_days.trim()) ? Number(values.payment_days) : null;
  if (days === null || days > 365) problems["payment_days"] = "0 to 365 days.";
  const items = values.items.map((item, place) => {
    const at = (field: string) => `items.${place}.${field}`;
    if (item.title.trim() === "") problems[at("title")] = "Name the item.";
    const quantity = readQuantity(item.quantity);
    if (!quantity) problems[at("quantity")] = "A number, and a unit if you like: 6 weeks.";
    const price = parseMoney(item.price, values.currency);
    if (price === null) problems[at("price")] = `An amount in ${values.currency}.`;
    return {
      title: item.title.trim(),
      description: item.description,
      unit: quantity?.unit ?? "",
      quantity_milli: quantity?.milli ?? 1000,
      unit_minor: price ?? 0,
      discount_bp: share(at("discount"), item.discount),
      tax_bp: share(at("tax"), item.tax),
      optional: item.optional,
      selected: !item.optional || item.selected,
    };
  });
  const draft: DraftFields = {
    contact_id: values.contact_id || null,
    deal_id: values.deal_id || null,
    owner_id: values.owner_id || null,
    currency: values.currency,
    valid_until: values.valid_until || null,
    title: values.title,
    intro: values.intro,
    body: values.body,
    terms: values.terms,
    tax_note: values.tax_note,
    consent_text: values.consent_text,
    discount_bp: share("discount", values.discount),
    deposit_bp: share("deposit", values.deposit),
    payment_days: days ?? 14,
    dates: values.dates.filter(({ day, title }) => day !== "" || title !== ""),
    items,
  };
  return { draft, problems };
}
