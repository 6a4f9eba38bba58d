// Files that leave: statements, and the accountant's archive, read back as anyone would.
import { createHash, randomUUID } from "node:crypto";
import { inflateRawSync } from "node:zlib";
import { invoicesHouse, reverse, vat19 } from "#server/testing/invoices-for-tests.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { moduleSite } from "#server/testing/module-site.ts";
import { UnsecuredJWT } from "jose";
import { expect, test } from "vitest";
import { readFirm } from "#server/platform/firm.ts";
import { server } from "./server.ts";
import { accountantFiles } from "./server/accountant.ts";
import { statementCsv, type StatementFacts, statementPdf } from "./server/statement-files.ts";
import { zip } from "./server/zip.ts";

const { sql } = await testDatabase();
const house = await invoicesHouse(sql);
const { rpc, accountId, issued, requestsOf } = house;
await sql`update public.modules set live = true where key = 'cash'`;
const today = await house.today();
const day = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
const period = { from: `${today.slice(0, 4)}-01-01`, to: `${today.slice(0, 4)}-12-31` };

const statement = (from: string, to: string) =>
  rpc<StatementFacts>("cash_statement", { account: accountId, from_day: from, to_day: to });
const ask = (amount_minor: number, issued_on: string, title = "Work") =>
  rpc<string>("new_payment_request", {
    asked: { account_id: accountId, title, amount_minor, currency: "EUR", send: false, issued_on, due_on: day(30) },
  } as never);
const pay = (request: string, amount_minor: number, received_on: string) =>
  rpc("record_payment", { request, entry: randomUUID(), amount_minor, received_on, method: "bank", reference: "=1+1" });

/** Entries of an archive by its directory, as an unpacking program reads it. */
function unzip(bytes: Buffer): Map<string, Buffer> {
  const end = bytes.lastIndexOf(Buffer.from("PK\u0005\u0006", "latin1"));
  const entries = new Map<string, Buffer>();
  let at = bytes.readUInt32LE(end + 16);
  for (let n = bytes.readUInt16LE(end + 10); n > 0; n--) {
    const [method, packed, name, extra, comment, offset] = [
      bytes.readUInt16LE(at + 10),
      bytes.readUInt32LE(at + 20),
      bytes.readUInt16LE(at + 28),
      bytes.readUInt16LE(at + 30),
      bytes.readUInt16LE(at + 32),
      bytes.readUInt32LE(at + 42),
    ];
    const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
    const data = bytes.subarray(start, start + packed);
    entries.set(bytes.toString("utf8", at + 46, at + 46 + name), method === 8 ? inflateRawSync(data) : data);
    at += 46 + name + extra + comment;
  }
  return entries;
}
const files = new Map<string, Buffer>();
const storage = {
  // oxlint-disable-next-line require-await -- as the real one
  read: async (id: string) => {
    const { Readable } = await import("node:stream");
    return Readable.from([files.get(id)!]);
  },
};
async function archive(): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  await sql.begin("isolation level repeatable read read only", async (tx) => {
    for await (const piece of zip(accountantFiles(tx, storage, period), period.to)) pieces.push(piece);
  });
  return Buffer.concat(pieces);
}
/** Lines of one of our files; no cell of these tests has a quote in it. */
const linesOf = (text: Buffer) => {
  const [head = [], ...rows] = text
    .toString("utf8")
    .trim()
    .split("\r\n")
    .map((line) => line.split(","));
  return rows.map((cells) => Object.fromEntries(head.map((name, place) => [name, cells[place] ?? ""])));
};
const cents = (text: string) => BigInt(text.replace(".", ""));

test("cash 5: opening and moves are the closing balance, and one period goes on where the other ended", async () => {
  const first = await ask(100_000, day(-200));
  await pay(first, 30_000, day(-150));
  const second = await ask(50_000, day(-90));
  await rpc("cancel_payment_request", { request: second, reason: "Off" });
  await pay(first, 20_000, day(-40));
  const bill = await issued();
  await rpc("cancel_invoice", { invoice: bill.id, reason: "Wrong" });
  const third = await issued({ currency: "EUR" });
  await pay((await requestsOf(third.id))[0]!.id, 19_000, today);
  const all = await statement(day(-300), today);
  const [eur] = all.currencies;
  expect(eur).toMatchObject({ currency: "EUR", opening_minor: 0, closing_minor: 50_000 + 100_000 });
  let opening = 0;
  for (const [from, to] of [
    [day(-300), day(-151)],
    [day(-150), day(-60)],
    [day(-59), day(-1)],
    [today, today],
  ] as const) {
    const part = (await statement(from, to)).currencies[0]!;
    expect(part.opening_minor).toBe(opening);
    const moved = part.rows.reduce((sum, row) => sum + row.asked_minor - row.paid_minor, 0);
    expect(part.closing_minor).toBe(part.opening_minor + moved);
    expect(part.rows.at(-1)?.balance_minor).toBe(part.closing_minor);
    opening = part.closing_minor;
  }
  expect(opening).toBe(eur!.closing_minor);
});

