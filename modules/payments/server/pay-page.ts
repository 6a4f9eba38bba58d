// The public page of a request: what is asked for, how to pay it, and what has arrived. Everything on it comes from the database
// at this moment; it says "paid" only when the money is there.
import { formatLongDay } from "#domain/days.ts";
import { exactMoney } from "#domain/money.ts";
import { firmLine, type BankDetails, type Firm } from "#server/platform/firm.ts";
import { formNonce } from "#server/platform/links/links.ts";
import { documentPage, html, icon, type Markup } from "#server/platform/pages/document-page.ts";
import { bankCodeOf, codePicture } from "./bank-code.ts";
import { invoiceSheet } from "./invoice-sheet.ts";
import { payStyle } from "./pay-style.ts";

export interface Invoice {
  number: string;
  title: string;
  issued_on: string;
  currency: string;
  lines: { description?: string; quantity_milli?: number; unit?: string; unit_minor: number; discount_bp?: number }[];
  totals: {
    subtotal_minor: number;
    discount_minor: number;
    total_minor: number;
    taxes: { name: string; bp: number; tax_minor: number }[];
    /** What the lines come to, and the discount on the whole; absent in what was issued before they were told apart. */
    lines_net_minor?: number;
    document_discount_minor?: number;
    net_minor: number;
    lines: { gross_minor: number; line_discount_minor?: number; line_net_minor?: number }[];
  };
}

export interface PaymentFacts {
  number: string;
  title: string;
  company: string;
  person: string | null;
  from: string | null;
  amount_minor: number;
  received_minor: number;
  open_minor: number;
  credit_minor: number;
  currency: string;
  issued_on: string;
  due_on: string;
  state: "open" | "partly_paid" | "overdue" | "paid" | "overpaid" | "refunded";
  paid_on: string | null;
  processing: boolean;
  method: "stripe" | "bank" | "cash" | "other" | null;
  invoice: Invoice | null;
  /** What was taken back of the invoice. */
  credits?: { number: string; total_minor: number }[];
  /** Kept of the invoice as it was issued. */
  files?: { kind: "pdf" | "xml"; file_id: string }[];
  version: string;
}

const methods = { stripe: "Card", bank: "Bank transfer", cash: "Cash", other: "Otherwise" };
const pdfLink = (facts: PaymentFacts, { path }: PayPlace, words: string): Markup =>
  html`<p>
    <a class="link" href="${path}/${pdfName}" download="${facts.invoice?.number ?? facts.number}.pdf"
      >${icon("download")}${words}</a
    >
    ${(facts.files ?? []).map(
      ({ kind }) =>
        html` <a
          class="link"
          href="${path}/${issuedNames[kind]}"
          download="${facts.invoice?.number ?? facts.number}.${kind}"
          >${icon("download")}Invoice ${facts.invoice?.number ?? ""} as issued (${kind.toUpperCase()})</a
        >`,
    )}
  </p>`;
/** Below the page's own address. */
export const pdfName = "document.pdf";
export const issuedNames = { pdf: "invoice.pdf", xml: "invoice.xml" } as const;

/** Where the page is: behind its link, or in the client's area. */
export interface PayPlace {
  path: string;
  /** What its forms carry a nonce of. */
  token: string;
  /** In the area the account is shown in full after a fresh code; until then, the address where one is asked for. */
  confirm?: string | undefined;
}

export const payPage = (
  facts: PaymentFacts,
  token: string,
  { cards, firm }: { cards: boolean; firm: Firm },
): Promise<string> =>
  documentPage({
    title: facts.title,
    reference: `Request ${facts.number}`,
    style: payStyle,
    body: payBody(facts, { path: `/pay/${token}`, token }, { cards, firm }),
  });

