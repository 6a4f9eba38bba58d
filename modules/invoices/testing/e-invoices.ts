// Invoices of 21 kinds, each plain, with discounts and in another currency, as XML: by the way that the worker takes, but in one thread. What
// reads them knows nothing of the writer.
import type { Sql } from "#server/platform/database/sql.ts";
import { invoicesHouse, reverse, vat19 } from "#server/testing/invoices-for-tests.ts";
import { xmlAsked } from "../server/e-invoice.ts";
import { writeXml } from "../server/e-invoice-xml.ts";
import { printed } from "../server/invoice-files.ts";

export const vat7 = [{ name: "VAT", category: "S", rate_pcm: 7000 }];
export type Variant = "plain" | "with discounts" | "in another currency";
export const variants: readonly Variant[] = ["plain", "with discounts", "in another currency"];
const zero = (category: string, reason?: string, reason_code?: string) => [
  { name: "VAT", category, rate_pcm: 0, ...(reason && { reason }), ...(reason_code && { reason_code }) },
];

export async function eInvoicesForTests(sql: Sql) {
  const house = await invoicesHouse(sql);
  await sql`update public.firm set phone = '+49 40 123456'`;
  await sql`insert into public.exchange_rates (currency, day, source, per_eur)
    values ('USD', public.office_today(), 'ecb', 1.25), ('JPY', public.office_today(), 'ecb', 160)`;
  /** By each format; XRechnung as CII too, which is not offered. */
  const xmlAs = async (format: string, id: string, syntax = ""): Promise<string> => {
    const bill = (await printed(sql, id))!;
    // As the profile of the client would have frozen it.
    const asked = xmlAsked({ ...bill, format, buyer: { ...bill.buyer, e_address: "invoices@norrfall.example" } });
    return writeXml(syntax ? { ...asked, format: syntax } : asked);
  };
  const profile = (fields: string) =>
    sql.unsafe(`update public.billing_profiles set ${fields} where account_id = '${house.accountId}'`);
  const firm = (fields: string) => sql.unsafe(`update public.firm set ${fields}`);
  /** For as long as one is issued. */
  const whileSet = async (set: () => Promise<unknown>, unset: () => Promise<unknown>, work: () => Promise<string>) => {
    await set();
    try {
      return await work();
    } finally {
      await unset();
    }
  };
  const currencyOf = (variant: Variant, other: string) => (variant === "in another currency" ? other : "EUR");
  const lessOf = (variant: Variant) => (variant === "with discounts" ? { discount_bp: 777 } : {});
  const issued = async (variant: Variant, lines: object[], fields: object = {}, other = "USD") =>
    (
      await house.issued({
        currency: currencyOf(variant, other),
        ...(variant === "with discounts" && { discount_bp: 1000 }),
        lines: lines.map((line) => ({ description: "Advice", unit_minor: 123_456, ...lessOf(variant), ...line })),
        ...fields,
      })
    ).id;
  const agreed = (variant: Variant) =>
    house.accepted(
      [
        { unit_minor: 1003, tax_bp: 1900, ...lessOf(variant) },
        { unit_minor: 20_000, tax_bp: 700 },
      ],
      {
        currency: currencyOf(variant, "USD"),
        ...(variant === "with discounts" && { discount_bp: 333 }),
      },
    );
  const credited = async (variant: Variant, asked: object) => {
    const invoice = await issued(variant, [{ taxes: vat19 }, { unit_minor: 1999, taxes: vat7 }]);
    const draft = await house.rpc<string>("new_credit_note", { invoice, asked: { reason: "Less", ...asked } as never });
    return house.issue(draft);
  };
  const austrian = "country = 'AT', city = 'Wien', postal_code = '1010', vat_id = 'ATU33864707'";
  const german = "country = 'DE', city = 'Bremen', postal_code = '28195', vat_id = 'DE136695976'";
  const abroad = (work: () => Promise<string>) =>
    whileSet(
      () => profile(austrian),
      () => profile(german),
      work,
    );
  const kinds: Record<string, (variant: Variant) => Promise<string>> = {
    plain: (variant) => issued(variant, [{ taxes: vat19 }]),
    // JPY has no decimals.
    "two rates": (variant) =>
      issued(variant, [{ taxes: vat19 }, { unit_minor: 1999, taxes: vat7 }], { note: "Order #12 of #34" }, "JPY"),
    "hours and days": (variant) =>
      issued(variant, [
        { quantity_milli: 2500, unit: "hours", taxes: vat19 },
        { quantity_milli: 333, unit: "day", taxes: vat7 },
      ]),
    "a line below zero": (variant) => issued(variant, [{ taxes: vat19 }, { unit_minor: -500, taxes: vat19 }]),
    "many lines": (variant) =>
      issued(
        variant,
        Array.from({ length: 40 }, (_, no) => ({
          unit_minor: 333 + 7 * no,
          quantity_milli: 1333,
          taxes: no % 3 === 0 ? vat7 : vat19,
        })),
        {},
        "JPY",
      ),
    withheld: (variant) => issued(variant, [{ taxes: vat19 }], { withheld_pcm: 15_000 }),
    "reverse charge": (variant) => abroad(() => issued(variant, [{ taxes: reverse }])),
    exempt: (variant) => issued(variant, [{ taxes: zero("E", "Teaching", "VATEX-EU-132-1I") }]),
    "zero rate": (variant) => issued(variant, [{ taxes: zero("Z", "Ship", "VATEX-EU-148") }], {}, "JPY"),
    export: (variant) => issued(variant, [{ taxes: zero("G") }]),
    "out of scope": (variant) => issued(variant, [{ taxes: zero("O", "Supplied abroad") }]),
    "within the EU": (variant) =>
      abroad(() => issued(variant, [{ taxes: zero("K", "Intra-community supply", "VATEX-EU-IC") }])),
    "credit note": async (variant) =>
      (
        await house.rpc<{ credit: string }>("cancel_invoice", {
          invoice: await issued(variant, [{ taxes: vat19 }, { unit_minor: 1999, taxes: vat7 }], {}, "JPY"),
          reason: "Wrong",
        })
      ).credit,
    "credit of a line": (variant) => credited(variant, { kind: "lines", positions: [2] }),
    "credit of an amount": (variant) =>
      credited(variant, { kind: "amounts", amounts: [{ name: "VAT", rate_pcm: 19_000, net_minor: 1001 }] }),
    deposit: async (variant) => (await house.bill(await agreed(variant), { kind: "share", pcm: 30_000 })).id,
    "deposit of an amount": async (variant) =>
      (await house.bill(await agreed(variant), { kind: "amount", gross_minor: 5001 }, {})).id,
    final: async (variant) => {
      const proposal = await agreed(variant);
      for (const pcm of [33_333, 20_001]) await house.bill(proposal, { kind: "share", pcm });
      return (await house.bill(proposal, { kind: "rest" })).id;
    },
    "a period": (variant) => issued(variant, [{ taxes: vat19 }], { supply_to: "2026-11-14" }),
    "a firm without VAT id": (variant) =>
      whileSet(
        () => firm("vat_id = null, tax_number = '46/720/12345'"),
        () => firm("vat_id = 'DE123456788', tax_number = null"),
        () => issued(variant, [{ taxes: vat19 }]),
      ),
    "a firm with everything": (variant) =>
      whileSet(
        () => firm("tax_number = '46/720/12345', register_entry = 'HRB 12345', region = 'Hamburg'"),
        () => firm("tax_number = null, register_entry = null, region = null"),
        () => issued(variant, [{ description: "Advice\nTwo days\nin Bremen", taxes: vat19 }], { note: "Thank you" }),
      ),
  };
  return { house, kinds, xmlAs };
}
