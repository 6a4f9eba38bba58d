// Fields of many records at once: the preview says what happens to each, the edit does that and no more, and the undo puts it back.
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { actAs, addUser, type Who } from "#server/testing/act-as.ts";
import { dealsForTests } from "#server/testing/deals-for-tests.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { purgeEdits } from "../deletions.ts";

const { sql } = await testDatabase();
const { noor, noorId, adaId, stage, reason, add, row } = await dealsForTests(sql);
await sql`update public.modules set live = true`;

interface Outcome {
  changed: number;
  same: number;
  later: number;
  gone: number;
  refused: { reason: string; count: number; ids: string[] }[];
  ids: string[];
  at: string;
}
type Changes = Record<string, string | number | boolean | string[] | null>;
const plan = async (kind: string, ids: string[], act: string, changes: Changes, who: Who = noor): Promise<Outcome> => {
  const [answer] = await actAs(
    sql,
    who,
    (db) =>
      db<
        { outcome: Outcome }[]
      >`select public.plan_edit(${kind}, ${ids}::uuid[], ${act}, ${JSON.stringify(changes)}::text::jsonb) as outcome`,
  );
  return answer!.outcome;
};
const edit = async (
  kind: string,
  ids: string[],
  act: string,
  changes: Changes,
  { seen = null, id = randomUUID(), who = noor }: { seen?: string | null; id?: string; who?: Who } = {},
) => {
  const [answer] = await actAs(
    sql,
    who,
    (db) =>
      db<
        { outcome: Outcome }[]
      >`select public.edit_records(${id}, ${kind}, ${ids}::uuid[], ${act}, ${JSON.stringify(changes)}::text::jsonb, ${seen}) as outcome`,
  );
  return { id, ...answer!.outcome };
};
const undo = async (id: string, who = noor) => {
  const [answer] = await actAs(
    sql,
    who,
    (db) => db<{ reverted: number; skipped: { title: string }[] }[]>`select * from public.undo_import(${id})`,
  );
  return { reverted: answer!.reverted, skipped: answer!.skipped.map(({ title }) => title) };
};
const accounts = async (...names: string[]) => {
  const made = await sql<{ id: string; name: string }[]>`
    insert into public.accounts (name) select unnest(${names}::text[]) returning id, name`;
  return names.map((name) => made.find((each) => each.name === name)!.id);
};
const all = async (table: string) =>
  (
    await sql<{ row: string }[]>`
    select (to_jsonb(record) - 'updated_at' - 'stage_since')::text as row from public.${sql(table)} as record order by id`
  ).map((each) => each.row);

beforeEach(async () => {
  await sql`delete from public.deal_stage_events`;
  await sql`delete from public.deals`;
  await sql`delete from public.accounts where name <> 'Norrfall'`;
  await sql`truncate public.imports, public.events cascade`;
});

