// Facts that stand on more than one page agree, and no page says what another contradicts.
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { investment, payments, paymentsInWords } from "./bookdev.ts";
import { presentations, workshops } from "./offers.ts";
import { buildServices } from "./services.ts";
import { dispatchCase } from "./case.ts";
import { extender } from "./tools.ts";
import { training } from "./training.ts";

const pages = globSync("{app/site,content,tools/site-build/pdf}/**/*.{ts,tsx,mdx}")
  .filter((file) => !file.includes(".test."))
  .map((file) => ({ file, text: readFileSync(file, "utf8").replace(/\s+/g, " ") }));
const saying = (words: RegExp) => pages.filter(({ text }) => words.test(text)).map(({ file }) => file);

test.each([
  [/forty minutes with the sponsor/i, "the first talk has one length: consultMinutes in content/site.ts"],
  [/speak with the sponsor for forty minutes/i, "the first talk has one length"],
  [/leadership teams of five to ten and/i, "the three programs have groups of different sizes"],
  [/one (article )?a month/i, "four articles in six weeks are not one a month"],
  [/paid in five parts/i, "the payments of BookDev are counted in content/bookdev.ts"],
  [/smaller than most icons/i, "no claim without a number"],
  [/\d KB\b.{0,40}extension|<50 KB/i, "the specification writes 50KB"],
  [/leave the house/i, "premises"],
  [
    /what is learned|contents of the delivery|start an education inquiry|by mail[".]|>write a mail/i,
    "words nobody says",
  ],
  [/leadership teams we have taught/i, "clients and partners are not all pupils"],
  [/no account, no time limit/i, "a key is needed"],
])("no page says %s", (words) => {
  expect(saying(words)).toEqual([]);
});

test("BookDev's shares make one price, and its payments are counted in words", () => {
  expect(investment.reduce((sum, { share }) => sum + share, 0)).toBe(100);
  expect([payments, paymentsInWords]).toEqual([6, "six"]);
});

test("everything that can be bought has a price, and a range runs upwards", () => {
  for (const { price } of workshops) expect(price).toBeGreaterThan(0);
  for (const { fee } of presentations) expect(fee).toBeGreaterThan(0);
  for (const { costs } of buildServices) expect(costs[1]).toBeGreaterThan(costs[0]);
  expect(training.price.four).toBeGreaterThan(0);
  expect(training.price.six).toBeGreaterThan(training.price.four);
  expect(extender.price).toBe(`$${Number(extender.priceNumber)}`);
});

test("the dispatch case says what was measured, and its figures follow from each other", () => {
  expect(dispatchCase.measured.map(([term]) => term)).toEqual(
    expect.arrayContaining(["What", "Watch starts", "Watch stops", "Before", "After", "Figure", "Not measured"]),
  );
  const [before, after] = dispatchCase.minutes.map(({ plan, write }) => plan + write);
  expect(dispatchCase.result[0].join(" ")).toContain(`${after} minutes for one re-plan, down from ${before}.`);
  expect(dispatchCase.lead).toContain(`${before! - after!} minutes of every re-plan`);
  const [, corrected, of] = /(\d+) of ([\d,]+) in July/.exec(dispatchCase.result[1][1]) ?? [];
  expect(dispatchCase.result[1][0]).toBe(`1 in ${Math.round(Number(of?.replace(",", "")) / Number(corrected))}`);
});

test("an exercise of AI at Work fits into its hour", () => {
  const block = training.day.find(({ title }) => title === training.exercise.block);
  expect(training.exercise.minutes).toBeLessThanOrEqual(block?.minutes ?? 0);
});