test("cash 5: a statement is a CSV with amounts of a point, formulas made text, and a PDF with the same sums", async () => {
  await ask(1_050, today, "=HYPERLINK(1)");
  const facts = await statement(day(-300), today);
  const [head, opening, ...rest] = statementCsv(facts).replace("\uFEFF", "").trim().split("\r\n");
  expect(head).toBe("day,what,number,title,currency,asked_for,paid,balance");
  expect(opening).toBe(`${day(-300)},Opening balance,,,EUR,,,0.00`);
  const closing = rest.at(-1)!.split(",");
  expect(closing.slice(0, 2)).toEqual([today, "Closing balance"]);
  expect(cents(closing[7]!)).toBe(BigInt(facts.currencies[0]!.closing_minor));
  expect(rest.some((line) => line.includes("'=HYPERLINK(1)"))).toBe(true);
  const document = statementPdf(facts, await readFirm(sql));
  const totals = document.blocks.find((block) => block.kind === "totals")!;
  expect(totals.rows.at(-1)).toMatchObject({ value: "€1,510.50", grand: true });
});

test("cash 5: the accountant's archive equals the tax report, holds the issued files and their sums, and is the same bytes twice", async () => {
  await issued({
    lines: [{ description: "+49 Desk", unit_minor: 12_345, quantity_milli: 1_500, taxes: vat19 }],
    title: "@home",
  });
  const bill = await issued({ lines: [{ description: "Reverse", unit_minor: 70_000, taxes: reverse }] });
  // As the worker leaves it: made once, kept with its hash.
  const pdf = Buffer.from("%PDF-1.7 the issued one");
  const [file] = await sql<
    { id: string }[]
  >`insert into private.files (key, place) values ('the issued one', 'disk') returning id`;
  files.set(file!.id, pdf);
  await sql`update public.invoice_files set file_id = ${file!.id}, sha256 = ${createHash("sha256").update(pdf).digest("hex")}, size = ${pdf.length}, made_at = now() where invoice_id = ${bill.id} and kind = 'pdf'`;
  const made = await archive();
  expect((await archive()).equals(made)).toBe(true);
  const entries = unzip(made);
  expect([...entries.keys()]).toEqual([
    "README.txt",
    "invoices.csv",
    "lines.csv",
    "taxes.csv",
    "totals.csv",
    "payments.csv",
    "clients.csv",
    `files/${bill.number}.pdf`,
    "SHA256SUMS",
  ]);
  expect(entries.get(`files/${bill.number}.pdf`)).toEqual(pdf);
  const sums = entries.get("SHA256SUMS")!.toString("utf8").trim().split("\n");
  expect(sums).toHaveLength(entries.size - 1);
  for (const line of sums) {
    const [sha, name = ""] = line.split("  ");
    expect(createHash("sha256").update(entries.get(name)!).digest("hex")).toBe(sha);
  }
  // Rows of tax, by rate, are the report; so are the totals.
  const report = await rpc<{
    rates: { category: string; rate_pcm: number; base_minor: number; tax_minor: number }[];
    tax_minor: number;
  }>("tax_report", { from_day: period.from, to_day: period.to, basis: "issued" });
  const taxes = linesOf(entries.get("taxes.csv")!);
  const totals = linesOf(entries.get("totals.csv")!);
  for (const rate of report.rates) {
    const same = (row: Record<string, string>) =>
      row["category"] === rate.category && Number(row["rate"]) * 1000 === rate.rate_pcm;
    expect(taxes.filter(same).reduce((sum, row) => sum + cents(row["tax"]!), 0n)).toBe(BigInt(rate.tax_minor));
    expect(taxes.filter(same).reduce((sum, row) => sum + cents(row["base"]!), 0n)).toBe(BigInt(rate.base_minor));
    expect(cents(totals.find(same)!["tax"]!)).toBe(BigInt(rate.tax_minor));
  }
  const invoices = linesOf(entries.get("invoices.csv")!);
  expect(invoices.reduce((sum, row) => sum + cents(row["tax"]!), 0n)).toBe(BigInt(report.tax_minor));
  expect(linesOf(entries.get("lines.csv")!).reduce((sum, row) => sum + cents(row["net"]!), 0n)).toBe(
    invoices.reduce((sum, row) => sum + cents(row["net"]!), 0n),
  );
  // Text is no formula, amounts are amounts.
  expect(invoices.some((row) => row["title"] === "'@home")).toBe(true);
  expect(invoices.some((row) => row["total"]!.startsWith("-"))).toBe(true);
  expect(linesOf(entries.get("payments.csv")!).every((row) => row["reference"] === "'=1+1")).toBe(true);
  // Every column is explained.
  const explained = entries.get("README.txt")!.toString("utf8");
  for (const name of Object.keys(invoices[0]!)) expect(explained).toContain(`  ${name}: `);
});

test("cash 5: a file that was changed since it was issued is not handed out as the invoice", async () => {
  for (const [id, bytes] of files) files.set(id, Buffer.concat([bytes, Buffer.from("!")]));
  await expect(archive()).rejects.toThrow("is not the one that was issued");
});

