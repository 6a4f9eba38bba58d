import { expect, test } from "vitest";
import { exactMoney } from "#domain/money.ts";
import { testDatabase } from "#server/testing/test-database.ts";

const { sql } = await testDatabase();

test("an amount in the title of a task is written as screens write it, in every currency", async () => {
  const written = await sql<{ code: string; amount: string; words: string }[]>`
    select code, amount::text, private.money_text(amount, code) as words
    from public.currencies, unnest(array[0, 5, -1, 1725500, -123456789]) as amount`;
  expect(written.length).toBeGreaterThan(100);
  const differs = written.filter(({ code, amount, words }) => words !== exactMoney(Number(amount), code));
  expect(differs.map(({ code, amount, words }) => [words, exactMoney(Number(amount), code)])).toEqual([]);
});