export function payBody(facts: PaymentFacts, place: PayPlace, { cards, firm }: { cards: boolean; firm: Firm }): Markup {
  const isSettled = facts.state === "paid" || facts.state === "overpaid" || facts.state === "refunded";
  const shown = isSettled || facts.received_minor <= 0 ? facts.amount_minor : facts.open_minor;
  const rows: [string, string | Markup][] = [["For", [facts.company, facts.person].filter(Boolean).join(", ")]];
  rows.push(["Due", formatLongDay(facts.due_on)]);
  if (facts.received_minor > 0 && !isSettled) {
    rows.push(["Asked for", exactMoney(facts.amount_minor, facts.currency)]);
    rows.push(["Received", exactMoney(facts.received_minor, facts.currency)]);
  }
  if (facts.invoice) rows.push(["Invoice", facts.invoice.number]);
  rows.push(["From", [facts.from, firm.legalName].filter(Boolean).join(", ")]);
  rows.push(["Paid to", firmLine(firm)]);
  if (firm.taxNumber) rows.push(["Tax number", firm.taxNumber]);
  return html`<section class="doc-open pay" data-field="nil">
      <svg class="doc-art" viewBox="0 0 900 420" preserveAspectRatio="xMinYMax slice" aria-hidden="true">
        <use href="/art/cascade.svg#art" />
      </svg>
      <div class="wrap pay-grid">
        <div>
          <h1 class="pay-title">
            <span dir="auto">${facts.title}</span>
            <span class="mega">${exactMoney(shown, facts.currency)}</span>
          </h1>
          <dl class="spec">
            ${rows.map(
              ([term, fact]) =>
                html`<dt>${term}</dt>
                  <dd dir="auto">${fact}</dd>`,
            )}
          </dl>
        </div>
        <div class="sheet" data-field="paper">
          ${isSettled ? settled(facts, place) : facts.processing ? processing(facts) : ways(facts, place, cards, firm)}
        </div>
      </div>
    </section>
    ${facts.invoice ? invoiceSheet(facts.invoice, facts.credits) : ""}`;
}

const settled = (facts: PaymentFacts, place: PayPlace): Markup => {
  const isRefunded = facts.state === "refunded";
  return html`<p class="note good" role="status">
      ${icon("check")}<span
        >${
          isRefunded
            ? html`<b>Refunded.</b> What you paid for this request was paid back.`
            : html`<b>Paid.</b> ${exactMoney(facts.received_minor, facts.currency)}
                received${facts.paid_on ? ` on ${formatLongDay(facts.paid_on)}` : ""}.`
        }</span
      >
    </p>
    <h2>${isRefunded ? "Nothing is open." : "Thank you."}</h2>
    ${
      facts.credit_minor > 0
        ? html`<p>
            That is ${exactMoney(facts.credit_minor, facts.currency)} more than we asked for. We write to you about it.
          </p>`
        : ""
    }
    <dl class="spec">
      <dt>Receipt</dt>
      <dd>${facts.number}</dd>
      <dt>How</dt>
      <dd>${facts.method ? methods[facts.method] : ""}</dd>
    </dl>
    <button class="btn btn-line needs-script" type="button" data-print>${icon("printer")}Print this page</button>
    ${pdfLink(facts, place, "Receipt as PDF")}`;
};

const processing = (facts: PaymentFacts): Markup =>
  html`<p class="note warn" role="status">
      ${icon("clock")}<span
        ><b>On its way.</b> Your bank has the order for ${exactMoney(facts.open_minor, facts.currency)} and has not
        confirmed it yet.</span
      >
    </p>
    <h2>Nothing more to do.</h2>
    <p>This takes up to a few business days. The page says "Paid" as soon as the money has arrived.</p>`;

/** Where a transfer goes. */
export const transferFacts = ({ account, bank, bic, holder }: BankDetails): [string, string][] =>
  (
    [
      ["Account", account],
      ["Bank", bank],
      ["BIC", bic],
      ["Name", holder],
    ] as const
  ).flatMap(([term, fact]) => (fact === null ? [] : [[term, fact] as [string, string]]));

/** Without bank details and cards there is no way to pay here, and an invented account would be worse. */
const noWay = (facts: PaymentFacts, place: PayPlace): Markup =>
  html`<h2>How to pay</h2>
    <p>Reply to our mail: we tell you where to transfer the money. The reference is <b>${facts.number}</b>.</p>
    ${pdfLink(facts, place, `${facts.invoice ? "Invoice" : "Request"} as PDF`)}`;

