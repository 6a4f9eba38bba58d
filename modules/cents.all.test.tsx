// The same cents in the editor, on the client's page, in the PDF, on the page to pay on, on its invoice and at Stripe: ten thousand
// random proposals through everything that prints or sends a number, read back as a person would. What comes before and after, in the
// database and in rendered files, is tried with a few in proposals/proposal-pdf.test.ts and payments/checkout.test.ts.
import fc from "fast-check";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { sessionOf } from "#server/platform/outbox/stripe.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { firmOf } from "#server/platform/firm.ts";
import { paymentPdf } from "./payments/server/invoice-pdf.ts";
import { payPage, type PaymentFacts } from "./payments/server/pay-page.ts";
import type { ProposalContent, ProposalItem, Totals } from "./proposals/proposal.ts";
import { answerSheet } from "./proposals/server/answer-sheet.ts";
import type { ShownProposal } from "./proposals/server/find-page.ts";
import { letter } from "./proposals/server/letter-html.ts";
import { proposalDocument } from "./proposals/server/proposal-pdf.ts";
import { editorSums } from "./proposals/sums.ts";
import { TotalsList } from "./proposals/page/totals-list.tsx";

const { sql } = await testDatabase();
const count = 10_000;
/** Not asked of Intl: that is what is tested. */
const digits: Record<string, number> = { USD: 2, EUR: 2, JPY: 0, KWD: 3, ISK: 0 };

const document = fc.record({
  currency: fc.constantFrom(...Object.keys(digits)),
  discount_bp: fc.constantFrom(0, 0, 333, 1250),
  deposit_bp: fc.integer({ min: 0, max: 10_000 }),
  items: fc.array(
    fc.record({
      unit_minor: fc.oneof(fc.integer({ min: 0, max: 9_999_999 }), fc.integer({ min: 0, max: 900_000_000_000 })),
      quantity_milli: fc.constantFrom(1, 500, 1000, 1333, 20_000),
      discount_bp: fc.constantFrom(0, 0, 0, 777, 5000),
      tax_bp: fc.constantFrom(0, 700, 1900, 997.5),
      optional: fc.boolean(),
      selected: fc.boolean(),
    }),
    { minLength: 1, maxLength: 4 },
  ),
});

/** "-$1,250.50" is -125050: every digit counts, and every decimal of the currency is there. */
function cents(text: string, currency: string): number {
  const plain = text.replaceAll(/[^\d.-]/g, "");
  const [whole = "", fraction = ""] = plain.replace("-", "").split(".");
  if (!/^\d+$/.test(whole) || fraction.length !== digits[currency]) throw new Error(`no amount: ${text}`);
  return (plain.startsWith("-") ? -1 : 1) * Number(whole + fraction.padEnd(digits[currency]!, "0"));
}
const all = (html: string, pattern: RegExp, currency: string) =>
  [...html.matchAll(pattern)].map(([, text]) => cents(text!, currency));

function shownOf(
  of: { items: ProposalItem[]; discount_bp: number; deposit_bp: number },
  totals: Totals,
): ShownProposal {
  const parties = {
    number: "P-2026-001",
    account: "Norrfall",
    contact: null,
    email: null,
    from: null,
    house: "Guidevane",
  };
  const content: ProposalContent = {
    format: "guidevane proposal 2",
    version: 1,
    parties: {
      ...parties,
      currency: totals.currency,
      timezone: "UTC",
      valid_until: null,
    },
    title: "Desk",
    intro: "",
    body: "",
    terms: "",
    dates: [],
    tax_note: "",
    payment_days: 14,
    consent: "Yes.",
    discount_bp: of.discount_bp,
    deposit_bp: of.deposit_bp,
    items: of.items,
    totals,
  };
  const answer = {
    typed_name: "M",
    decided_at: "2026-11-16T00:00:00Z",
    reason: null,
    reference: "a",
    local: "",
    canonical: "",
  };
  return {
    id: "p",
    number: "P-2026-001",
    state: "accepted",
    version: 1,
    content,
    canonical: "",
    sha256: "0".repeat(64),
    sent_on: "2026-11-16",
    days_left: null,
    owner_email: null,
    problems: [],
    requests: [],
    before: null,
    decision: {
      kind: "accepted",
      ...answer,
      payment_request_id: "r",
      deposit_is_paid: false,
    },
  };
}

