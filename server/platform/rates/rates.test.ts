// Exchange rates by day: which one a document takes, files of the European Central Bank, and entries by hand.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeEach, expect, test } from "vitest";
import { actAs, addUser } from "#server/testing/act-as.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { setOutboxGate } from "../outbox/hand-over.ts";
import { readEcbFile } from "./ecb-file.ts";
import { nightlyRates, takeRates } from "./take-rates.ts";

const { sql } = await testDatabase();
const admin = { role: "authenticated" as const, userId: await addUser(sql, { admin: true }) };
const envelope = (days: Record<string, Record<string, string>>) =>
  `<?xml version="1.0"?><gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
  <Cube>${Object.entries(days)
    .map(
      ([day, rates]) =>
        `<Cube time="${day}">${Object.entries(rates)
          .map(([code, rate]) => `<Cube currency="${code}" rate="${rate}"/>`)
          .join("")}</Cube>`,
    )
    .join("")}</Cube></gesmes:Envelope>`;
const friday = { "2026-11-13": { USD: "1.0841", GBP: "0.83", JPY: "165.25" } };
const rateOn = async (from: string, into: string, day: string) =>
  (
    await sql<{ rate: number; day: string; source: string }[]>`
    select rate::float8 as rate, day::text, source from private.rate_on(${from}, ${into}, ${day}::date)`
  )[0];
const enter = (code: string, day: string, rate: number, reason = "Bank statement", sure = false) =>
  actAs(sql, admin, (tx) => tx`select public.enter_rate(${code}, ${day}::date, ${rate}, ${reason}, ${sure})`);

beforeEach(async () => {
  await sql`delete from public.exchange_rates`;
  await sql`update public.rate_settings set fetches = false, fetched_on = null, asked_at = null, trouble = null`;
});

test("rates 2: the rate of a day is the newest on or before it, at most seven days old, and crosses through the euro", async () => {
  await takeRates(sql, envelope(friday));
  expect(await rateOn("EUR", "USD", "2026-11-13")).toEqual({ rate: 1.0841, day: "2026-11-13", source: "ecb" });
  // Sunday has Friday's.
  expect((await rateOn("EUR", "USD", "2026-11-15"))?.day).toBe("2026-11-13");
  expect((await rateOn("GBP", "USD", "2026-11-20"))?.rate).toBeCloseTo(1.0841 / 0.83, 10);
  expect(await rateOn("GBP", "USD", "2026-11-21")).toBeUndefined();
  expect(await rateOn("GBP", "USD", "2026-11-12")).toBeUndefined();
  expect(await rateOn("USD", "USD", "2020-01-01")).toMatchObject({ rate: 1, source: "same" });
});

test("rates 2: amounts cross currencies with other decimals", async () => {
  const converted = async (minor: number, from: string, into: string, rate: number) =>
    (await sql<{ minor: number }[]>`select private.converted(${minor}, ${from}, ${into}, ${rate})::float8 as minor`)[0]!
      .minor;
  expect(await converted(10_000, "EUR", "JPY", 165.25)).toBe(16_525);
  expect(await converted(16_525, "JPY", "EUR", 1 / 165.25)).toBe(10_000);
  expect(await converted(100, "USD", "KWD", 0.3075)).toBe(308);
});

test("rates 3: a file twice is the same rows; a value that changed is shown and not taken", async () => {
  expect(await takeRates(sql, envelope(friday))).toMatchObject({
    added: 3,
    known: 0,
    changed: [],
    newest: "2026-11-13",
  });
  expect(await takeRates(sql, envelope(friday))).toMatchObject({ added: 0, known: 3, changed: [] });
  const again = await takeRates(sql, "Date,USD,GBP,TRY,\n2026-11-16,1.09,N/A,45.1,\n2026-11-13,1.0841,0.84,N/A,\n");
  expect(again).toMatchObject({
    added: 2,
    known: 1,
    changed: [{ currency: "GBP", day: "2026-11-13", kept: 0.83, file: 0.84 }],
  });
  expect((await rateOn("EUR", "GBP", "2026-11-13"))?.rate).toBe(0.83);
});

