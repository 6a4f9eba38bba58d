// An invoice for print: what the law wants to see, in the language of the client. All figures are the frozen ones.
import { epcText } from "#domain/epc-code.ts";
import { codeRows } from "#server/platform/pdf/bank-code.ts";
import type { PdfBlock, PdfDocument } from "#server/platform/pdf/pdf-document.ts";
import { type InvoiceLine, type InvoiceTotals, type Language, type Party, ratePcm } from "../invoice.ts";
import { formatsOf, wordsOf } from "./invoice-words.ts";

/** private.invoice_for_files; a draft has neither number nor day. */
export interface PrintedInvoice {
  number: string | null;
  type: "invoice" | "deposit" | "final" | "credit";
  title: string;
  issued_on: string;
  due_on: string;
  currency: string;
  lines: InvoiceLine[];
  totals: InvoiceTotals;
  options: { discount_bp?: number; withheld_pcm?: number };
  seller: Party | null;
  buyer: Party | null;
  supply_from: string | null;
  supply_to: string | null;
  withheld_minor: number;
  payable_minor: number;
  office_currency: string | null;
  rate: number | null;
  rate_day: string | null;
  tax_office_minor: number | null;
  language: Language;
  format: string;
  buyer_reference: string | null;
  note: string | null;
  reason: string | null;
  corrects: { number: string; issued_on: string } | null;
  requests: { number: string | null; amount_minor: number; due_on: string }[];
  logo?: string | null;
}

/** The country by its name, in the language of the invoice. */
export const addressOf = (party: Party | null, language: Language): string =>
  [
    party?.legal_name,
    party?.street,
    [party?.postal_code, party?.city].filter(Boolean).join(" "),
    party?.region,
    party?.country && formatsOf(language).country(party.country),
  ]
    .filter(Boolean)
    .join("\n");

export function invoiceDocument(bill: PrintedInvoice): PdfDocument {
  const words = wordsOf[bill.language];
  const show = formatsOf(bill.language);
  const { seller, buyer, totals } = bill;
  const supply =
    bill.supply_from &&
    (bill.supply_to && bill.supply_to !== bill.supply_from
      ? `${show.day(bill.supply_from)} – ${show.day(bill.supply_to)}`
      : show.day(bill.supply_from));
  const facts: (readonly [string, string])[] = [
    [words.number, bill.number ?? "–"],
    [words.issued, show.day(bill.issued_on)],
    ...(supply ? [[words.supply, supply] as const] : []),
    ...(bill.type === "credit" ? [] : [[words.due, show.day(bill.due_on)] as const]),
    ...(bill.corrects
      ? [[words.types.credit, words.corrects(bill.corrects.number, show.day(bill.corrects.issued_on))] as const]
      : []),
    ...(bill.reason ? [[words.reason, bill.reason] as const] : []),
    [words.seller, addressOf(seller, bill.language)],
    ...(seller?.vat_id ? [[words.vatId, seller.vat_id] as const] : []),
    ...(seller?.tax_number ? [[words.taxNumber, seller.tax_number] as const] : []),
    ...(seller?.register ? [[words.register, seller.register] as const] : []),
    [words.buyer, addressOf(buyer, bill.language)],
    ...(buyer?.vat_id ? [[words.vatId, buyer.vat_id] as const] : []),
    ...(bill.buyer_reference ? [[words.reference, bill.buyer_reference] as const] : []),
  ];
  const blocks: PdfBlock[] = [
    ...(bill.logo ? [{ kind: "logo" as const, src: bill.logo }] : []),
    { kind: "title", text: `${words.types[bill.type]}: ${bill.title}` },
    { kind: "facts", facts },
    linesBlock(bill),
    { kind: "totals", level: true, rows: sumsOf(bill) },
  ];
  const reasons = [
    ...new Set(
      totals.taxes
        .flatMap((tax) =>
          tax.category && tax.category !== "S" ? [tax.category === "AE" ? words.reverse : "", tax.reason ?? ""] : [],
        )
        .filter(Boolean),
    ),
  ];
  for (const reason of reasons) blocks.push({ kind: "text", text: reason });
  if (
    bill.office_currency &&
    bill.office_currency !== bill.currency &&
    bill.tax_office_minor !== null &&
    bill.rate !== null &&
    bill.rate_day
  )
    blocks.push({
      kind: "note",
      text: words.officeTax(
        show.money(bill.tax_office_minor, bill.office_currency),
        show.rate(bill.rate),
        show.day(bill.rate_day),
      ),
    });
  if (bill.note) blocks.push({ kind: "text", text: bill.note });
  if (bill.type !== "credit" && bill.payable_minor > 0) blocks.push(...payBlocks(bill));
  if (seller?.footer) blocks.push({ kind: "note", text: seller.footer });
  const name = seller?.legal_name ?? "";
  return {
    title: `${bill.number ?? words.types[bill.type]} ${bill.title}`,
    author: name,
    mark: [words.types[bill.type], bill.number].filter(Boolean).join(" "),
    foot: name,
    date: `${bill.issued_on}T00:00:00Z`,
    language: bill.language,
    pageWords: words.page,
    blocks,
  };
}

