// The columns a bank's CSV file can have, known by what banks call them. Shared by the screen, where a person matches them, and the
// server, which reads the file.
export const csvFields = {
  day: "Day booked",
  valued_on: "Value date",
  amount: "Amount",
  money_in: "Money in",
  money_out: "Money out",
  direction: "In or out",
  name: "Name",
  iban: "Their account",
  text: "Text",
  more_text: "More text",
  reference: "Bank reference",
  currency: "Currency",
  own_account: "Own account",
  balance: "Balance after",
  state: "State",
} as const;
export type CsvField = keyof typeof csvFields;
export type CsvMatching = Partial<Record<CsvField, number>>;

/** In order: the first that fits takes the column. */
const known: Record<CsvField, RegExp> = {
  own_account: /^(?:(?:iban )?auftragskonto|own account|account iban|rekening|your account)$/,
  valued_on: /valu|wert(?:stellung)?(?:sdatum)?$|date de valeur|fecha valor|rentedatum|interest date/,
  day: /^(?:booking|book(?:ed|ing)?|transaction|trans|post(?:ing|ed)?|entry)? ?date|^buchung(?:stag|sdatum)?$|^datum$|^date|^fecha|^data\b|completed date|^dag$|^day$|^completed|^boekdatum|^bogf|^bokf/,
  money_out:
    /^(?:debit|withdrawals?|paid out|money out|out|soll|belastung(?:en)?|débit|cargo|payments?|spent|ausgang)(?: amount)?(?: ?\(?[a-z]{3}\)?)?$/,
  money_in:
    /^(?:credit|deposits?|paid in|money in|in|haben|gutschrift(?:en)?|crédit|abono|receipts?|received|eingang)(?: amount)?(?: ?\(?[a-z]{3}\)?)?$/,
  balance: /balance|saldo|solde|kontostand/,
  direction:
    /^(?:debit\/credit|credit\/debit|cr\/dr|dr\/cr|d\/c|c\/d|s\/h|soll\/haben|af bij|type d\/c|debitcredit|credit ?debit ?indicator|sollhaben|sh)$/,
  currency: /^(?:currency|währung|waehrung|devise|ccy|moneda|valuta|munt)$/,
  amount: /amount|betrag|montant|importe|importo|bedrag|umsatz|^value$|^sum/,
  iban: /iban|account number|counterparty account|gegenkonto|kontonummer|tegenrekening|konto nr|their account/,
  name: /name|payee|payer|counterparty|beneficiary|beguenstigter|begünstigter|zahlungspflichtiger|auftraggeber|empfänger|merchant|contrepartie|contact/,
  more_text: /^(?:notes?|memo|additional|zusatz|more text|buchungstext|type|transaction type)/,
  text: /reference|remittance|description|details|verwendungszweck|zweck|libell|concepto|omschrijving|mededeling|text|narrative|causale|message|particulars/,
  reference: /transaction id|bank ref|^id$|^ref|archive|unique|transaktions-?id|belegnummer|umsatz-?id/,
  state: /^(?:state|status)$/,
};

export const headingsKey = (headings: readonly string[]) =>
  headings
    .map((heading) => heading.trim().toLowerCase())
    .toSorted()
    .join("\n");

const order: readonly CsvField[] = [
  "own_account",
  "valued_on",
  "day",
  "direction",
  "money_out",
  "money_in",
  "balance",
  "currency",
  "state",
  "reference",
  "amount",
  "name",
  "iban",
  "text",
  "more_text",
];

export function guessColumns(headings: readonly string[]): CsvMatching {
  const made: CsvMatching = {};
  const taken = new Set<number>();
  const plain = headings.map((heading) =>
    heading
      .trim()
      .toLowerCase()
      .replaceAll(/[_\s]+/g, " "),
  );
  for (const field of order) {
    const column = plain.findIndex((heading, place) => !taken.has(place) && known[field].test(heading));
    if (column === -1) continue;
    made[field] = column;
    taken.add(column);
  }
  // One column for both ways, or two: never both.
  if (made.money_in === undefined || made.money_out === undefined) {
    delete made.money_in;
    delete made.money_out;
  } else delete made.amount;
  return made;
}

/** What is still to be said before the file can be read. */
export function missingColumns(matching: CsvMatching): string | null {
  if (matching.day === undefined) return "Say which column has the day.";
  if (matching.amount === undefined && (matching.money_in === undefined || matching.money_out === undefined))
    return "Say which column has the amount, or which two have money in and money out.";
  return null;
}
