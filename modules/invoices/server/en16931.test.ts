// The rules of EN 16931 and of XRechnung against what we write, and each rule against a file that breaks it: a checker that finds nothing proves
// nothing. All 63 invoices against all rules: en16931.all.test.ts.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { testDatabase } from "#server/testing/test-database.ts";
import { eInvoicesForTests } from "../testing/e-invoices.ts";
import { broken, brokenCii, brokenUbl } from "../testing/en16931/broken.ts";
import { namesOf, officialRules } from "../testing/en16931/official.ts";
import { readInvoice, readTree } from "../testing/en16931/read.ts";
import { brokenRules, rules, xrechnungRules } from "../testing/en16931/rules.ts";
import { parseXml } from "../testing/en16931/xml.ts";
import { printed } from "./invoice-files.ts";
import { whyNot } from "./why-no-e-invoice.ts";

const { sql } = await testDatabase();
const { kinds, xmlAs, house } = await eInvoicesForTests(sql);
const id = await kinds["two rates"]!("with discounts");
const good = { UBL: await xmlAs("xrechnung", id), CII: await xmlAs("xrechnung", id, "XRECHNUNG-CII") };
const german = { german: true };

test("invoices 17, audit-4 I1: an invoice with two rates and discounts keeps the rules of EN 16931 and of XRechnung, as UBL and as CII", () => {
  const [ubl, cii] = [readInvoice(good.UBL), readInvoice(good.CII)];
  expect([ubl.syntax, brokenRules(ubl, german)]).toEqual(["UBL", []]);
  expect([cii.syntax, brokenRules(cii, german)]).toEqual(["CII", []]);
  // Both say the same, but for how they are written.
  const { syntax: _, tree: __, currencies: ___, ...same } = ubl;
  expect(cii).toMatchObject(same);
});

test("invoices 17, audit-4 I1: each rule is broken by a file that is made for it, as UBL and as CII", () => {
  const every = { ...rules, ...xrechnungRules };
  expect(Object.keys({ ...broken, ...brokenUbl, ...brokenCii }).toSorted()).toEqual(Object.keys(every).toSorted());
  for (const [syntax, own] of Object.entries({ UBL: brokenUbl, CII: brokenCii })) {
    const tree = parseXml(good[syntax as keyof typeof good]);
    const missed = Object.entries({ ...broken, ...own }).filter(([name, change]) => {
      const file = structuredClone(tree);
      change(file);
      return every[name]!(readTree(file));
    });
    expect([syntax, missed.map(([name]) => name)]).toEqual([syntax, []]);
  }
  expect(() => readInvoice("<!DOCTYPE x><Invoice/>")).toThrow("DOCTYPE");
  expect(() => readInvoice("<Order/>")).toThrow("no e-invoice");
});

