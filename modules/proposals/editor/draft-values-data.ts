// What is in the fields of the editor, as text, and what it means. Amounts are read, never computed.
import { parseMoney, typedMoney } from "#domain/money.ts";
import { readQuantity } from "../quantity.ts";
import {
  type ItemTax,
  percent,
  type ProposalDate,
  type ProposalGroup,
  quantityWords,
  type SchedulePart,
  taxWords,
} from "../proposal.ts";
import type { DraftFields, ProposalRecord } from "../proposals-data.ts";

export interface ItemValues {
  key: string;
  title: string;
  description: string;
  quantity: string;
  price: string;
  discount: string;
  tax: string;
  /** Always part of it, an option, or one line of the group with this key. */
  choice: "fixed" | "optional" | `group ${string}`;
  /** What the page shows first. */
  selected: boolean;
  /** The quantities between which the client chooses; both empty: the quantity is fixed. */
  from: string;
  to: string;
  /** Billed again every so many months; empty: once. */
  every: string;
  service_id: string | null;
  /** Kept while `tax` says them. */
  taxes: ItemTax[] | null;
  tax_class_id: string | null;
}

export interface PartValues {
  key: string;
  label: string;
  due: SchedulePart["due"];
  due_on: string;
  due_days: string;
  kind: "share" | "amount" | "rest";
  value: string;
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
  groups: ProposalGroup[];
  schedule: PartValues[];
}

const percentText = (bp: number) => (bp === 0 ? "" : percent(bp));

const milliText = (milli: number | null | undefined) =>
  typeof milli === "number" ? quantityWords(milli, "") || "1" : "";

export const itemValues = (item: ProposalRecord["items"][number], currency: string): ItemValues => ({
  key: item.id,
  title: item.title,
  description: item.description,
  quantity: quantityWords(item.quantity_milli, item.unit) || "1",
  price: item.price_missing ? "" : typedMoney(item.unit_minor, currency),
  discount: percentText(item.discount_bp),
  tax: item.taxes ? taxWords(item) : percentText(item.tax_bp),
  choice: item.group_key !== null ? `group ${item.group_key}` : item.optional ? "optional" : "fixed",
  selected: item.selected,
  from: milliText(item.qty_min_milli),
  to: milliText(item.qty_max_milli),
  every: item.every_months ? String(item.every_months) : "",
  service_id: item.service_id,
  taxes: item.taxes ?? null,
  tax_class_id: item.tax_class_id,
});

