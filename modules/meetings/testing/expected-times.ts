// What Temporal makes of someone's hours: the second opinion on private.free_times.
import { Temporal } from "temporal-polyfill";

interface Hours {
  zone: string;
  /** Weekday (1 is Monday), opening, closing; closing counts from the midnight before opening. */
  hours: readonly (readonly [weekday: number, opens: string, closes: string])[];
  minutes: number;
  step: number;
  from: string;
  until: string;
}

const minutesOf = (clock: string) => {
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  return hours * 60 + minutes;
};

/** Local minutes of a day as an instant. A time that does not exist or exists twice is read as the later one, as PostgreSQL does. */
const instantOf = (day: Temporal.PlainDate, minutes: number, zone: string) => {
  const local = day.toPlainDateTime().add({ minutes });
  const at = local.toZonedDateTime(zone, { disambiguation: "later" });
  return { at, exists: at.toPlainDateTime().equals(local) };
};

export function expectedTimes({ zone, hours, minutes, step, from, until }: Hours): string[] {
  const first = Temporal.Instant.from(from);
  const last = Temporal.Instant.from(until);
  const found = new Set<string>();
  let day = first.toZonedDateTimeISO(zone).toPlainDate().subtract({ days: 2 });
  const end = last.toZonedDateTimeISO(zone).toPlainDate().add({ days: 1 });
  for (; Temporal.PlainDate.compare(day, end) <= 0; day = day.add({ days: 1 }))
    for (const [weekday, opens, closes] of hours) {
      if (day.dayOfWeek !== weekday) continue;
      const closing = instantOf(day, minutesOf(closes), zone).at.epochMilliseconds;
      for (let start = minutesOf(opens); start <= minutesOf(opens) + 24 * 60; start += step) {
        const { at, exists } = instantOf(day, start, zone);
        const ms = at.epochMilliseconds;
        if (!exists || ms + minutes * 60_000 > closing) continue;
        if (ms < first.epochMilliseconds || ms >= last.epochMilliseconds) continue;
        found.add(new Date(ms).toISOString());
      }
    }
  return [...found].toSorted();
}