function requestOf(items: ProposalItem[], totals: Totals, amount: number): PaymentFacts {
  return {
    number: "R-2026-001",
    title: "Deposit",
    company: "Norrfall",
    person: null,
    from: null,
    currency: totals.currency,
    amount_minor: amount,
    received_minor: 0,
    open_minor: amount,
    credit_minor: 0,
    issued_on: "2026-11-16",
    due_on: "2026-11-30",
    state: "open",
    paid_on: null,
    processing: false,
    method: null,
    version: "1",
    invoice: {
      number: "I-2026-001",
      title: "Desk",
      issued_on: "2026-11-16",
      currency: totals.currency,
      lines: items,
      totals: totals as never,
    },
  };
}

const withBank = {
  ...firmOf(),
  bank: { holder: "Norrfall", bank: null, account: "NO93 8601", bic: null, note: "", changedOn: null },
};

test("proposals 12, payments 1: the cents of 10,000 random proposals are equal in the editor, on page and PDF, on invoice and pay page, and at Stripe", async () => {
  const asked = fc.sample(document, { numRuns: count, seed: 4711 });
  const answered: { totals: Totals }[] = [];
  for (let from = 0; from < count; from += 1000)
    answered.push(
      ...(await sql<{ totals: Totals }[]>`
        select public.document_totals(asked -> 'items', asked ->> 'currency',
          jsonb_build_object('discount_bp', asked -> 'discount_bp', 'deposit_bp', asked -> 'deposit_bp')) as totals
        from jsonb_array_elements(${JSON.stringify(asked.slice(from, from + 1000))}::jsonb) with ordinality as each (asked, place)
        order by place`),
    );
  expect(answered).toHaveLength(count);
  let refused = 0;
  const different: unknown[] = [];
  // One look at the end: a hundred thousand expectations would take longer than what they look at.
  const equal = (where: string, place: number, printed: unknown, kept: unknown) => {
    if (JSON.stringify(printed) !== JSON.stringify(kept)) different.push({ where, place, printed, kept });
  };
  for (const [place, of] of asked.entries()) {
    const { totals } = answered[place]!;
    const { currency } = of;
    const items = of.items.map((item, at) => ({ position: at + 1, title: "x", description: "", unit: "", ...item }));
    const shown = shownOf({ ...of, items }, totals);
    const lines = totals.lines.map((line) => line.line_net_minor!);
    const { total_minor: total, deposit_minor: deposit } = totals;
    const taxes = totals.taxes.map((tax) => tax.tax_minor);
    const whole = totals.document_discount_minor!;
    const discount = whole === 0 ? [] : [-whole, totals.net_minor];
    const tax = taxes.length > 0 ? taxes : [0];
    const subtotal = whole === 0 && totals.tax_minor === 0 ? [] : [totals.lines_net_minor];
    const sums = [...subtotal, ...discount, ...tax, total, ...(deposit === 0 ? [] : [deposit])];

    // What is printed adds up for anyone who checks it with a pencil.
    for (const [at, line] of totals.lines.entries()) {
      const { unit_minor: unit, quantity_milli: quantity } = items[at]!;
      equal("gross", place, line.gross_minor, Math.round((unit * quantity) / 1000));
      equal("line", place, line.gross_minor - line.line_discount_minor!, line.line_net_minor);
    }
    const counted = totals.lines.filter((line) => line.counted).map((line) => line.line_net_minor!);
    equal("net", place, counted.reduce((sum, line) => sum + line, 0) - whole, totals.net_minor);
    equal("pencil", place, totals.net_minor + tax.reduce((sum, part) => sum + part, 0), total);

    const screen = [totals.lines_net_minor, ...discount, ...tax, total, ...(deposit > 0 ? [deposit] : [])];
    const editor = editorSums(totals);
    const values = [
      ...editor.rows.map(([, value]) => value),
      editor.total,
      ...(editor.deposit === null ? [] : [editor.deposit]),
    ];
    equal(
      "editor",
      place,
      values.map((value) => cents(value, currency)),
      screen,
    );
    if (place % 100 === 0) {
      const drawn = renderToStaticMarkup(<TotalsList totals={totals} depositBp={of.deposit_bp} />);
      equal("drawn editor", place, all(drawn, /<dd[^>]*>([^<]*)<\/dd>/g, currency), screen);
    }

    const page = String(await letter(shown, false));
    equal("page lines", place, all(page, /class="amt[^>]*>([^<]*)</g, currency), lines);
    equal("page sums", place, all(page, /<dd class="(?:grand)?">([^<]*)<\/dd>/g, currency), sums);
    const sheet = String(await answerSheet(shown, { token: "t", path: "/p/t", preview: false }));
    equal("sheet total", place, all(sheet, /class="big">([^<]*)</g, currency), [total]);
    equal("sheet deposit", place, all(sheet, /Pay deposit, ([^<]*)</g, currency), deposit > 0 ? [deposit] : []);

    const printed = proposalDocument(shown, []).blocks;
    const rows = printed.find((block) => block.kind === "lines")!;
    equal(
      "PDF lines",
      place,
      rows.rows.map(({ cells }) => cents(cells.at(-1) ?? "", currency)),
      lines,
    );
    const totalsBlock = printed.find((block) => block.kind === "totals")!;
    equal(
      "PDF sums",
      place,
      totalsBlock.rows.map(({ value }) => cents(value, currency)),
      sums,
    );

    const amount = deposit || total;
    if (amount === 0) continue;
    const facts = requestOf(items, totals, amount);
    const pay = await payPage(facts, "t", { cards: true, firm: withBank });
    equal("pay page", place, all(pay, /class="mega">([^<]*)</g, currency), [amount]);
    equal("transfer", place, all(pay, /<dt>Amount<\/dt>\s*<dd[^>]*>([^<]*)</g, currency), [amount]);
    equal("card button", place, all(pay, /<\/svg>Pay ([^<]*) by card/g, currency), [amount]);
    // On the invoice subtotal and discount stand only where there is a discount, the net only above a tax or below a discount.
    const invoiced = [
      ...(whole === 0 ? [] : [totals.lines_net_minor, -whole]),
      ...(whole === 0 && taxes.length === 0 ? [] : [totals.net_minor]),
      ...taxes,
      total,
    ];
    const bill = pay.slice(pay.indexOf('<section class="bill"'));
    equal(
      "invoice sums",
      place,
      all(bill.slice(bill.indexOf("<tfoot>")), /<td class="num">([^<]*)</g, currency),
      invoiced,
    );
    equal(
      "invoice lines",
      place,
      all(bill.slice(0, bill.indexOf("<tfoot>")), /<td class="num">([^<]*)</g, currency),
      lines,
    );
    const billed = paymentPdf(facts, firmOf()).blocks.find((block) => block.kind === "totals")!;
    equal(
      "invoice PDF",
      place,
      billed.rows.map(({ value }) => cents(value, currency)),
      invoiced,
    );

    const checkout = { requestId: "r", attempt: 1, currency, title: "x", successUrl: "", cancelUrl: "" };
    // Stripe takes dinars without a last decimal.
    if (currency === "KWD" && amount % 10 !== 0) {
      refused += 1;
      let words = "";
      try {
        sessionOf({ ...checkout, amountMinor: amount });
      } catch (error) {
        words = (error as Error).message;
      }
      equal("refused", place, words, "the last decimal");
      continue;
    }
    const sent = sessionOf({ ...checkout, amountMinor: amount }).line_items[0]!.price_data;
    equal(
      "Stripe",
      place,
      [sent.currency, sent.unit_amount],
      [currency.toLowerCase(), currency === "ISK" ? amount * 100 : amount],
    );
  }
  expect(different.slice(0, 3)).toEqual([]);
  expect(refused).toBeGreaterThan(100);
});