export const partValues = (part: SchedulePart, currency: string): PartValues => ({
  key: `part ${part.no}`,
  label: part.label,
  due: part.due,
  due_on: part.due_on ?? "",
  due_days: typeof part.due_days === "number" ? String(part.due_days) : "",
  kind: part.is_rest ? "rest" : typeof part.share_bp === "number" ? "share" : "amount",
  value:
    typeof part.share_bp === "number"
      ? percent(part.share_bp)
      : typeof part.amount_minor === "number"
        ? typedMoney(part.amount_minor, currency)
        : "",
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
  groups: record.version.groups,
  schedule: record.schedule.map((part) => partValues(part, record.currency)),
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

const taxPart = /^((?:\p{L}[^\d+]*?)??)\s*(\d{1,3})(?:\.(\d{1,3}))?\s*%?$/u;

/** "19%", "5 + 9.975" or "GST 5% + QST 9.975%": at most two, each in thousandths of a percent. Null when it is none of these. */
export function readTaxes(text: string): ItemTax[] | null {
  if (text.trim() === "") return [];
  const taxes: ItemTax[] = [];
  for (const part of text.split("+")) {
    const [, name = "", whole = "", rest = ""] = taxPart.exec(part.trim()) ?? [];
    const rate = Number(whole) * 1000 + Number(rest.padEnd(3, "0"));
    if (whole === "" || rate > 100_000 || name.length > 40) return null;
    taxes.push({ name, category: rate === 0 ? "Z" : "S", rate_pcm: rate });
  }
  const [one, two] = taxes;
  return taxes.length > 2 || (two && two.name === one!.name && two.rate_pcm === one!.rate_pcm) ? null : taxes;
}

/** The names that rates of the draft have: a bare "19%" beside "VAT 19%" is that tax, and one row of the totals. */
function namesOfRates(items: readonly ItemValues[]): Map<number, string> {
  const named = items.flatMap(({ tax }) => readTaxes(tax) ?? []).filter(({ name }) => name !== "");
  const names = new Map<number, Set<string>>();
  for (const { rate_pcm: rate, name } of named) names.set(rate, (names.get(rate) ?? new Set()).add(name));
  return new Map([...names].flatMap(([rate, all]) => (all.size === 1 ? [[rate, [...all][0]!]] : [])));
}

export type Problems = Record<string, string>;

/** From and to in thousandths; undefined: none; null: they are not right. */
function readRange(
  { from, to }: Pick<ItemValues, "from" | "to">,
  quantity: number,
): [number, number] | null | undefined {
  if (from.trim() === "" && to.trim() === "") return undefined;
  const [min, max] = [readQuantity(from)?.milli, readQuantity(to)?.milli];
  return min !== undefined && max !== undefined && min <= quantity && quantity <= max ? [min, max] : null;
}

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
  const names = namesOfRates(values.items);
  const items = values.items.map((item, place) => {
    const at = (field: string) => `items.${place}.${field}`;
    if (item.title.trim() === "") problems[at("title")] = "Name the item.";
    const quantity = readQuantity(item.quantity);
    if (!quantity) problems[at("quantity")] = "A number, and a unit if you like: 6 weeks.";
    // A line of the catalogue without a price in this currency waits for one: the draft is kept, and not sent.
    const waits = item.service_id !== null && item.price.trim() === "";
    const price = waits ? 0 : parseMoney(item.price, values.currency);
    if (price === null) problems[at("price")] = `An amount in ${values.currency}.`;
    const range = readRange(item, quantity?.milli ?? 1000);
    if (range === null) problems[at("from")] = "Two numbers, with the quantity between them.";
    const keepsTaxes = item.taxes !== null && item.tax === taxWords({ taxes: item.taxes, tax_bp: 0 });
    const typed = readTaxes(item.tax);
    const bare = typed?.length === 1 && typed[0]!.name === "" ? names.get(typed[0]!.rate_pcm) : undefined;
    const taxes = keepsTaxes ? item.taxes! : bare === undefined ? typed : [{ ...typed![0]!, name: bare }];
    if (taxes === null) problems[at("tax")] = "A rate such as 19%, or two such as GST 5% + QST 9.975%.";
    // One rate with two decimals and without a name is kept as it always was.
    const isPlain =
      !keepsTaxes &&
      taxes !== null &&
      taxes.length < 2 &&
      taxes.every((tax) => tax.name === "" && tax.rate_pcm % 10 === 0);
    const group = item.choice.startsWith("group ") ? item.choice.slice("group ".length) : null;
    return {
      title: item.title.trim(),
      description: item.description,
      unit: quantity?.unit ?? "",
      quantity_milli: quantity?.milli ?? 1000,
      unit_minor: price ?? 0,
      price_missing: waits,
      discount_bp: share(at("discount"), item.discount),
      tax_bp: isPlain ? (taxes[0]?.rate_pcm ?? 0) / 10 : 0,
      taxes: isPlain ? null : taxes,
      tax_class_id: item.tax_class_id,
      optional: item.choice === "optional",
      selected: item.choice === "fixed" || item.selected,
      group_key: group,
      service_id: item.service_id,
      every_months: item.every === "" ? null : Number(item.every),
      qty_min_milli: range?.[0] ?? null,
      qty_max_milli: range?.[1] ?? null,
    };
  });
  const schedule = values.schedule.map((part, place) => {
    const at = (field: string) => `schedule.${place}.${field}`;
    if (part.label.trim() === "") problems[at("label")] = "Name the part.";
    const bp = part.kind === "share" ? share(at("value"), part.value) : null;
    if (bp === 0) problems[at("value")] ??= "A share above 0, such as 30%.";
    const amount = part.kind === "amount" ? parseMoney(part.value, values.currency) : null;
    if (part.kind === "amount" && (amount === null || amount <= 0))
      problems[at("value")] = `An amount in ${values.currency}, with tax.`;
    const isLast = place === values.schedule.length - 1;
    if (part.kind === "rest" && !isLast) problems[at("value")] = "The rest is the last part.";
    const after = /^\d{1,4}$/.test(part.due_days.trim()) ? Number(part.due_days) : null;
    if (part.due === "days_after" && (after === null || after > 3650)) problems[at("due")] = "0 to 3650 days.";
    if (part.due === "day" && part.due_on === "") problems[at("due")] = "Choose a day.";
    return {
      label: part.label.trim(),
      due: part.due,
      due_on: part.due === "day" ? part.due_on || null : null,
      due_days: part.due === "days_after" ? after : null,
      share_bp: bp,
      amount_minor: amount,
      is_rest: part.kind === "rest",
    };
  });
  const shares = schedule.reduce((sum, { share_bp: bp }) => sum + (bp ?? 0), 0);
  if (shares > 10_000) problems["schedule"] = `The shares come to ${percent(shares)}: at most 100%.`;
  for (const [place, { title }] of values.groups.entries())
    if (title.trim() === "") problems[`groups.${place}`] = "Say what is chosen.";
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
    groups: values.groups.map(({ key, title }) => ({ key, title: title.trim() })),
    schedule,
  };
  return { draft, problems };
}
