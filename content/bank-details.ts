// Where transfers go. There are none by default: an invented account on a real page to pay on would send a client's money away. The operator
// sets them (BANK_DETAILS, server/env.ts).
export interface BankDetails {
  holder: string;
  bank: string;
  account: string;
  bic: string;
}

/** Said under the name of the way to pay. */
export const transferNote = "No fee. Arrives in one or two business days";

/** "Name | Bank | Account | BIC"; null when a part is missing. */
export function parseBankDetails(words: string): BankDetails | null {
  const [holder, bank, account, bic, ...more] = words.split("|").map((part) => part.trim());
  return holder && bank && account && bic && more.length === 0 ? { holder, bank, account, bic } : null;
}
