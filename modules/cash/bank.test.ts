// Files of the bank on a real database: what is read once, what pays what, and who wins when two do it.
import { describe, expect, test } from "vitest";
import { addUser } from "#server/testing/act-as.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { bankHouse, clientIban, type Listed, ownIban } from "./testing/bank-house.ts";
import { camt, type Entry } from "./testing/camt-files.ts";

const { sql } = await testDatabase();
const house = await bankHouse(sql);
const { invoice, standing, lines, look, take, takeCamt, match, call, today, norrfall, fjord } = house;

let n = 0;
/** A booking of today that no other test has. */
const came = (amount: string, text: string, more: Partial<Entry> & { name?: string; iban?: string } = {}): Entry => {
  n += 1;
  const { name, iban, ...entry } = more;
  return {
    amount,
    day: today,
    reference: `B${n}`,
    parts: [{ amount, text, ...(name && { name }), ...(iban && { iban }) }],
    ...entry,
  };
};
/** Takes one booking in and answers it as the list shows it. */
const line = async (amount: string, text: string, more: Parameters<typeof came>[2] = {}): Promise<Listed> => {
  const taken = await takeCamt({ entries: [came(amount, text, more)] });
  const [found] = await lines({ state: "all", import: taken.import });
  return found!;
};
const payments = async (request: string) =>
  (
    await sql<
      { kind: string; minor: number }[]
    >`select kind, amount_minor::float8 as minor from public.payments where request_id = ${request} order by created_at, id`
  ).map(({ kind, minor }) => [kind, minor]);

