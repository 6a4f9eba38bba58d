// The history of the European Central Bank: 25 years of thirty currencies.
import { expect, test } from "vitest";
import { testDatabase } from "#server/testing/test-database.ts";
import { takeRates } from "./take-rates.ts";

test(
  "rates 8: 25 years of thirty currencies are read within ten seconds of an idle machine",
  { timeout: 120_000 },
  async () => {
    const { sql } = await testDatabase();
    const codes = Array.from(
      { length: 30 },
      (_, n) => `X${String.fromCharCode(65 + (n % 26))}${String.fromCharCode(65 + Math.trunc(n / 26))}`,
    );
    const lines = [`Date,${codes.join(",")},`];
    for (
      let day = new Date("2001-01-01T00:00:00Z");
      lines.length <= 25 * 261;
      day = new Date(day.getTime() + 86_400_000)
    )
      if (day.getUTCDay() % 6 !== 0)
        lines.push(
          `${day.toISOString().slice(0, 10)},${codes.map((_, n) => (1 + n + lines.length / 10_000).toFixed(4)).join(",")},`,
        );
    const begun = process.cpuUsage();
    const began = performance.now();
    const taken = await takeRates(sql, `${lines.join("\n")}\n`);
    expect(taken.added).toBe(25 * 261 * 30);
    process.stdout.write(
      `195,750 rates: ${Math.round(performance.now() - began)} ms, ${Math.round(process.cpuUsage(begun).user / 1000)} ms of this process\n`,
    );
    // Of this process: a busy machine makes the clock say more.
    expect(process.cpuUsage(begun).user / 1e6).toBeLessThan(10);
  },
);
