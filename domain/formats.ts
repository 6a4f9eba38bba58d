// How dates and numbers are written for the person who reads them. The back office sets their choice (app/lib/format-choice.ts); the
// server never does, so that mails, letters and clients' pages stay as specified. Words stay English: dates with names of months and days are
// written by the English of a region (`english`), numbers by the locale itself.

export interface FormatChoice {
  locale: string;
  /** 1 is Monday, 7 Sunday; null: as usual there. */
  weekStartsOn: number | null;
  /** Null: as usual there. */
  hours24: boolean | null;
}

/** Regions whose English every browser knows; `en-GB` has the day first, `en-SE` numbers from year to day. */
export const formatLocales = [
  { locale: "en-US", name: "United States", english: "en-US", weekStartsOn: 7 },
  { locale: "en-GB", name: "United Kingdom", english: "en-GB", weekStartsOn: 1 },
  { locale: "en-CA", name: "Canada", english: "en-CA", weekStartsOn: 7 },
  { locale: "en-AU", name: "Australia", english: "en-AU", weekStartsOn: 1 },
  { locale: "en-IE", name: "Ireland", english: "en-IE", weekStartsOn: 1 },
  { locale: "en-IN", name: "India", english: "en-IN", weekStartsOn: 7 },
  { locale: "en-ZA", name: "South Africa", english: "en-ZA", weekStartsOn: 7 },
  { locale: "de-AT", name: "Austria", english: "en-AT", weekStartsOn: 1 },
  { locale: "nl-BE", name: "Belgium", english: "en-BE", weekStartsOn: 1 },
  { locale: "pt-BR", name: "Brazil", english: "en-GB", weekStartsOn: 7 },
  { locale: "zh-CN", name: "China", english: "en-SE", weekStartsOn: 1 },
  { locale: "cs-CZ", name: "Czechia", english: "en-GB", weekStartsOn: 1 },
  { locale: "da-DK", name: "Denmark", english: "en-DK", weekStartsOn: 1 },
  { locale: "fi-FI", name: "Finland", english: "en-FI", weekStartsOn: 1 },
  { locale: "fr-FR", name: "France", english: "en-GB", weekStartsOn: 1 },
  { locale: "de-DE", name: "Germany", english: "en-DE", weekStartsOn: 1 },
  { locale: "he-IL", name: "Israel", english: "en-IL", weekStartsOn: 7 },
  { locale: "it-IT", name: "Italy", english: "en-GB", weekStartsOn: 1 },
  { locale: "ja-JP", name: "Japan", english: "en-SE", weekStartsOn: 7 },
  { locale: "ko-KR", name: "Korea", english: "en-SE", weekStartsOn: 7 },
  { locale: "nl-NL", name: "Netherlands", english: "en-NL", weekStartsOn: 1 },
  { locale: "nb-NO", name: "Norway", english: "en-GB", weekStartsOn: 1 },
  { locale: "pl-PL", name: "Poland", english: "en-GB", weekStartsOn: 1 },
  { locale: "pt-PT", name: "Portugal", english: "en-GB", weekStartsOn: 7 },
  { locale: "es-ES", name: "Spain", english: "en-GB", weekStartsOn: 1 },
  { locale: "sv-SE", name: "Sweden", english: "en-SE", weekStartsOn: 1 },
  { locale: "de-CH", name: "Switzerland", english: "en-CH", weekStartsOn: 1 },
] as const;

export const asSpecified: FormatChoice = { locale: "en-US", weekStartsOn: null, hours24: null };
let choice = asSpecified;
/** Formatters that were made for another choice are made again. */
let version = 0;

export const formatChoice = () => choice;
export const regionOf = ({ locale }: FormatChoice) =>
  formatLocales.find((each) => each.locale === locale) ?? formatLocales[0];
export const firstDayOfWeek = (of: FormatChoice = choice): number => of.weekStartsOn ?? regionOf(of).weekStartsOn;

export function setFormats(next: FormatChoice): void {
  const { locale, weekStartsOn, hours24 } = choice;
  if (next.locale === locale && next.weekStartsOn === weekStartsOn && next.hours24 === hours24) return;
  choice = { ...next, locale: regionOf(next).locale };
  version++;
}

/** Reads or writes something that is not for the person's eyes, such as a file: as specified, whatever they chose. */
export function inSpecifiedFormats<T>(work: () => T): T {
  const kept = choice;
  setFormats(asSpecified);
  try {
    return work();
  } finally {
    setFormats(kept);
  }
}

