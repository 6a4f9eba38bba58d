// How dates, counts and addresses are written in the back office.
const day = new Intl.DateTimeFormat("en-US", { weekday: "long", month: "long", day: "numeric" });
const moment = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });
const clock = new Intl.DateTimeFormat("en-US", { timeStyle: "medium" });
const whole = new Intl.NumberFormat("en-US");
// Cents where there are any: $1,200 and $1,200.50.
const dollars = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  trailingZeroDisplay: "stripIfInteger",
});

export const formatDay = (date: Date) => day.format(date);
export const formatMoment = (iso: string) => moment.format(new Date(iso));
export const formatClock = (date: Date) => clock.format(date);
export const formatNumber = (value: number) => whole.format(value);
export const formatDollars = (value: number) => dollars.format(value);

/** "1 account", "12 accounts", "100,000 contacts". */
export const countOf = (count: number, one: string, many = `${one}s`) =>
  `${whole.format(count)} ${count === 1 ? one : many}`;

/** The address when it is safe to put in a link; only http and https are. */
export function webAddress(value: string | null | undefined): string | undefined {
  if (!value) return undefined;
  try {
    const url = new URL(value);
    return url.protocol === "http:" || url.protocol === "https:" ? url.href : undefined;
  } catch {
    return undefined;
  }
}

/** tel: takes digits, +, and the pause and extension marks; spaces and brackets are for reading. */
export const callLink = (phone: string) => `tel:${phone.replace(/[^\d+*#,;]/g, "")}`;
export const mailLink = (email: string) => `mailto:${encodeURIComponent(email).replace("%40", "@")}`;
export const nameBeforeAt = (email: string) => email.split("@")[0] ?? email;
