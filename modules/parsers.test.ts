// Nothing that strangers wrote holds up the server while it is read. `npm test -- all` adds the inputs that reach a limit.
import { expect, test } from "vitest";
import { minorOf } from "#modules/cash/server/bank/bank-amount.ts";
import { cleanHtml } from "#modules/mailbox/server/reading/clean-html.ts";
import { mailParser } from "#modules/mailbox/server/reading/parser.ts";
import { withoutQuotes } from "#modules/mailbox/server/reading/without-quotes.ts";
import { expectAnswersWhile } from "./answers-while-parsing.ts";
import { slowInputs } from "./parsers-for-tests.ts";

test("audit-4 S4, S12, S20: /livez answers while every parser reads slow inputs", { timeout: 300_000 }, async () => {
  await expectAnswersWhile(slowInputs.filter(({ quick }) => quick));
});

/** Of the processor, so that a busy machine makes nothing slower. */
function processorMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
/** Eight times as much to read takes about eight times as long; what is quadratic takes 64 times. */
function expectLinear(work: (size: number) => unknown, size: number): void {
  work(size);
  const small = Math.max(
    5,
    processorMs(() => work(size)),
  );
  expect(processorMs(() => work(size * 8))).toBeLessThan(small * 30);
}

test("audit-4 S4: a page of 49,000 pictures is cleaned in linear time, and pictures from outside are gone", () => {
  expectLinear((size) => cleanHtml("<img>abcde".repeat(size)), 6000);
  const html = '<p>Hi<img src="https://t.example/a.png"><img src="data:image/png;base64,AAAA" alt="x"></p>';
  expect(cleanHtml(html).html).toBe('<p>Hi<img /><img alt="x" src="data:image/png;base64,AAAA" /></p>');
});

test("audit-4 S4: a page that is more than the cleaner can take costs a mail its page and not its words", async () => {
  const part = (type: string, text: string) => ({
    type,
    encoding: "8bit",
    charset: "utf-8",
    bytes: new TextEncoder().encode(text),
    isCut: false,
  });
  const words = await mailParser("a mailbox").words(part("text/plain", "Words"), part("text/html", "<p>Page</p>"));
  expect(words).toMatchObject({ text: expect.stringMatching(/^Words/), html: "<p>Page</p>\n", unreadable: false });
  // Whatever a page becomes, it fits into its row, and ends between tags.
  const links = cleanHtml("<a>".repeat(160_000));
  expect(Buffer.byteLength(links.html)).toBeLessThanOrEqual(500_000);
  expect(links).toMatchObject({ isCut: true, html: expect.stringMatching(/>$/) });
});

test("audit-4 S12: a cell of 60 KB is no amount, and costs no time", () => {
  expect(processorMs(() => expect(minorOf(`1${" ".repeat(60_000)}x`, ",", 2)).toBeNull())).toBeLessThan(1000);
  expect(minorOf("EUR 1.234,56 S", ",", 2)).toBe(-123_456n);
  expect(minorOf("(1.234,56) ", ",", 2)).toBe(-123_456n);
});

test("audit-4 S20: an answer's quotes are found in linear time, in any language of ours", () => {
  for (const line of ["\n", "On a\n", "Op schreef\n", "From:<\n", "> q\n\n"])
    expectLinear((size) => withoutQuotes(line.repeat(size)), 500);
  const answered = (quote: string) => withoutQuotes(`Yes.\r\n\r\n${quote}\r\n> Shall we?\r\n`);
  for (const quote of [
    "On Mon, Nov 16, 2026 at 9:00 AM Ada Lind\r\n<ada@norrfall.example> wrote:",
    "Am Mo., 16. Nov. 2026 um 09:00 Uhr schrieb Ada Lind <ada@norrfall.example>:",
    "Le lun. 16 nov. 2026 à 09:00, Ada Lind <ada@norrfall.example> a écrit :",
    "Op ma 16 nov 2026 om 09:00 schreef Ada Lind <ada@norrfall.example>:",
  ])
    expect(answered(quote), quote).toBe("Yes.");
  expect(withoutQuotes("Yes.\n\nFrom: Ada Lind <ada@norrfall.example>\nSent: Monday\n\nText\n")).toBe("Yes.");
  expect(withoutQuotes("Yes.\n\n-- \nAda\n")).toBe("Yes.");
  expect(withoutQuotes("On Monday we meet.\nSee you.")).toBe("On Monday we meet.\nSee you.");
});
