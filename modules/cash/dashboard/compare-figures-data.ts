import { exactMoney } from "#domain/money.ts";
import type { CashPart } from "#app/lib/owner-dashboard.ts";
import { call, callJson } from "#app/lib/typed-answers.ts";
import { allRows, comparison, rowsAtOnce } from "#app/records/dashboard/compare-figures.ts";
import { dayAfter, type Line, type LineFilter, linesSchema } from "../cash-data.ts";

const linesOf = (filter: LineFilter): Promise<Line[]> =>
  allRows(
    async (skip) =>
      (await callJson("cash_rows", { filter: { ...filter }, at_most: rowsAtOnce, skip }, linesSchema)).rows,
  );

/** What the list of requests says is open, past every function of cash. */
const openRequests = () =>
  allRows((skip) => call("payment_list", { filter: { state: "unpaid" }, at_most: rowsAtOnce, skip }));

export default async (cash: CashPart) => {
  const [received, owed, overdue, next, agreed, requests] = await Promise.all([
    linesOf({ kind: "received" }),
    linesOf({ kind: "owed" }),
    linesOf({ kind: "overdue" }),
    linesOf({ kind: "owed", from: cash.as_of, to: dayAfter(cash.as_of, 29) }),
    linesOf({ kind: "agreed", from: cash.as_of, to: dayAfter(cash.as_of, 29) }),
    openRequests(),
  ]);
  return cash.sums.flatMap((sums) => {
    const { currency } = sums;
    const compared = (name: string, shown: number, rows: readonly { currency: string; minor: number }[]) =>
      comparison(
        `${name}, ${currency}`,
        shown,
        rows.reduce((sum, row) => (row.currency === currency ? sum + row.minor : sum), 0),
        (minor) => exactMoney(minor, currency),
      );
    const ofLines = (rows: readonly Line[]) => rows.map((row) => ({ currency: row.currency, minor: row.amount_minor }));
    const ofRequests = (late: boolean) =>
      requests
        .filter(({ bucket }) => (bucket !== "current") === late)
        .map((row) => ({ currency: row.currency, minor: row.open_minor }));
    return [
      compared("Cash received this month", sums.received_minor, ofLines(received)),
      compared("Cash owed", sums.owed_minor, ofLines(owed)),
      compared("Cash owed, of the requests", sums.owed_minor, ofRequests(false)),
      compared("Cash overdue", sums.overdue_minor, ofLines(overdue)),
      compared("Cash overdue, of the requests", sums.overdue_minor, ofRequests(true)),
      compared("Cash of the next 30 days", sums.next_asked_minor, ofLines(next)),
      compared("Cash agreed for the next 30 days", sums.next_agreed_minor, ofLines(agreed)),
    ];
  });
};