function madeOnce<T>(make: () => T): () => T {
  let made: { version: number; value: T } | undefined;
  return () => {
    if (made?.version !== version) made = { version, value: make() };
    return made.value;
  };
}

const usualCycle = madeOnce(
  () => new Intl.DateTimeFormat(choice.locale, { hour: "numeric" }).resolvedOptions().hourCycle ?? "h23",
);

/** Whether the person reads 14:30 rather than 2:30 PM. */
export const readsHours24 = (): boolean => choice.hours24 ?? usualCycle().startsWith("h2");

function dateFormatter(options: Intl.DateTimeFormatOptions, otherwise: string): Intl.DateTimeFormat {
  const { locale, hours24 } = choice;
  const hasTime = options.hour !== undefined || options.timeStyle !== undefined;
  if (locale === asSpecified.locale && hours24 === null) return new Intl.DateTimeFormat(otherwise, options);
  const hourCycle = hours24 === null ? usualCycle() : hours24 ? "h23" : "h12";
  // A leading zero is usual before "h" of 24 alone.
  const hour = options.hour && hourCycle === "h12" ? { hour: "numeric" as const } : {};
  return new Intl.DateTimeFormat(regionOf(choice).english, {
    ...options,
    ...(hasTime && { hourCycle, ...hour }),
  });
}

/** Dates and times as the person reads them; `otherwise` where they have chosen nothing. */
export function dateFormat(options: Intl.DateTimeFormatOptions, otherwise = "en-US") {
  const formatter = madeOnce(() => dateFormatter(options, otherwise));
  return { format: (at?: Date | number) => formatter().format(at) };
}

/** Numbers as the person reads them. Exact decimal texts are written without loss. */
export function numberFormat(options: Intl.NumberFormatOptions = {}) {
  const formatter = madeOnce(() => new Intl.NumberFormat(choice.locale, options));
  return {
    format: (value: number | Intl.StringNumericLiteral) => formatter().format(value),
    formatToParts: (value: number | Intl.StringNumericLiteral) => formatter().formatToParts(value),
  };
}

const signs = madeOnce(() => {
  const parts = new Intl.NumberFormat(choice.locale, { useGrouping: "always" }).formatToParts(12345678.9);
  const sign = (type: string) => parts.find((part) => part.type === type)?.value ?? "";
  // Three digits, but for the last group in India: 1,23,45,678.
  const inner = parts.filter(({ type }) => type === "integer").at(-2)?.value.length ?? 3;
  return { decimal: sign("decimal"), group: sign("group"), inner };
});

const plain = /^(-?)(\d+)(?:\.(\d+))?$/;
const oneOf = (sign: string) => `[${sign.replaceAll(/[\\\]^-]/g, "\\$&")}]`;

/**
 * What a person typed as a plain decimal: "1.234,56" is "1234.56" in Germany. What does not fit the person's own signs is taken when it is a plain
 * decimal ("1234.56"); null when it is neither.
 */
export function parseNumber(text: string): string | null {
  const { decimal, group, inner } = signs();
  // People type spaces and straight apostrophes for those that are printed.
  const typed = text
    .trim()
    .replaceAll(/[\s\u00a0\u202f\u200e\u200f\u061c]/g, "")
    .replaceAll("’", "'")
    .replace(/^[−–]/, "-");
  const grouping = group.replaceAll(/[\s\u00a0\u202f]/g, "").replace("’", "'");
  const whole = grouping === "" ? "\\d+" : `\\d{1,3}(?:${oneOf(grouping)}\\d{${inner}})*${oneOf(grouping)}\\d{3}|\\d+`;
  const match = new RegExp(`^(-?)(${whole})(?:${oneOf(decimal)}(\\d+))?$`).exec(typed) ?? plain.exec(typed);
  if (!match) return null;
  const [, minus = "", digits = "", fraction = ""] = match;
  return minus + digits.replaceAll(/\D/g, "") + (fraction && `.${fraction}`);
}

/** A plain decimal as the person would type it: "1234.56" is "1234,56" in Germany. What is none stays as it is. */
export const typedNumber = (text: string): string => (plain.test(text) ? text.replace(".", signs().decimal) : text);

const whole = numberFormat();
/** "100,000". */
export const formatCount = (value: number): string => whole.format(value);