describe("reading", () => {
  test("cash 6: a file of another account, and a firm without an account, are refused whole", async () => {
    const before = (await lines({ state: "all" })).length;
    for (const way of [look, take]) {
      const answer = await way(camt({ iban: "DE02120300000000202051", entries: [came("10.00", "x")] }));
      expect([answer.status, answer.body.message]).toEqual([
        422,
        expect.stringContaining("DE02120300000000202051, which is none of yours"),
      ]);
    }
    await sql`update public.firm set bank_account = null, bank_holder = null, bank_name = null, bank_bic = null`;
    expect((await take(camt({ entries: [came("10.00", "x")] }))).body.message).toContain("No bank account is set");
    await sql`update public.firm set bank_account = ${ownIban}, bank_holder = 'Guidevane'`;
    expect(await lines({ state: "all" })).toHaveLength(before);
    // What the server reads is not all that stands between: the function itself refuses, too.
    await expect(
      call(
        "public.take_bank_file($1::jsonb)",
        JSON.stringify({
          sha256: "a".repeat(64),
          file_name: "x",
          format: "csv",
          statements: [{ account: "XX00" }],
          lines: [],
        }),
      ),
    ).rejects.toThrow("none of yours");
  });

  test("cash 6: more than 20 MB is refused before it is read, and something that is no file is said to be none", async () => {
    expect((await take(new Uint8Array(20 * 1024 * 1024 + 1))).body.message).toContain("larger than 20 MB");
    expect((await take("%PDF-1.7 not a statement")).body.message).toContain("a PDF");
    expect((await take("")).body.message).toContain("empty");
    expect((await take(camt({ entries: [came("10.00", "x")], closing: "1.00" }))).body.message).toContain(
      "do not add up",
    );
  });

  test("cash 6: the columns of a CSV file are asked once and remembered by their headings", async () => {
    const file = (day: string, amount: string) => `Wann;Wieviel;Wozu\n${day};${amount};CSV ${day} ${amount}\n`;
    const first = await look(file("03/04/2026", "1,50"));
    expect(first.body).toMatchObject({
      count: 0,
      csv: { question: "Say which column has the day.", remembered: false },
    });
    const columns = { day: 0, amount: 1, text: 2 };
    expect((await look(file("03/04/2026", "1,50"), { columns })).body.csv!.question).toContain("day or the month");
    const how = { columns, dayOrder: "dmy" };
    expect((await look(file("03/04/2026", "1,50"), how)).body).toMatchObject({
      count: 1,
      added: 1,
      csv: { question: null, decimalMark: "," },
    });
    expect((await take(file("03/04/2026", "1,50"), how)).body).toMatchObject({ added: 1, again: false });
    // The next file says nothing and is read the same way, also where its columns stand elsewhere.
    const moved = "Wozu;Wann;Wieviel\nCSV moved;04/05/2026;2,50\n";
    expect((await look(moved)).body).toMatchObject({
      count: 1,
      csv: { question: null, remembered: true, dayOrder: "dmy", columns: { day: 1, amount: 2, text: 0 } },
    });
    expect((await take(moved)).body).toMatchObject({ added: 1 });
    expect(await lines({ state: "all", search: "CSV moved" })).toMatchObject([
      { amount_minor: 250, words: "CSV moved" },
    ]);
  });

  test("cash 7: the same file twice is read once, and overlapping files keep each line once", async () => {
    const entries = [
      came("11.00", "a"),
      came("12.00", "b"),
      came("12.00", "b", { reference: "SAME" }),
      came("12.00", "b", { reference: "SAME" }),
    ];
    const file = camt({ entries });
    expect((await take(file)).body).toMatchObject({ added: 4, known: 0, again: false });
    expect((await take(file)).body).toMatchObject({ added: 0, known: 4, again: true });
    expect((await look(file)).body.read_before).toMatchObject({ file_name: "statement.xml" });
    // Another file with three of them and one more.
    const overlap = camt({ opening: "11.00", entries: [...entries.slice(1), came("13.00", "c")] });
    expect((await look(overlap)).body).toMatchObject({ count: 4, added: 1 });
    expect((await take(overlap)).body).toMatchObject({ added: 1, known: 3 });
    // The same days as CSV, which says less of each: as many as are new.
    const csv = `Date;Amount;Text\n${[
      ["11,00", "a"],
      ["12,00", "b"],
      ["12,00", "b"],
      ["12,00", "b"],
      ["13,00", "c"],
      ["13,00", "new"],
    ]
      .map(([amount, text]) => `${today};${amount};${text}`)
      .join("\n")}\n`;
    expect((await take(csv)).body).toMatchObject({ added: 1, known: 5 });
    // Exported once more with another column: still the same bookings, and a seventh.
    const wider = csv
      .split("\n")
      .map((row, at) => (row === "" ? "" : `${row};${at === 0 ? "Name" : "Norrfall"}`))
      .join("\n");
    expect((await take(`${wider}${today};13,00;c;Norrfall\n`)).body).toMatchObject({ added: 1, known: 6 });
  });

  test("cash 7: a booking that came in parts by its details is not taken again as a whole", async () => {
    const whole = { amount: "300.00", day: today, reference: "BATCH-1" };
    const details = camt({
      version: "camt.054.001.08",
      opening: null,
      closing: null,
      entries: [
        {
          ...whole,
          parts: [
            { amount: "100.00", text: "one" },
            { amount: "200.00", text: "two" },
          ],
        },
      ],
    });
    expect((await take(details)).body).toMatchObject({ added: 2 });
    expect((await take(camt({ entries: [whole, came("7.00", "x")] }))).body).toMatchObject({ added: 1, known: 1 });
  });

  test("cash 7: ten at once read a file once, and two overlapping files at once add up", async () => {
    const entries = Array.from({ length: 5 }, (_, each) => came(`${20 + each}.00`, `at once ${each}`));
    const file = camt({ entries });
    const answers = await Promise.all(Array.from({ length: 10 }, () => take(file)));
    expect(answers.map(({ body }) => body.added).toSorted()).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 5]);
    const more = [came("30.00", "at once 5"), came("31.00", "at once 6")];
    await Promise.all([
      take(camt({ entries: [...entries, more[0]!] })),
      take(camt({ entries: [...entries, more[0]!, more[1]!] })),
    ]);
    expect(await lines({ state: "all", search: "at once" })).toHaveLength(7);
  });

  test("cash 7: days that are missing between two statements are said", async () => {
    const nextYear = `${new Date().getUTCFullYear() + 1}-12-31`;
    const { body } = await look(camt({ opening: "999.00", entries: [came("1.00", "x", { day: nextYear })] }));
    expect(body.gaps).toMatchObject([{ opening_minor: 999_00 }]);
  });

  test("cash 7: a file that was read in the wrong way is taken out, but not once money was booked by it", async () => {
    const taken = await takeCamt({ entries: [came("41.00", "wrong file")] });
    await call("public.undo_bank_file($1)", taken.import);
    expect(await lines({ state: "all", search: "wrong file" })).toEqual([]);
    const asked = await invoice(42_00);
    const kept = await line("42.00", `${asked.invoice}`);
    await match(kept.id, [{ request: asked.id, amount_minor: 42_00 }]);
    const [file] = await sql<{ import_id: string }[]>`select import_id from public.bank_lines where id = ${kept.id}`;
    await expect(call("public.undo_bank_file($1)", file!.import_id)).rejects.toThrow("were matched");
  });
});

