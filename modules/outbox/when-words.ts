// Points in time as the outbox tells them, in the reader's own zone, as mail programs do.
const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const near = new Intl.DateTimeFormat("en-GB", { weekday: "short", hour: "2-digit", minute: "2-digit" });
const far = new Intl.DateTimeFormat("en-US", {
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});
const week = 6 * 86_400_000;

/** "today 09:34", "Mon 11:02", "Dec 5, 09:00". */
export function when(iso: string, now = new Date()): string {
  const date = new Date(iso);
  if (date.toDateString() === now.toDateString()) return `today ${clock.format(date)}`;
  return Math.abs(now.getTime() - date.getTime()) < week ? near.format(date).replace(",", "") : far.format(date);
}