const byCard = (facts: PaymentFacts, place: PayPlace): Markup =>
  html`<form method="post">
    <input type="hidden" name="version" value="${facts.version}" />
    <input type="hidden" name="nonce" value="${formNonce(place.token, facts.version)}" />
    <input type="hidden" name="how" value="card" />
    <h2>By card</h2>
    <p>On the secure page of our payment provider.</p>
    <button class="btn btn-accent" type="submit">
      ${icon("lock")}Pay ${exactMoney(facts.open_minor, facts.currency)} by card
    </button>
    <p class="small muted">You come back to this page. Card numbers never touch our servers.</p>
    ${pdfLink(facts, place, `${facts.invoice ? "Invoice" : "Request"} as PDF`)}
  </form>`;

function ways(facts: PaymentFacts, place: PayPlace, cards: boolean, { bank }: Firm): Markup {
  if (!bank) return cards ? byCard(facts, place) : noWay(facts, place);
  const details: [string, string][] = [
    ...transferFacts(bank),
    ["Amount", exactMoney(facts.open_minor, facts.currency)],
    ["Reference", facts.number],
  ];
  const scan = bankCodeOf(facts, bank);
  const changed = bank.changedOn
    ? html`<p class="small muted for-bank">
        These details hold since ${formatLongDay(bank.changedOn)}. If a mail names another account, ask us first.
      </p>`
    : "";
  const spec = html`<dl class="spec">
      ${details.map(
        ([term, fact]) =>
          html`<dt>${term}</dt>
            <dd class="${term === "Account" || term === "Reference" || term === "BIC" ? "mono" : ""}">${fact}</dd>`,
      )}
    </dl>
    ${
      scan
        ? html`<figure class="scan for-bank">
            ${codePicture(scan, `Code for a bank's app: ${exactMoney(facts.open_minor, facts.currency)}, reference ${facts.number}`)}
            <figcaption><b>Scan with your bank's app.</b> It fills in account, amount and reference.</figcaption>
          </figure>`
        : ""
    }
    ${changed}`;
  const copy = place.confirm
    ? html`<a class="btn btn-accent for-bank" href="${place.confirm}">${icon("lock")}Show the whole account</a>`
    : html`<button
        class="btn btn-accent needs-script for-bank"
        type="button"
        data-copy="${details.map(([term, fact]) => `${term}: ${fact}`).join("\n")}"
      >
        ${icon("copy")}<span role="status">Copy the transfer details</span>
      </button>`;
  const hint = html`<p class="small muted for-bank">
    We write to you when the money has arrived. Without the reference it takes us a day longer.
  </p>`;
  const pdf = pdfLink(facts, place, `${facts.invoice ? "Invoice" : "Request"} as PDF`);
  if (!cards)
    return html`<h2>By bank transfer</h2>
      <div class="pick"><div class="pick-in">${spec}</div></div>
      ${copy}${hint}${pdf}`;
  return html`<form method="post">
    <input type="hidden" name="version" value="${facts.version}" />
    <input type="hidden" name="nonce" value="${formNonce(place.token, facts.version)}" />
    <fieldset>
      <legend><h2>How would you like to pay?</h2></legend>
      <div class="pick">
        <label
          ><input type="radio" name="how" value="bank" checked /><span
            ><b>Bank transfer</b><span class="small muted">${bank.note}</span></span
          ></label
        >
        <div class="pick-in for-bank">${spec}</div>
        <label
          ><input type="radio" name="how" value="card" /><span
            ><b>Card</b><span class="small muted">On the secure page of our payment provider</span></span
          ></label
        >
      </div>
    </fieldset>
    ${copy}
    <button class="btn btn-accent for-card" type="submit">
      ${icon("lock")}Pay ${exactMoney(facts.open_minor, facts.currency)} by card
    </button>
    ${hint}
    <p class="small muted for-card">You come back to this page. Card numbers never touch our servers.</p>
    ${pdf}
  </form>`;
}