describe("records 6: many records are edited at once", () => {
  test("records 6: the preview counts what changes, what has it already and what is gone, and changes nothing", async () => {
    const ids = await accounts("Alder", "Birch", "Cedar");
    await sql`update public.accounts set type = 'Customer' where name = 'Cedar'`;
    const before = await all("accounts");
    const planned = await plan("accounts", [...ids, randomUUID()], "set", { type: "Customer" });
    expect(planned).toMatchObject({ changed: 2, same: 1, later: 0, gone: 1, refused: [], ids: ids.slice(0, 2) });
    expect(await all("accounts")).toEqual(before);
    expect(await sql`select from public.imports`).toHaveLength(0);
    expect(await sql`select from public.events where kind = 'changed' and record_name <> 'Cedar'`).toHaveLength(0);
    const done = await edit("accounts", ids, "set", { type: "Customer" });
    expect(done).toMatchObject({ changed: 2, same: 1 });
    expect(
      await sql`select from public.events where kind = 'changed' and record_name <> 'Cedar' and changes @> '{"type": ["Prospect", "Customer"]}'`,
    ).toHaveLength(2);
    const [act] = await sql`select act, subject, becomes from public.acts order by id desc limit 1`;
    expect(act).toEqual({
      act: "records edited",
      subject: "2 of accounts",
      becomes: { act: "set", changes: { type: "Customer" } },
    });
  });

  test("records 6: the undo puts all of it back, except what was changed since, which it names", async () => {
    const ids = await accounts("Alder", "Birch", "Cedar");
    await sql`update public.accounts set industry = 'Paper', owner_id = ${adaId} where name = 'Alder'`;
    const before = await all("accounts");
    const done = await edit("accounts", ids, "set", { industry: "Rail" });
    expect(await undo(done.id)).toEqual({ reverted: 3, skipped: [] });
    expect(await all("accounts")).toEqual(before);
    const again = await edit("accounts", ids, "set", { industry: "Rail" });
    await sql`update public.accounts set industry = 'Ink' where name = 'Birch'`;
    await sql`update public.accounts set notes = 'Another field' where name = 'Cedar'`;
    expect(await undo(again.id)).toEqual({ reverted: 2, skipped: ["Birch"] });
    expect([...(await sql`select name, industry from public.accounts where name <> 'Norrfall' order by 1`)]).toEqual([
      { name: "Alder", industry: "Paper" },
      { name: "Birch", industry: "Ink" },
      { name: "Cedar", industry: null },
    ]);
    expect(await undo(again.id)).toEqual({ reverted: 0, skipped: [] });
    const [act] = await sql`select act, subject from public.acts order by id desc offset 1 limit 1`;
    expect(act).toEqual({ act: "edit of records undone", subject: "3 of accounts" });
  });

  test("records 6: lists are added to, taken from and replaced, whatever their order and capitals", async () => {
    const ids = await accounts("Alder", "Birch", "Cedar");
    await sql`update public.accounts set tags = '{Key,North}' where name = 'Alder'`;
    await sql`update public.accounts set tags = '{North}' where name = 'Birch'`;
    const tags = async () =>
      (
        await sql<{ tags: string[] }[]>`select tags from public.accounts where id = any (${ids}::uuid[]) order by name`
      ).map((each) => each.tags);
    const before = await tags();
    const added = await edit("accounts", ids, "add", { tags: ["north", "VIP"] });
    expect(added).toMatchObject({ changed: 3, same: 0 });
    expect(await tags()).toEqual([
      ["Key", "North", "VIP"],
      ["North", "VIP"],
      ["North", "VIP"],
    ]);
    expect(await plan("accounts", ids, "add", { tags: ["vip"] })).toMatchObject({ changed: 0, same: 3 });
    expect(await plan("accounts", ids, "set", { tags: ["VIP", "North"] })).toMatchObject({ changed: 1, same: 2 });
    expect(await edit("accounts", ids, "remove", { tags: ["Key", "VIP"] })).toMatchObject({ changed: 3 });
    expect(await tags()).toEqual([["North"], ["North"], ["North"]]);
    const cleared = await edit("accounts", ids, "set", { tags: null });
    expect(await tags()).toEqual([[], [], []]);
    await undo(cleared.id);
    await undo(added.id);
    expect(await tags()).toEqual([["North"], ["North"], ["North"]]);
    expect(before).toEqual([["Key", "North"], ["North"], []]);
  });

  test("records 6: deals follow their rules: what cannot is told with its reason and stays, and the undo brings stages back", async () => {
    const open = await add("Open", { stage_id: stage.proposal, amount_minor: 5000, probability_own: 70 });
    const poor = await add("Without amount", { stage_id: stage.proposal });
    const other = await add("Also without", { stage_id: stage.new });
    const won = await add("Won", { stage_id: stage.won, amount_minor: 100 });
    const before = await all("deals");
    const ids = [open, poor, other, won];
    const planned = await plan("deals", ids, "set", { stage_id: stage.won });
    expect(planned).toMatchObject({ changed: 1, same: 1, ids: [open] });
    expect(planned.refused.map(({ reason: why, count }) => [why, count])).toEqual([["A won deal has an amount", 2]]);
    expect(planned.refused[0]!.ids.toSorted()).toEqual([poor, other].toSorted());
    const done = await edit("deals", ids, "set", { stage_id: stage.won });
    expect(await row(open)).toMatchObject({ stage_kind: "won", probability_own: null });
    expect(await row(poor)).toMatchObject({ stage_kind: "open" });
    expect(await sql`select from public.events where deal_id = ${open} and kind = 'moved'`).toHaveLength(1);
    expect(await undo(done.id)).toEqual({ reverted: 1, skipped: [] });
    expect(await all("deals")).toEqual(before);
    const lost = await plan("deals", ids, "set", { stage_id: stage.lost });
    expect(lost).toMatchObject({ changed: 0, refused: [{ reason: "A lost deal has a reason", count: 4 }] });
    const price = Object.entries(reason).find(([name]) => /price/i.test(name))![1];
    expect(await plan("deals", ids, "set", { stage_id: stage.lost, close_reason_id: price })).toMatchObject({
      changed: 4,
    });
    expect((await plan("deals", ids, "set", { close_note: "Said so" })).refused).toMatchObject([
      { reason: "An open deal has no reason", count: 3 },
    ]);
  });

  test("records 6: values are written as in any other edit: without blanks around, addresses in one way", async () => {
    const ids = await accounts("Alder", "Birch");
    await edit("accounts", ids, "set", {
      industry: "  Rail ",
      website: "alder.example",
      domain: "https://Alder.example/",
    });
    await edit("accounts", ids, "set", { notes: "  " });
    expect([
      ...(await sql`select distinct industry, website, domain, notes from public.accounts where industry is not null`),
    ]).toEqual([{ industry: "Rail", website: "https://alder.example", domain: "alder.example", notes: null }]);
    await sql`update public.accounts set industry = ' Ink ' where name = 'Birch'`;
    expect([...(await sql`select industry from public.accounts where name = 'Birch'`)]).toEqual([{ industry: "Ink" }]);
  });

  test("records 6: a record that someone saved after the preview is left alone", async () => {
    const ids = await accounts("Alder", "Birch");
    const { at } = await plan("accounts", ids, "set", { industry: "Rail" });
    await sql`update public.accounts set industry = 'Ink' where name = 'Birch'`;
    expect(await edit("accounts", ids, "set", { industry: "Rail" }, { seen: at })).toMatchObject({
      changed: 1,
      later: 1,
    });
    expect([...(await sql`select industry from public.accounts where name = 'Birch'`)]).toEqual([{ industry: "Ink" }]);
  });

  test("records 6: sent twice it is done once, and what changed nothing leaves nothing to undo", async () => {
    const ids = await accounts("Alder");
    const id = randomUUID();
    await edit("accounts", ids, "set", { industry: "Rail" }, { id });
    await sql`update public.accounts set industry = 'Ink'`;
    expect(await edit("accounts", ids, "set", { industry: "Rail" }, { id })).toMatchObject({ changed: 1 });
    expect([...(await sql`select distinct industry from public.accounts`)]).toEqual([{ industry: "Ink" }]);
    await edit("accounts", ids, "set", { industry: "Ink" });
    expect(await sql`select from public.imports`).toHaveLength(1);
  });

  test("records 6: required own fields and the kinds of columns hold; columns that no one types cannot be named", async () => {
    const ids = await accounts("Alder", "Birch");
    const [tier] = await actAs(
      sql,
      noor,
      (db) => db<{ column_name: string }[]>`
      select column_name from public.add_own_field('accounts', 'one_of', '{"label": "Tier", "choices": ["A", "B"]}')`,
    );
    const column = tier!.column_name;
    expect(await edit("accounts", ids, "set", { [column]: "A" })).toMatchObject({ changed: 2 });
    await sql`update public.own_fields set required_from = now()`;
    expect(await plan("accounts", ids, "set", { [column]: null })).toMatchObject({
      changed: 0,
      refused: [{ reason: "Tier is required", count: 2 }],
    });
    expect((await plan("accounts", ids, "set", { [column]: "C" })).refused).toMatchObject([{ count: 2 }]);
    for (const name of ["id", "created_at", "updated_at", "no_such"])
      await expect(plan("accounts", ids, "set", { [name]: null })).rejects.toMatchObject({ code: "42703" });
    await expect(plan("deals", ids, "set", { stage_kind: "won" })).rejects.toMatchObject({ code: "42703" });
    await expect(plan("accounts", ids, "add", { industry: ["Rail"] })).rejects.toMatchObject({ code: "42703" });
  });

  test("records 6: people who may not edit change nothing and see no preview; those who may edit and no more can", async () => {
    const ids = await accounts("Alder");
    const visitor: Who = { role: "authenticated", userId: await addUser(sql, { admin: false }) };
    await expect(plan("accounts", ids, "set", { industry: "Rail" }, visitor)).rejects.toMatchObject({ code: "42501" });
    // The right to edit is enough: to edit, and to undo it.
    await sql`insert into public.roles (key, name) values ('crm_editor', 'CRM editor')`;
    await sql`insert into public.role_grants (role_id, area, action) select id, 'crm', unnest(array['read', 'edit']) from public.roles where key = 'crm_editor'`;
    const editor: Who = { role: "authenticated", userId: await addUser(sql, { admin: false }) };
    await sql`insert into public.user_roles (user_id, role) values (${editor.userId}, 'crm_editor')`;
    expect(await plan("accounts", ids, "set", { industry: "Rail" }, editor)).toMatchObject({ changed: 1 });
    const done = await edit("accounts", ids, "set", { industry: "Rail" }, { who: editor });
    expect(await undo(done.id, editor)).toEqual({ reverted: 1, skipped: [] });
    await expect(plan("deals", ids, "set", { name: "X" }, editor)).rejects.toMatchObject({ code: "42501" });
  });

  test("records 6: after thirty days, and when a person is erased, nothing is left of what was there before", async () => {
    const [company] = await accounts("Alder");
    const [ada] = await sql<{ id: string }[]>`
      insert into public.contacts (account_id, name, phone) values (${company!}, 'Ada Lind', '100') returning id`;
    await edit("contacts", [ada!.id], "set", { phone: "200", owner_id: noorId });
    expect([...(await sql`select before from public.import_changes`)]).toEqual([
      { before: { phone: "100", owner_id: null } },
    ]);
    await actAs(sql, noor, (db) => db`select public.erase_contact(${ada!.id}, '{}')`);
    expect(await sql`select from public.import_changes`).toHaveLength(0);
    const job = (days: number) => purgeEdits(sql, () => new Date(Date.now() + days * 86_400_000));
    expect(await job(29).findDue(1)).toEqual([]);
    expect(await job(31).findDue(1)).toEqual(["purge"]);
    await job(31).run("purge", new AbortController().signal);
    expect(await sql`select from public.imports`).toHaveLength(0);
  });
});