describe("matching", () => {
  test("cash 8: certain is our number and the open amount, in every way it is written", async () => {
    const asked = await invoice(1210_00);
    const [, year, digits] = /(\d{4})-(\d+)/.exec(asked.invoice!)!;
    for (const text of [
      `Invoice ${asked.invoice}`,
      `re ${asked.invoice!.toLowerCase()} thank you`,
      `I ${year}/${digits}`,
      `I${year}${digits}`,
      `I-${year}-${digits!.slice(0, 1)} ${digits!.slice(1)}`,
      asked.number,
    ]) {
      const [first] = (await line("1210.00", text)).suggestions;
      expect([text, first?.certainty, first?.reasons, first?.parts.map(({ request }) => request)]).toEqual([
        text,
        "certain",
        ["number", "amount"],
        [asked.id],
      ]);
    }
    // A longer number is another one, and so is another currency's invoice.
    expect((await line("1210.00", `${asked.invoice}9`)).suggestions[0]).toMatchObject({
      certainty: "weak",
      reasons: ["amount"],
    });
    const dollars = await invoice(77_00, { currency: "USD" }).catch(() => null);
    if (dollars) expect((await line("77.00", `${dollars.invoice}`)).suggestions).toEqual([]);
  });

  test("cash 8: likely is the number with another amount, or the amount from an account that paid before; weak the amount", async () => {
    const asked = await invoice(333_00);
    expect((await line("300.00", `${asked.invoice}`)).suggestions).toMatchObject([
      { certainty: "likely", reasons: ["number"], parts: [{ request: asked.id, amount_minor: 300_00 }] },
    ]);
    const other = await invoice(333_00, { account: fjord });
    // The number decides, whatever else the amount would fit (the reference is not ignored).
    expect((await line("333.00", `${asked.invoice}`)).suggestions.map(({ parts }) => parts[0]!.request)).toEqual([
      asked.id,
    ]);
    const unnamed = await line("333.00", "thank you", { iban: "DE91100000000123456789" });
    expect(unnamed.suggestions.map(({ certainty, reasons }) => [certainty, reasons])).toEqual([
      ["weak", ["amount"]],
      ["weak", ["amount"]],
    ]);
    expect((await line("333.00", "hello", { name: "FJORD" })).suggestions[0]).toMatchObject({
      certainty: "weak",
      reasons: ["amount", "name"],
      parts: [{ request: other.id }],
    });
    await match(unnamed.id, [{ request: other.id, amount_minor: 333_00 }]);
    const next = await invoice(334_00, { account: fjord });
    const again = await line("334.00", "thanks again", { iban: "DE91100000000123456789" });
    expect(again).toMatchObject({
      client_id: fjord,
      suggestions: [{ certainty: "likely", reasons: ["amount", "known account"], parts: [{ request: next.id }] }],
    });
    // EndToEndId proves nothing, and money that is already there is not open.
    expect((await line("1000000.00", "unheard of")).suggestions).toEqual([]);
  });

  test("cash 8: one payment of several invoices, by their numbers or all that a known client owes", async () => {
    const [one, two] = [await invoice(51_00), await invoice(52_00)];
    const joint = await line("103.00", `${one.invoice} + ${two.invoice}`);
    expect(joint.suggestions[0]).toMatchObject({
      certainty: "certain",
      parts: [
        { request: one.id, amount_minor: 51_00 },
        { request: two.id, amount_minor: 52_00 },
      ],
    });
    await match(joint.id, joint.suggestions[0]!.parts);
    expect([await standing(one.id), await standing(two.id)]).toMatchObject([{ state: "paid" }, { state: "paid" }]);
    expect((await lines({ id: joint.id }))[0]).toMatchObject({ state: "matched", rest_minor: 0 });
    // Less than both: the first that is due is filled first. More: the rest is credit of the last.
    const [three, four] = [await invoice(61_00), await invoice(62_00)];
    expect((await line("100.00", `${three.invoice}, ${four.invoice}`)).suggestions[0]).toMatchObject({
      certainty: "likely",
      parts: [{ amount_minor: 61_00 }, { amount_minor: 39_00 }],
    });
    expect((await line("125.00", `${three.invoice}, ${four.invoice}`)).suggestions[0]).toMatchObject({
      certainty: "likely",
      parts: [{ amount_minor: 61_00 }, { amount_minor: 64_00 }],
    });
    const quiet = await house.client("Quiet Ltd");
    await sql`insert into public.billing_profiles (account_id, street, postal_code, city, country) values (${quiet}, 'Am Markt 1', '28195', 'Bremen', 'DE')`;
    const first = await invoice(71_00, { account: quiet });
    await match((await line("71.00", "x", { iban: "DE75512108001245126199" })).id, [
      { request: first.id, amount_minor: 71_00 },
    ]);
    await invoice(72_00, { account: quiet });
    await invoice(73_00, { account: quiet });
    expect((await line("145.00", "all of it", { iban: "DE75512108001245126199" })).suggestions[0]).toMatchObject({
      certainty: "likely",
      reasons: ["amount", "known account"],
      parts: [{ amount_minor: 72_00 }, { amount_minor: 73_00 }],
    });
  });

  test("cash 8: a press records one payment by the function of payments, and can split; no more than came", async () => {
    const [one, two] = [await invoice(81_00), await invoice(82_00)];
    const kept = await line("100.00", "no number");
    await expect(match(kept.id, [{ request: one.id, amount_minor: 100_01 }])).rejects.toThrow(
      "Only €100.00 of this booking is left",
    );
    await expect(
      match(kept.id, [
        { request: one.id, amount_minor: 60_00 },
        { request: two.id, amount_minor: 60_00 },
      ]),
    ).rejects.toThrow("Only €40.00");
    await expect(match(kept.id, [{ request: one.id, amount_minor: -1 }])).rejects.toThrow("The amount");
    await expect(match(kept.id, [])).rejects.toThrow("1 to 50");
    expect(await payments(one.id)).toEqual([]);
    expect(await match(kept.id, [{ request: one.id, amount_minor: 60_00 }])).toBe(1);
    expect((await lines({ id: kept.id }))[0]).toMatchObject({
      state: "partly",
      rest_minor: 40_00,
      matches: [{ amount_minor: 60_00, by: "person", who: "Noor" }],
    });
    await match(kept.id, [{ request: two.id, amount_minor: 40_00 }]);
    await expect(match(kept.id, [{ request: two.id, amount_minor: 1_00 }])).rejects.toThrow("matched already");
    expect([await payments(one.id), await payments(two.id)]).toEqual([[["payment", 60_00]], [["payment", 40_00]]]);
    expect(
      await sql`select distinct method, received_on::text, provider from public.payments where request_id in (${one.id}, ${two.id})`,
    ).toEqual([{ method: "bank", received_on: today, provider: "entry" }]);
    expect(await sql`select act from public.acts where act = 'bank line matched' limit 1`).toHaveLength(1);
  });

  test("cash 8: paid twice is recorded and becomes credit", async () => {
    const asked = await invoice(91_00);
    await match((await line("91.00", `${asked.invoice}`)).id, [{ request: asked.id, amount_minor: 91_00 }]);
    const second = await line("91.00", `${asked.invoice} again`);
    expect(second.suggestions[0]).toMatchObject({ certainty: "likely", reasons: ["number", "paid already"] });
    await match(second.id, second.suggestions[0]!.parts);
    expect(await standing(asked.id)).toMatchObject({ state: "overpaid", credit_minor: 91_00 });
  });

  test("cash 8: twenty who match one line at once book it once, also to different requests", async () => {
    const [one, two] = [await invoice(101_00), await invoice(101_00)];
    const kept = await line("101.00", "whose is it");
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, (_, each) =>
        match(kept.id, [{ request: each % 2 === 0 ? one.id : two.id, amount_minor: 101_00 }]),
      ),
    );
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(
      answers
        .flatMap((each) => (each.status === "rejected" ? [(each.reason as Error).message] : []))
        .every((message) => message === "This booking was matched already."),
    ).toBe(true);
    expect([...(await payments(one.id)), ...(await payments(two.id))]).toEqual([["payment", 101_00]]);
    // Two lines with two requests each, the other way round: no deadlock.
    const [a, b] = [await line("50.00", "left"), await line("50.00", "right")];
    const [x, y] = [await invoice(60_00), await invoice(60_00)];
    await Promise.all([
      match(a.id, [
        { request: x.id, amount_minor: 25_00 },
        { request: y.id, amount_minor: 25_00 },
      ]),
      match(b.id, [
        { request: y.id, amount_minor: 25_00 },
        { request: x.id, amount_minor: 25_00 },
      ]),
    ]);
    expect([await standing(x.id), await standing(y.id)]).toMatchObject([
      { received_minor: 50_00 },
      { received_minor: 50_00 },
    ]);
  });

  test("cash 8: undone by a correction, the line is to be matched again and the payment stays to be read", async () => {
    const [wrong, right] = [await invoice(111_00), await invoice(111_00)];
    const kept = await line("111.00", "no number here");
    await match(kept.id, [{ request: wrong.id, amount_minor: 111_00 }]);
    const { matches } = (await lines({ id: kept.id }))[0]!;
    await expect(call("public.undo_bank_match($1, $2)", matches[0]!.id, " ")).rejects.toThrow("Say why");
    const undone = await Promise.allSettled(
      Array.from({ length: 5 }, () => call("public.undo_bank_match($1, $2)", matches[0]!.id, "Wrong client")),
    );
    expect(undone.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await payments(wrong.id)).toEqual([
      ["payment", 111_00],
      ["correction", -111_00],
    ]);
    expect(await standing(wrong.id)).toMatchObject({ state: "open", open_minor: 111_00 });
    await match(kept.id, [{ request: right.id, amount_minor: 111_00 }]);
    // And once more to the first, which is a payment of its own.
    const again = (await lines({ id: kept.id }))[0]!.matches.find(({ undone_at }) => undone_at === null)!;
    await call("public.undo_bank_match($1, $2)", again.id, "It was the first after all");
    await match(kept.id, [{ request: wrong.id, amount_minor: 111_00 }]);
    expect(await standing(wrong.id)).toMatchObject({ state: "paid" });
    expect((await lines({ id: kept.id }))[0]!.matches).toHaveLength(3);
    // Someone corrected the payment by hand first: it is not corrected twice.
    const [last] = await sql<
      { id: string; payment_id: string }[]
    >`select id, payment_id from public.bank_matches where line_id = ${kept.id} and undone_at is null`;
    await call("public.correct_payment($1, 0, 'by hand')", last!.payment_id);
    await call("public.undo_bank_match($1, $2)", last!.id, "Corrected already");
    expect(await standing(wrong.id)).toMatchObject({ open_minor: 111_00, received_minor: 0 });
  });

  test("cash 8: nothing books by itself; with the rule on, only what is certain, named as the rule's, and it can be undone", async () => {
    const [sure, unsure] = [await invoice(121_00), await invoice(122_00)];
    const quiet = await takeCamt({ entries: [came("121.00", `${sure.invoice}`)] });
    expect([quiet.booked, await payments(sure.id)]).toEqual([0, []]);
    await call("public.set_bank_rule(true)");
    const taken = await takeCamt({
      entries: [
        came("121.00", `${sure.invoice} second`),
        came("121.00", `${sure.invoice} third`),
        came("120.00", `${unsure.invoice}`),
        came("122.00", "amount only"),
      ],
    });
    expect(taken.booked).toBe(1);
    expect([await payments(sure.id), await payments(unsure.id)]).toEqual([[["payment", 121_00]], []]);
    const done = (await lines({ state: "rule" }))[0]!;
    expect(done.matches).toMatchObject([{ by: "rule", request: sure.id }]);
    await call("public.undo_bank_match($1, $2)", done.matches[0]!.id, "Not this one");
    expect(await standing(sure.id)).toMatchObject({ open_minor: 121_00 });
    expect((await lines({ state: "rule" }))[0]).toMatchObject({ id: done.id, state: "new" });
    await call("public.set_bank_rule(false)");
    expect(await sql`select act from public.acts where act like '%rule changed' order by at desc limit 1`).toHaveLength(
      1,
    );
  });

  test("cash 8: ignored lines ask no longer and can come back; money that went out pays nothing", async () => {
    const asked = await invoice(131_00);
    const kept = await line("131.00", "tax office");
    expect(await call("public.ignore_bank_lines(array[$1]::uuid[], 'Tax')", kept.id)).toBe(1);
    await expect(match(kept.id, [{ request: asked.id, amount_minor: 1 }])).rejects.toThrow("ignored");
    expect(await call("public.bring_back_bank_lines(array[$1]::uuid[])", kept.id)).toBe(1);
    expect((await lines({ id: kept.id }))[0]).toMatchObject({ state: "new" });
    const out = await line("131.00", `${asked.invoice}`, { mark: "DBIT" });
    expect(out).toMatchObject({ state: "out", amount_minor: -131_00, suggestions: [] });
    await expect(match(out.id, [{ request: asked.id, amount_minor: 1 }])).rejects.toThrow("Money that went out");
  });

  test("cash 8: who may not touch money sees lines at most; the outside sees nothing", async () => {
    const userId = await addUser(sql, { admin: false });
    const kept = await line("141.00", "rights");
    for (const statement of [
      `public.bank_lines_list()`,
      `public.bank_counts()`,
      `public.set_bank_rule(true)`,
      `public.match_bank_line('${kept.id}', '[]')`,
      `public.undo_bank_file('${kept.id}')`,
      `public.take_bank_file('{}')`,
      `public.look_at_bank_file('{}')`,
    ])
      await expect(house.as((tx) => tx.unsafe(`select * from ${statement}`), userId)).rejects.toMatchObject({
        code: "42501",
      });
    expect(await house.as((tx) => tx`select id from public.bank_lines`, userId)).toEqual([]);
    await expect(house.as((tx) => tx`insert into public.bank_settings default values`)).rejects.toMatchObject({
      code: "42501",
    });
  });
});