test("cash 5: with the accounts of DATEV the archive has a Buchungsstapel that comes to the tax report and the payments, and says which account is missing", async () => {
  const site = moduleSite(sql, "cash", server);
  const token = new UnsecuredJWT({ role: "authenticated" }).setSubject(house.admin.userId).encode();
  const get = () =>
    site.ask(`/api/cash/export.zip?from=${period.from}&to=${period.to}`, {
      headers: { authorization: `Bearer ${token}` },
    });
  for (const [id, bytes] of files) files.set(id, Buffer.from(bytes.toString().replace(/!$/, "")));
  const set = (datev: object | null) =>
    house.as((tx) => tx`update public.cash_settings set datev = ${JSON.stringify(datev)}::text::jsonb where id`);
  const accounts = {
    consultant: 1234567,
    client: 42,
    account_length: 4,
    clients_account: "10000",
    bank_account: "1200",
    other_account: "1360",
    revenue: [
      {
        category: "S",
        rate_pcm: 19e3,
        account: "8400",
        key: null as string | null,
      },
    ],
  };
  await expect(set({ ...accounts, consultant: 7 })).rejects.toThrow("Consultant");
  await expect(set({ ...accounts, bank_account: "12OO" })).rejects.toThrow("four to 4 digits");
  await set(accounts);
  const refused = await get();
  expect([refused.status, ((await refused.json()) as { message: string }).message]).toEqual([
    422,
    "DATEV has no account for AE 0 %: set it below.",
  ]);
  await set({
    ...accounts,
    revenue: [...accounts.revenue, { category: "AE", rate_pcm: 0, account: "8336", key: "94" }],
  });
  const entries = unzip(await archive());
  const name = [...entries.keys()].find((each) => each.startsWith("datev/"))!;
  const [head, heads, ...lines] = entries
    .get(name)!
    .toString("latin1")
    .trimEnd()
    .split("\r\n")
    .map((line) => line.split(";"));
  expect(head!.slice(0, 5)).toEqual(['"EXTF"', "700", "21", '"Buchungsstapel"', "13"]);
  const year = period.from.slice(0, 4);
  expect(head!.slice(10, 16)).toEqual(["1234567", "42", `${year}0101`, "4", `${year}0101`, `${year}1231`]);
  expect(head).toHaveLength(31);
  expect(heads![7]).toBe('"Gegenkonto (ohne BU-Schlüssel)"');
  const rows = lines.map((cells) => ({
    minor: Number(cells[0]!.replace(",", "")) * (cells[1] === '"H"' ? -1 : 1),
    account: cells[6]!,
    against: cells[7]!,
    key: cells[8]!,
    day: cells[9]!,
    number: cells[10]!,
  }));
  const sumOf = (of: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(of).reduce((sum, row) => sum + row.minor, 0);
  const report = await rpc<{ rates: { category: string; base_minor: number; tax_minor: number }[] }>("tax_report", {
    from_day: period.from,
    to_day: period.to,
    basis: "issued",
  });
  for (const [category, account] of [
    ["S", "8400"],
    ["AE", "8336"],
  ] as const) {
    const rate = report.rates.find((each) => each.category === category)!;
    expect(sumOf((row) => row.account === "10000" && row.against === account)).toBe(rate.base_minor + rate.tax_minor);
  }
  expect(rows.every((row) => (row.against === "8336") === (row.key === '"94"'))).toBe(true);
  // Money, also what went back, by the account of the way it came.
  const [paid] = await sql<{ minor: number }[]>`
    select sum(amount_minor)::float8 as minor from public.payments where received_on between ${period.from} and ${period.to}`;
  expect(sumOf((row) => row.account === "1200" && row.against === "10000")).toBe(paid!.minor);
  expect(rows.some((row) => row.minor < 0)).toBe(true);
  expect(rows.every((row) => /^\d{4}$/.test(row.day))).toBe(true);
  await set(null);
  expect([...unzip(await archive()).keys()].some((each) => each.startsWith("datev/"))).toBe(false);
});

test("cash 5: whoever takes a statement or the archive is in the audit log, also without our screen", async () => {
  const site = moduleSite(sql, "cash", server);
  const token = new UnsecuredJWT({ role: "authenticated" }).setSubject(house.admin.userId).encode();
  const get = (path: string) => site.ask(`/api/cash/${path}`, { headers: { authorization: `Bearer ${token}` } });
  const exported = async () =>
    (await sql<{ what: string }[]>`select subject as what from public.acts where act = 'exported' order by id`).map(
      ({ what }) => what,
    );
  const before = await exported();
  for (const [path, what] of [
    [`statement.csv?account=${accountId}&from=${day(-30)}&to=${today}`, "statement of Norrfall & Söhne KG"],
    [`export.zip?from=${day(-400)}&to=${day(-390)}`, `accountant's files of ${day(-400)} to ${day(-390)}`],
  ] as const) {
    const response = await get(path);
    expect(response.status).toBe(200);
    await response.arrayBuffer();
    expect((await exported()).slice(before.length)).toContain(what);
  }
  // What is refused left nothing.
  expect((await get(`statement.csv?account=${randomUUID()}&from=${today}&to=${today}`)).status).toBe(404);
  expect(await exported()).toHaveLength(before.length + 2);
});
