// Durations as Supabase's admin API writes them: "24h", "1h30m", "10s".
const milliseconds: Record<string, number> = { ns: 1e-6, us: 1e-3, µs: 1e-3, ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** 292 years: Supabase counts nanoseconds in 64 bits. */
const maxMilliseconds = 2 ** 63 / 1e6;

/** Null when it is not a duration, or too long for one. */
export function readDuration(text: string): number | null {
  if (!/^(\d+(\.\d+)?(ns|us|µs|ms|s|m|h))+$/.test(text)) return null;
  let total = 0;
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g)) {
    total += Number(amount) * milliseconds[unit!]!;
  }
  return total > maxMilliseconds ? null : total;
}