describe("what is short", () => {
  test("cash 9: short by the bank's fee stays open, or a credit note of just that is drafted", async () => {
    const asked = await invoice(1000_00);
    const short = await line("985.50", `${asked.invoice}`);
    expect(short.suggestions[0]).toMatchObject({ certainty: "likely", parts: [{ amount_minor: 985_50 }] });
    await match(short.id, short.suggestions[0]!.parts);
    expect(await standing(asked.id)).toMatchObject({ state: "partly_paid", open_minor: 14_50 });
    const [bill] = await sql<{ id: string }[]>`select id from public.invoices where number = ${asked.invoice!}`;
    const draft = await call<string>(
      "public.new_credit_note($1, $2::jsonb)",
      bill!.id,
      JSON.stringify({ kind: "gross", gross_minor: 14_50, reason: "Bank fee" }),
    );
    expect(await standing(asked.id)).toMatchObject({ open_minor: 14_50 });
    await call("public.issue_invoice($1)", draft);
    expect(await standing(asked.id)).toMatchObject({ state: "paid", open_minor: 0, credit_minor: 0 });
    expect(await sql`select total_minor::float8 as total from public.invoices where credit_of = ${bill!.id}`).toEqual([
      { total: -14_50 },
    ]);
  });

  test("cash 9: the credit note of a fee comes to the very cent, at any rate and with two of them", async () => {
    for (const [priced, minor] of [
      [[[1000_00, 19_000]], 14_51],
      [[[1000_00, 21_000]], 100_00],
      [
        [
          [800_00, 19_000],
          [300_00, 7_000],
        ],
        33_33,
      ],
    ] as [[number, number][], number][]) {
      const asked = await invoice(0, { lines: priced });
      const [bill] = await sql<{ id: string }[]>`select id from public.invoices where number = ${asked.invoice!}`;
      await call(
        "public.issue_invoice($1)",
        await call<string>(
          "public.new_credit_note($1, $2::jsonb)",
          bill!.id,
          JSON.stringify({ kind: "gross", gross_minor: minor, reason: "Bank fee" }),
        ),
      );
      expect(
        await sql`select -total_minor::float8 as total from public.invoices where credit_of = ${bill!.id}`,
      ).toEqual([{ total: minor }]);
    }
  });

  test("cash 9: a payout is the card payments less the fees; differences are said, and each payment is in one payout", async () => {
    const asked = await invoice(500_00);
    const [one, two, three] = await sql<{ id: string }[]>`
      insert into public.payments (request_id, kind, amount_minor, currency, method, received_on, provider, provider_id)
      select ${asked.id}, 'payment', minor, 'EUR', 'stripe', public.office_today(), 'stripe', 'pi_' || minor from unnest(array[10000, 20000, 5000]) as minor returning id`;
    const kept = await line("293.00", "STRIPE PAYOUT");
    const candidates = await house.as(
      (tx) => tx<{ payment_id: string }[]>`select payment_id from public.payout_candidates(${kept.id})`,
    );
    expect(candidates).toHaveLength(3);
    const settle = (chosen: string[], of = kept.id) =>
      call<string>("public.settle_payout($1, $2::uuid[])", of, chosen as never);
    await expect(settle([one!.id])).rejects.toThrow("less than the €293.00 that came");
    await expect(settle([])).rejects.toThrow("Choose card payments");
    expect(Number(await settle([one!.id, two!.id]))).toBe(7_00);
    expect((await lines({ id: kept.id }))[0]).toMatchObject({
      state: "matched",
      payout: { payments: 2, sum_minor: 300_00, fees_minor: 7_00 },
    });
    // It books nothing: the card payments were written down when they were made.
    expect(await payments(asked.id)).toHaveLength(3);
    const other = await line("49.00", "STRIPE PAYOUT 2");
    await expect(settle([three!.id, two!.id], other.id)).rejects.toThrow("in another payout");
    await call("public.undo_payout($1)", kept.id);
    expect((await lines({ id: kept.id }))[0]).toMatchObject({ state: "new", payout: null, rest_minor: 293_00 });
  });
});

