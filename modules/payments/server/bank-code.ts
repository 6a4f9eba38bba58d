// The code on the page to pay on: what is open at this moment, for the bank's app.
import { epcText } from "#domain/epc-code.ts";
import type { BankDetails } from "#server/platform/firm.ts";
import { html, type Markup } from "#server/platform/pages/document-page.ts";
import { codePath, codeRows } from "#server/platform/pdf/bank-code.ts";
import type { PaymentFacts } from "./pay-page.ts";

/** Null but for euro and a right IBAN, and where nothing is open. */
export const bankCodeOf = (facts: PaymentFacts, bank: BankDetails): string | null =>
  epcText({
    holder: bank.holder,
    iban: bank.account,
    bic: bank.bic,
    minor: facts.open_minor,
    currency: facts.currency,
    text: facts.number,
  });

/** Dark on white in both themes, with the four light squares around it that readers need. */
export function codePicture(text: string, label: string): Markup {
  const rows = codeRows(text);
  const size = rows.length + 8;
  return html`<svg class="bank-code" viewBox="-4 -4 ${size} ${size}" role="img" aria-label="${label}">
    <path fill="#fff" d="M-4-4h${size}v${size}h-${size}z" />
    <path fill="#000" d="${codePath(rows)}" />
  </svg>`;
}