test("invoices 17, audit-4 I1: every rule that CEN and KoSIT publish is in the list or in the table of those left out, with the reason", () => {
  const table = readFileSync(new URL("../testing/en16931/left-out.md", import.meta.url), "utf8");
  const rows = [...table.matchAll(/^\| ([A-Z][^|]*) \| ([^|]+) \|$/gm)].map(([, names, why]) => ({
    names: namesOf(names!),
    why: why!,
  }));
  const own = Object.keys({ ...rules, ...xrechnungRules });
  // How a file is written is said by lists of our own, which have the names of the families.
  const families = ["UBL-CR", "UBL-SR", "UBL-DT", "UBL-XSD", "CII-SR", "CII-DT", "CII-XSD"];
  const said = [...own.filter((name) => !families.includes(name)), ...rows.flatMap(({ names }) => names)];
  expect(said.toSorted()).toEqual([...officialRules].toSorted());
  for (const { why } of rows) {
    expect(why.length).toBeGreaterThan(20);
    for (const [, name] of why.matchAll(/`([^`]+)`/g)) expect(own).toContain(name);
  }
});

test("invoices 17, audit-4 I2: a discount on a line says no currency in CII: the total of tax alone does", async () => {
  const xml = await xmlAs("facturx", id);
  expect(brokenRules(readInvoice(xml))).toEqual([]);
  expect([...xml.matchAll(/<ram:(\w+) currencyID=/g)].map(([, name]) => name)).toEqual(["TaxTotalAmount"]);
});

test("invoices 17, audit-4 I3: what is out of scope, a supply within the EU and a deposit keep every rule", async () => {
  const scope = await kinds["out of scope"]!("plain");
  const inside = readInvoice(await xmlAs("xrechnung", scope));
  expect(brokenRules(inside, german)).toEqual([]);
  expect(inside).toMatchObject({ seller: { ownId: "DE123456788" }, breakdown: [{ category: "O", rate: "0" }] });
  expect([inside.seller.vatId, inside.buyer.vatId]).toEqual([undefined, undefined]);

  // The library leaves out the number of the seller.
  const asCii = readInvoice(await xmlAs("facturx", scope));
  expect([asCii.seller.ownId, brokenRules(asCii)]).toEqual(["DE123456788", []]);

  const supply = await kinds["within the EU"]!("with discounts");
  const within = readInvoice(await xmlAs("facturx", supply));
  expect(brokenRules(within)).toEqual([]);
  expect(within).toMatchObject({
    deliverTo: { city: "Wien", postCode: "1010", country: "AT" },
    delivered: "2026-11-01",
    breakdown: [{ category: "K", reason: "Intra-community supply", reasonCode: "VATEX-EU-IC" }],
  });

  const deposit = await kinds["deposit of an amount"]!("plain");
  const ahead = readInvoice(await xmlAs("xrechnung", deposit));
  expect([ahead.type, brokenRules(ahead, german)]).toEqual(["326", []]);
  // Without a day of supply, too, there is a delivery: the schema demands it.
  const other = readInvoice(await xmlAs("facturx", deposit));
  expect([other.type, other.delivered, brokenRules(other)]).toEqual(["386", undefined, []]);
});

test("audit-4 I3: a supply within the EU needs the VAT ids of both and its day, before it is issued and in the file", async () => {
  const lines = [
    {
      description: "Desk",
      unit_minor: 100,
      taxes: [{ name: "VAT", category: "K", rate_pcm: 0, reason: "Within the EU" }],
    },
  ];
  const draft = await house.draft({ lines, supply_from: null });
  await sql`update public.billing_profiles set vat_id = null where account_id = ${house.accountId}`;
  await expect(house.issue(draft)).rejects.toThrow(
    "Missing: The VAT id of Norrfall & Söhne KG: a supply within the EU names both; The day or days of the supply.",
  );
  await sql`update public.billing_profiles set vat_id = 'ATU33864707' where account_id = ${house.accountId}`;
  await house.rpc("save_invoice_draft", { draft, changes: { supply_from: "2026-11-01" } as never });
  const bill = (await printed(sql, await house.issue(draft)))!;
  expect(whyNot(bill)).toBeNull();
  expect(whyNot({ ...bill, supply_from: null })).toBe("An intra-community supply needs its day or days.");
  expect(whyNot({ ...bill, buyer: { ...bill.buyer, vat_id: null } })).toBe(
    "An intra-community supply needs the VAT ids of both.",
  );
});

test("audit-4 I1: what XRechnung demands of an address, an account and a number is a reason, and no file that is refused elsewhere", async () => {
  const bill = { ...(await printed(sql, id))!, format: "xrechnung" };
  const buyer = { ...bill.buyer, e_address: "invoices@norrfall.example" };
  expect(whyNot({ ...bill, buyer })).toBeNull();
  expect(whyNot({ ...bill, buyer: { ...buyer, postal_code: null } })).toContain("postal code of the buyer");
  expect(whyNot({ ...bill, buyer, seller: { ...bill.seller, city: null } })).toContain("postal code of the seller");
  expect(whyNot({ ...bill, buyer, seller: { ...bill.seller, bank: null } })).toContain("bank account");
  expect(whyNot({ ...bill, buyer, seller: { ...bill.seller, vat_id: null } })).toContain("neither a VAT id nor");
});
