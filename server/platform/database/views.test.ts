// Saved views: whose they are, who sees and changes them, and that one is the default.
import { beforeEach, expect, test } from "vitest";
import { actAs, addUser, type Who } from "#server/testing/act-as.ts";
import { testDatabase } from "#server/testing/test-database.ts";

const { sql } = await testDatabase();
const noor: Who = { role: "authenticated", userId: await addUser(sql, { admin: true }) };
const ada: Who = { role: "authenticated", userId: await addUser(sql, { admin: true }) };
const member: Who = { role: "authenticated", userId: await addUser(sql, { admin: false }) };
beforeEach(() => sql`delete from public.views`);

const definition = JSON.stringify({ filter: { match: "all", parts: [] }, sort: "name", columns: null, search: "" });
const save = async (who: Who, name: string, more: { shared?: boolean; is_default?: boolean; entity?: string } = {}) => {
  const { shared = false, is_default = false, entity = "accounts" } = more;
  const [row] = await actAs(
    sql,
    who,
    (tx) => tx<{ id: string }[]>`
      insert into public.views (entity, name, shared, is_default, definition)
      values (${entity}, ${name}, ${shared}, ${is_default}, ${definition}::jsonb) returning id`,
  );
  return row!.id;
};
const names = async (who: Who, where = "true") =>
  (
    await actAs(sql, who, (tx) =>
      tx.unsafe<{ name: string }[]>(`select name from public.views where ${where} order by name`),
    )
  ).map(({ name }) => name);

test("records 2: a private view is its owner's; one for all is everyone's who may read the list", async () => {
  await save(noor, "Mine");
  await save(noor, "Ours", { shared: true });
  expect(await names(noor)).toEqual(["Mine", "Ours"]);
  expect(await names(ada)).toEqual(["Ours"]);
  expect(await names(member)).toEqual([]);
});

test("records 2: nobody saves a view for someone else, or of what they may not read", async () => {
  await expect(save(member, "Theirs")).rejects.toMatchObject({ code: /42501|23503/ });
  await expect(save(noor, "Odd", { entity: "passwords" })).rejects.toMatchObject({ code: "42501" });
  await expect(
    actAs(
      sql,
      noor,
      (tx) =>
        tx`insert into public.views (entity, name, owner_id, definition) values ('accounts', 'x', ${"userId" in ada ? ada.userId : ""}, '{}')`,
    ),
  ).rejects.toMatchObject({ code: "42501" });
});

test("records 2: a private view of someone else can neither be renamed nor deleted", async () => {
  const id = await save(noor, "Mine");
  const changed = await actAs(
    sql,
    ada,
    (tx) => tx`update public.views set name = 'Taken' where id = ${id} returning id`,
  );
  const deleted = await actAs(sql, ada, (tx) => tx`delete from public.views where id = ${id} returning id`);
  expect([changed.length, deleted.length]).toEqual([0, 0]);
});

test("records 2: one is the default: of a person among their own, and of the office among those for all", async () => {
  await save(noor, "First", { is_default: true });
  await save(noor, "Second", { is_default: true });
  await save(noor, "Office", { is_default: true, shared: true });
  await save(ada, "Hers", { is_default: true });
  await save(noor, "People", { is_default: true, entity: "contacts" });
  expect(await names(noor, "is_default")).toEqual(["Office", "People", "Second"]);
  expect(await names(ada, "is_default")).toEqual(["Hers", "Office"]);
});
