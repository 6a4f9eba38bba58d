// The accounts of an accountant's DATEV, as they are kept and typed.
import * as z from "zod/mini";
import { categoryWords } from "./cash.ts";

const account = z.string().check(z.regex(/^[1-9]\d{3,8}$/));
export const datevSchema = z.object({
  consultant: z.number(),
  client: z.number(),
  account_length: z.number(),
  /** Clients have one account together: open items are told apart by the number of the invoice. */
  clients_account: account,
  bank_account: account,
  /** Money that came by card or otherwise. */
  other_account: account,
  revenue: z.array(
    z.object({
      category: z.string(),
      rate_pcm: z.number(),
      account,
      key: z.nullable(z.string().check(z.regex(/^\d{1,4}$/))),
    }),
  ),
});
export type Datev = z.output<typeof datevSchema>;

export const revenueText = (revenue: Datev["revenue"]): string =>
  revenue
    .map(({ category, rate_pcm, account: of, key }) => [category, rate_pcm / 1000, of, key].join(" ").trim())
    .join("\n");

/** "S 19 8400" or, with a key of tax, "S 19 8400 3", one a line; a sentence where a line is something else. */
export function readRevenue(text: string): { revenue: Datev["revenue"] } | { problem: string } {
  const revenue: Datev["revenue"] = [];
  for (const line of text.split("\n").map((each) => each.trim())) {
    if (line === "") continue;
    const found = /^([A-Z]{1,2})\s+(\d{1,3}(?:[.,]\d{1,3})?)\s*%?\s+([1-9]\d{3,8})(?:\s+(\d{1,4}))?$/.exec(line);
    const [, category = "", rate = "", of = "", key = null] = found ?? [];
    if (!found || !(category in categoryWords)) return { problem: `"${line}": a line is like S 19 8400.` };
    revenue.push({ category, rate_pcm: Math.round(Number(rate.replace(",", ".")) * 1000), account: of, key });
  }
  return { revenue };
}
