import { expect, test } from "vitest";
import { actAs, addUser, type Who } from "#server/testing/act-as.ts";
import { testDatabase } from "#server/testing/test-database.ts";

const { sql } = await testDatabase();
const one: Who = { role: "authenticated", userId: await addUser(sql, { admin: true }) };
const other: Who = { role: "authenticated", userId: await addUser(sql, { admin: true }) };
const idOf = (who: Who) => ("userId" in who ? who.userId : "");
const choose = (as: Who, of: Who, locale: string) =>
  actAs(
    sql,
    as,
    (transaction) => transaction`
    insert into public.format_choices (user_id, locale, week_starts_on, hours_24) values (${idOf(of)}, ${locale}, 1, true)
    on conflict (user_id) do update set user_id = excluded.user_id, locale = excluded.locale`,
  );

test("records 14: a choice of formats is a person's own: no one else reads or changes it", async () => {
  await choose(one, one, "de-DE");
  await choose(one, one, "fr-FR");
  const seenBy = (who: Who) => actAs(sql, who, (transaction) => transaction`select locale from public.format_choices`);
  expect(await seenBy(one)).toEqual([{ locale: "fr-FR" }]);
  expect(await seenBy(other)).toEqual([]);
  await expect(choose(other, one, "en-GB")).rejects.toThrow("row-level security");
  await actAs(sql, other, (transaction) => transaction`update public.format_choices set locale = 'en-GB'`);
  expect(await seenBy(one)).toEqual([{ locale: "fr-FR" }]);
});

test("records 14: what is no locale or no day is refused", async () => {
  await expect(choose(one, one, "german'; drop")).rejects.toThrow("locale_is_a_language_tag");
  await expect(sql`update public.format_choices set week_starts_on = 8`).rejects.toThrow("week_starts_on_a_day");
});
