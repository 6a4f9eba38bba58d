// The day by which we answer, as it is written on the page after sending: "Tuesday, November 17".
const isDay = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;
const name = (day: Date, what: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat("en-US", { ...what, timeZone: "UTC" }).format(day);

/** `day` is "2026-11-17", in the office's zone. Null for what is no day. */
export function answerDayText(day: string | null): string | null {
  if (!day || !isDay.test(day)) return null;
  const at = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== day) return null;
  return `${name(at, { weekday: "long" })}, ${name(at, { month: "long" })} ${at.getUTCDate()}`;
}