function linesBlock({ lines, totals, currency, language, title }: PrintedInvoice): PdfBlock {
  const words = wordsOf[language];
  const show = formatsOf(language);
  const money = (minor: number) => show.money(minor, currency);
  const hasDiscount = lines.some((line) => (line.discount_bp ?? 0) > 0);
  let sum = 0;
  const after = lines.map((_, place) => {
    const total = totals.lines[place];
    sum += total?.line_net_minor ?? total?.gross_minor ?? 0;
    return money(sum);
  });
  return {
    kind: "lines",
    carried: { forward: words.carriedForward, brought: words.broughtForward, after },
    head: [words.what, words.unitPrice, words.quantity, ...(hasDiscount ? [words.discount] : []), words.tax, words.net],
    rows: lines.map((line, place) => {
      const total = totals.lines[place];
      const [first = title, ...rest] = (line.description ?? title).split("\n");
      return {
        // Its number and day, which is kept as 2026-11-19.
        title: line.earlier_id
          ? `${words.takenOff}: ${first.replace(/\d{4}-\d{2}-\d{2}$/, (day) => show.day(day))}`
          : first,
        ...(rest.length > 0 && { text: rest.join("\n") }),
        cells: [
          money(line.unit_minor),
          show.quantity(line.quantity_milli ?? 1000, line.unit ?? ""),
          ...(hasDiscount
            ? [
                line.discount_bp
                  ? `${show.percent(line.discount_bp * 10)}, ${money(-(total?.line_discount_minor ?? 0))}`
                  : "",
              ]
            : []),
          (line.taxes ?? []).map((tax) => show.percent(ratePcm(tax))).join(" + "),
          money(total?.line_net_minor ?? total?.gross_minor ?? 0),
        ],
      };
    }),
  };
}

export function sumsOf({
  totals,
  currency,
  language,
  withheld_minor: withheld,
  payable_minor: payable,
}: PrintedInvoice): { term: string; value: string; grand?: boolean }[] {
  const words = wordsOf[language];
  const show = formatsOf(language);
  const money = (minor: number) => show.money(minor, currency);
  const discount = totals.document_discount_minor ?? 0;
  return [
    ...(discount === 0
      ? []
      : [
          { term: words.subtotal, value: money(totals.lines_net_minor ?? totals.net_minor) },
          { term: words.wholeDiscount, value: money(-discount) },
        ]),
    { term: words.totalNet, value: money(totals.net_minor) },
    ...totals.taxes.map((tax) => ({
      term: `${tax.name || words.tax} ${show.percent(ratePcm(tax))} ${words.on} ${money(tax.base_minor)}`,
      value: money(tax.tax_minor),
    })),
    { term: words.total, value: money(totals.total_minor), ...(withheld === 0 && { grand: true }) },
    ...(withheld === 0
      ? []
      : [
          { term: words.withheld, value: money(-withheld) },
          { term: words.payable, value: money(payable), grand: true },
        ]),
  ];
}

function payBlocks(bill: PrintedInvoice): PdfBlock[] {
  const words = wordsOf[bill.language];
  const show = formatsOf(bill.language);
  const bank = bill.seller?.bank;
  const parts =
    bill.requests.length > 1
      ? bill.requests.map(
          (request, place) =>
            [
              `${words.instalment} ${place + 1}`,
              `${show.money(request.amount_minor, bill.currency)}, ${show.day(request.due_on)}`,
            ] as const,
        )
      : [];
  const facts = [
    ...parts,
    ...(bank
      ? ([
          [words.holder, bank.holder],
          [words.account, bank.account],
          ...(bank.bic ? [["BIC", bank.bic] as const] : []),
          [words.number, bill.number ?? "–"],
        ] as const)
      : []),
  ];
  const code =
    bank && bill.number
      ? epcText({
          holder: bank.holder,
          iban: bank.account,
          bic: bank.bic,
          minor: bill.payable_minor,
          currency: bill.currency,
          text: bill.number,
        })
      : null;
  const title = parts.length > 0 ? words.payIn(parts.length) : words.payBy(show.day(bill.due_on));
  if (code) return [{ kind: "code", rows: codeRows(code), title, facts }];
  return facts.length === 0
    ? [{ kind: "text", text: title }]
    : [
        { kind: "heading", text: words.pay },
        { kind: "text", text: title },
        { kind: "facts", facts },
      ];
}

/** private.draft_record */
export type PrintedDraft = PrintedInvoice & {
  all_lines: InvoiceLine[];
  terms_days: number;
  instalments: { amount_minor: number; due_on: string }[];
};

export function draftDocument(draft: PrintedDraft, today: string, logo: string | null): PdfDocument {
  const last = draft.instalments
    .map(({ due_on: day }) => day)
    .toSorted()
    .at(-1);
  const due =
    last ?? draft.due_on ?? new Date(Date.parse(today) + draft.terms_days * 86_400_000).toISOString().slice(0, 10);
  const { withheld_minor: withheld = 0, payable_minor: payable = draft.totals.total_minor } = draft.totals;
  return invoiceDocument({
    ...draft,
    number: null,
    lines: draft.all_lines,
    issued_on: today,
    due_on: due,
    withheld_minor: withheld,
    payable_minor: payable,
    office_currency: null,
    rate: null,
    rate_day: null,
    tax_office_minor: null,
    corrects: null,
    requests: draft.instalments.map((part) => ({ ...part, number: null })),
    options: {},
    logo,
  });
}
