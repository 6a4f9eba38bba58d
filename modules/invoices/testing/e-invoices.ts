// Invoices of every kind as XML, by the way that the worker takes, read by what knows nothing of the writer.
import type { Sql } from "#server/platform/database/sql.ts";
import { makeXml } from "../server/e-invoice.ts";
import { printed } from "../server/invoice-files.ts";
import { invoicesHouse, reverse, vat19 } from "./invoices-house.ts";

export const vat7 = [{ name: "VAT", category: "S", rate_pcm: 7000 }];

export async function eInvoicesForTests(sql: Sql) {
  const house = await invoicesHouse(sql);
  await sql`update public.firm set phone = '+49 40 123456'`;
  const xmlAs = async (format: string, id: string): Promise<string> => {
    const bill = (await printed(sql, id))!;
    // As the profile of the client would have frozen it.
    return makeXml({ ...bill, format, buyer: { ...bill.buyer, e_address: "invoices@norrfall.example" } });
  };
  const zero = (category: string, reason?: string) => [
    { name: "VAT", category, rate_pcm: 0, ...(reason && { reason }) },
  ];
  /** Two rates, a discount on a line and on the whole, hours. */
  const rich = () =>
    house.issued({
      discount_bp: 1000,
      lines: [
        {
          description: "Advice",
          quantity_milli: 2500,
          unit: "hours",
          unit_minor: 12_345,
          discount_bp: 777,
          taxes: vat19,
        },
        { description: "Book", unit_minor: 1999, taxes: vat7 },
        { description: "Less", unit_minor: -500, taxes: vat7 },
      ],
    });
  const kinds: Record<string, () => Promise<string>> = {
    plain: async () => (await house.issued()).id,
    rich: async () => (await rich()).id,
    withheld: async () => (await house.issued({ withheld_pcm: 15_000 })).id,
    "reverse charge": async () =>
      (await house.issued({ lines: [{ description: "Advice", unit_minor: 123_456, taxes: reverse }] })).id,
    exempt: async () =>
      (await house.issued({ lines: [{ description: "Course", unit_minor: 5000, taxes: zero("E", "Teaching") }] })).id,
    "zero rate": async () =>
      (await house.issued({ lines: [{ description: "Ship", unit_minor: 5000, taxes: zero("Z") }] })).id,
    export: async () =>
      (await house.issued({ lines: [{ description: "Goods", unit_minor: 5000, taxes: zero("G", "Export") }] })).id,
    "out of scope": async () =>
      (
        await house.issued({
          lines: [{ description: "Abroad", unit_minor: 5000, taxes: zero("O", "Supplied abroad") }],
        })
      ).id,
    "credit note": async () => {
      const { credit } = await house.rpc<{ credit: string }>("cancel_invoice", {
        invoice: (await rich()).id,
        reason: "Wrong",
      });
      return credit;
    },
    deposit: async () => (await house.bill(await agreed(), { kind: "share", pcm: 30_000 })).id,
    final: async () => {
      const proposal = await agreed();
      for (const pcm of [33_333, 20_001]) await house.bill(proposal, { kind: "share", pcm });
      return (await house.bill(proposal, { kind: "rest" })).id;
    },
  };
  const agreed = () =>
    house.accepted([
      { unit_minor: 1003, tax_bp: 1900 },
      { unit_minor: 20_000, tax_bp: 700 },
    ]);
  return { house, kinds, xmlAs };
}