test("cash 10: a booking of a closed day is neither booked nor undone, also not by the rule, until the period is opened again", async () => {
  const [{ day }] = (await sql`select (public.office_today() - 3)::text as day`) as unknown as [{ day: string }];
  const [asked, paid] = [await invoice(151_00), await invoice(152_00)];
  const kept = await line("151.00", `${asked.invoice}`, { day });
  const booked = await line("152.00", `${paid.invoice}`, { day });
  await match(booked.id, [{ request: paid.id, amount_minor: 152_00 }]);
  const period = await call<string>("public.close_period($1::date, $1::date)", day);
  await expect(match(kept.id, [{ request: asked.id, amount_minor: 151_00 }])).rejects.toThrow("is closed");
  const { matches } = (await lines({ id: booked.id }))[0]!;
  await expect(call("public.undo_bank_match($1, $2)", matches[0]!.id, "Wrong")).rejects.toThrow("is closed");
  await call("public.set_bank_rule(true)");
  const late = await takeCamt({ entries: [came("151.00", `${asked.invoice} by the rule`, { day })] });
  await call("public.set_bank_rule(false)");
  expect([late.added, late.booked, await payments(asked.id)]).toEqual([1, 0, []]);
  expect((await lines({ id: kept.id }))[0]).toMatchObject({ state: "new", rest_minor: 151_00 });
  await call("public.reopen_period($1, $2)", period, "A transfer was forgotten");
  await match(kept.id, [{ request: asked.id, amount_minor: 151_00 }]);
  expect(await standing(asked.id)).toMatchObject({ state: "paid" });
});

test("cash 8: what is left of each line is what came less what is matched", async () => {
  expect(
    await sql`select id from public.bank_lines as kept where rest_minor <> amount_minor - coalesce((select sum(amount_minor) from public.bank_matches where line_id = kept.id and undone_at is null), 0)
      - case when exists (select from public.bank_payouts where line_id = kept.id) then amount_minor else 0 end`,
  ).toEqual([]);
  expect(norrfall).not.toBe(fjord);
  expect(clientIban).not.toBe(ownIban);
});
