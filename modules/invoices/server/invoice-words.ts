// The words of an invoice in the languages that clients may have. Amounts and days are written as in that language; files of machines are
// never translated.
import { minorDigits, plainMoney } from "#domain/money.ts";
import type { Language } from "../invoice.ts";

interface Words {
  types: Record<"invoice" | "deposit" | "final" | "credit", string>;
  number: string;
  issued: string;
  due: string;
  supply: string;
  seller: string;
  buyer: string;
  vatId: string;
  taxNumber: string;
  register: string;
  reference: string;
  corrects: (number: string, day: string) => string;
  reason: string;
  what: string;
  unitPrice: string;
  quantity: string;
  discount: string;
  net: string;
  subtotal: string;
  wholeDiscount: string;
  totalNet: string;
  tax: string;
  on: string;
  total: string;
  withheld: string;
  payable: string;
  officeTax: (amount: string, rate: string, day: string) => string;
  reverse: string;
  pay: string;
  payBy: (day: string) => string;
  payIn: (instalments: number) => string;
  holder: string;
  account: string;
  instalment: string;
  takenOff: string;
  carriedForward: string;
  broughtForward: string;
  page: string;
  note: string;
}

export const wordsOf: Record<Language, Words> = {
  en: {
    types: { invoice: "Invoice", deposit: "Deposit invoice", final: "Final invoice", credit: "Credit note" },
    number: "Number",
    issued: "Date of issue",
    due: "Due",
    supply: "Supplied",
    seller: "From",
    buyer: "To",
    vatId: "VAT id",
    taxNumber: "Tax number",
    register: "Register",
    reference: "Your reference",
    corrects: (number, day) => `Corrects ${number} of ${day}`,
    reason: "Reason",
    what: "What",
    unitPrice: "Unit price, net",
    quantity: "Quantity",
    discount: "Discount",
    net: "Net",
    subtotal: "Subtotal, net",
    wholeDiscount: "Discount on the whole",
    totalNet: "Total, net",
    tax: "Tax",
    on: "on",
    total: "Total",
    withheld: "Withheld by you",
    payable: "To pay",
    officeTax: (amount, rate, day) => `Tax in the seller's currency: ${amount} (rate ${rate} of ${day}).`,
    reverse: "Reverse charge",
    pay: "By bank transfer",
    payBy: (day) => `Please pay by ${day}.`,
    payIn: (instalments) => `Please pay in ${instalments} instalments.`,
    holder: "Holder",
    account: "Account",
    instalment: "Instalment",
    takenOff: "Already invoiced",
    carriedForward: "Carried forward, net:",
    broughtForward: "Brought forward, net:",
    page: "Page {page} of {pages}",
    note: "Note",
  },
  de: {
    types: {
      invoice: "Rechnung",
      deposit: "Anzahlungsrechnung",
      final: "Schlussrechnung",
      credit: "Rechnungskorrektur",
    },
    number: "Nummer",
    issued: "Rechnungsdatum",
    due: "Fällig",
    supply: "Leistungszeitraum",
    seller: "Von",
    buyer: "An",
    vatId: "USt-IdNr.",
    taxNumber: "Steuernummer",
    register: "Register",
    reference: "Ihre Referenz",
    corrects: (number, day) => `Korrektur zu ${number} vom ${day}`,
    reason: "Grund",
    what: "Leistung",
    unitPrice: "Einzelpreis netto",
    quantity: "Menge",
    discount: "Rabatt",
    net: "Netto",
    subtotal: "Zwischensumme netto",
    wholeDiscount: "Rabatt auf alles",
    totalNet: "Summe netto",
    tax: "USt",
    on: "auf",
    total: "Gesamtbetrag",
    withheld: "Einbehalten",
    payable: "Zahlbetrag",
    officeTax: (amount, rate, day) => `Steuer in der Währung des Leistenden: ${amount} (Kurs ${rate} vom ${day}).`,
    reverse: "Steuerschuldnerschaft des Leistungsempfängers",
    pay: "Per Überweisung",
    payBy: (day) => `Bitte zahlen Sie bis zum ${day}.`,
    payIn: (instalments) => `Bitte zahlen Sie in ${instalments} Raten.`,
    holder: "Kontoinhaber",
    account: "Konto",
    instalment: "Rate",
    takenOff: "Bereits berechnet",
    carriedForward: "Übertrag netto:",
    broughtForward: "Übertrag netto:",
    page: "Seite {page} von {pages}",
    note: "Hinweis",
  },
  fr: {
    types: { invoice: "Facture", deposit: "Facture d’acompte", final: "Facture de solde", credit: "Avoir" },
    number: "Numéro",
    issued: "Date d’émission",
    due: "Échéance",
    supply: "Prestation",
    seller: "De",
    buyer: "À",
    vatId: "N° de TVA",
    taxNumber: "N° fiscal",
    register: "Registre",
    reference: "Votre référence",
    corrects: (number, day) => `Corrige ${number} du ${day}`,
    reason: "Motif",
    what: "Désignation",
    unitPrice: "Prix unitaire HT",
    quantity: "Quantité",
    discount: "Remise",
    net: "HT",
    subtotal: "Sous-total HT",
    wholeDiscount: "Remise globale",
    totalNet: "Total HT",
    tax: "TVA",
    on: "sur",
    total: "Total TTC",
    withheld: "Retenue à la source",
    payable: "Net à payer",
    officeTax: (amount, rate, day) => `TVA dans la devise du vendeur : ${amount} (taux ${rate} du ${day}).`,
    reverse: "Autoliquidation",
    pay: "Par virement",
    payBy: (day) => `À régler avant le ${day}.`,
    payIn: (instalments) => `À régler en ${instalments} versements.`,
    holder: "Titulaire",
    account: "Compte",
    instalment: "Versement",
    takenOff: "Déjà facturé",
    carriedForward: "À reporter, HT :",
    broughtForward: "Report, HT :",
    page: "Page {page} sur {pages}",
    note: "Note",
  },
};

const locales: Record<Language, string> = { en: "en-GB", de: "de-DE", fr: "fr-FR" };

export function formatsOf(language: Language) {
  const locale = locales[language];
  const day = new Intl.DateTimeFormat(locale, { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 });
  const countries = new Intl.DisplayNames(locale, { type: "region", fallback: "code" });
  return {
    money: (minor: number, currency: string) => {
      const digits = minorDigits(currency);
      const fraction = { minimumFractionDigits: digits, maximumFractionDigits: digits };
      // The fonts of a PDF have no narrow space.
      return new Intl.NumberFormat(locale, { style: "currency", currency, ...fraction })
        .format(plainMoney(minor, currency) as Intl.StringNumericLiteral)
        .replaceAll("\u202f", "\u00a0");
    },
    country: (code: string) => (/^[A-Z]{2}$/.test(code) ? countries.of(code)! : code),
    day: (iso: string) => day.format(new Date(`${iso}T12:00:00Z`)),
    percent: (pcm: number) => `${number.format(pcm / 1000)} %`,
    quantity: (milli: number, unit: string) => `${number.format(milli / 1000)} ${unit}`.trim(),
    rate: (value: number) => new Intl.NumberFormat(locale, { maximumSignificantDigits: 8 }).format(value),
  };
}