test("rates 8: a file that is cut off, a web page or empty is refused whole, and rates stay", async () => {
  await takeRates(sql, envelope(friday));
  const whole = envelope({ ...friday, "2026-11-16": { USD: "1.2" } });
  const csv = "Date,USD,GBP,\n2026-11-16,1.09,0.85,\n2026-11-17,1.1,0.86,\n";
  for (const bad of [
    "",
    "  \n",
    "<!DOCTYPE html><html><body>Not found</body></html>",
    '<!DOCTYPE x [<!ENTITY a "b">]><Cube time="2026-11-16"><Cube currency="USD" rate="1"/></Cube>',
    whole.slice(0, whole.length - 30),
    whole.replace('rate="1.2"', 'rate="-1.2"'),
    whole.replace('rate="1.2"', 'rate="0"'),
    csv.slice(0, csv.length - 6),
    "Name,USD\n2026-11-16,1\n",
    "Date,USD,\n",
    "Date,USD,\n2026-11-16,0.0,\n",
  ])
    await expect(takeRates(sql, bad), bad).rejects.toThrow(/./);
  expect(await sql`select count(*)::int as rows, max(day)::text as newest from public.exchange_rates`).toEqual([
    { rows: 3, newest: "2026-11-13" },
  ]);
  expect(readEcbFile("Date,USD\n18 November 2026,1.05\n").days).toEqual(["2026-11-18"]);
});

test("rates 4: by hand with a reason; nothing that cannot be, and ten times off is asked about", async () => {
  await takeRates(sql, envelope(friday));
  for (const bad of [0, -1]) await expect(enter("GBP", "2026-11-14", bad)).rejects.toThrow("above zero");
  await expect(enter("GBP", "2026-11-14", 1.3, " ")).rejects.toThrow("where this rate is from");
  await expect(enter("GBP", "2026-11-14", 13.3)).rejects.toThrow("ten times");
  await enter("GBP", "2026-11-14", 1.3);
  expect(await rateOn("GBP", "USD", "2026-11-14")).toMatchObject({ source: "hand" });
  expect((await rateOn("GBP", "USD", "2026-11-14"))?.rate).toBeCloseTo(1.3, 10);
  await enter("GBP", "2026-11-14", 13.3, "Sure", true);
  await enter("EUR", "2026-11-14", 1.1);
  expect((await rateOn("EUR", "USD", "2026-11-14"))?.rate).toBe(1.1);
  const visitor = { role: "authenticated" as const, userId: await addUser(sql, { admin: false }) };
  await expect(
    actAs(sql, visitor, (tx) => tx`select public.enter_rate('GBP', '2026-11-14', 1.2, 'x')`),
  ).rejects.toThrow("privileges");
});

test("rates 3: the nightly asking is off, goes through the gate, and shows what went wrong", async () => {
  let asked = 0;
  let page = envelope(friday);
  const bank = createServer((_, response) => {
    asked += 1;
    response.end(page);
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => bank.once("listening", resolve));
  const address = `http://127.0.0.1:${(bank.address() as AddressInfo).port}/`;
  let clock = new Date();
  const job = nightlyRates({ sql, publishing: null, now: () => clock, address });
  const run = async () => {
    for (const key of await job.findDue(1)) await job.run(key, new AbortController().signal);
  };
  try {
    await setOutboxGate(sql, true);
    await run();
    expect(asked).toBe(0);
    await sql`update public.rate_settings set fetches = true`;
    await setOutboxGate(sql, false);
    await run();
    expect(asked).toBe(0);
    await setOutboxGate(sql, true);
    page = "<html>";
    await expect(run()).rejects.toThrow("web page");
    expect(await sql`select trouble from public.rate_settings`).toEqual([
      { trouble: "This is a web page and no file with rates." },
    ]);
    await run();
    expect(asked).toBe(1);
    clock = new Date(clock.getTime() + 3_700_000);
    page = envelope(friday);
    await run();
    await run();
    expect(asked).toBe(2);
    expect(await sql`select trouble, fetched_on = public.office_today() as today from public.rate_settings`).toEqual([
      { trouble: null, today: true },
    ]);
    expect((await rateOn("EUR", "USD", "2026-11-13"))?.rate).toBe(1.0841);
  } finally {
    bank.close();
  }
});
