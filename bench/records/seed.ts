// Companies, people and deals with owners, facts, tags and fifty own fields, as many as asked for of each.
import { actAs, addUser } from "../../server/testing/act-as.ts";
import type { Sql } from "../../server/platform/database/sql.ts";

/** One of each kind of own field, and what row `n` says in it. */
const kinds: [kind: string, settings: object, value: string][] = [
  ["text", {}, "'Word ' || (n * 7919) % 1000"],
  ["long_text", {}, "'A sentence about number ' || n"],
  ["number", {}, "(n * 7919) % 100000 / 10.0"],
  ["money", { currency: "USD" }, "(n * 7919) % 10000000"],
  ["day", {}, "date '2026-01-01' + (n * 7919) % 700"],
  ["yes_no", {}, "n % 3 = 0"],
  ["one_of", { choices: ["Low", "Middle", "High"] }, "(array['Low', 'Middle', 'High'])[1 + n % 3]"],
  ["several_of", { choices: ["Red", "Green", "Blue"] }, "(array['{Red}', '{Red,Blue}', '{Green}'])[1 + n % 3]::text[]"],
  ["link", {}, "'https://example.com/' || n"],
  ["person", {}, "people[1 + n % 4]"],
  ["record", { target: "accounts" }, "null::uuid"],
];

export const ownFieldCount = 50;
/** `own_f0` is a text, `own_f1` a long text, and so on in the order above, again and again. */
export const ownFields = Array.from({ length: ownFieldCount }, (_, place) => {
  const [kind, settings, value] = kinds[place % kinds.length]!;
  const column = `own_f${place}${kind === "person" || kind === "record" ? "_id" : ""}`;
  return { kind, column, label: `F${place}`, settings, value };
});

/** Fills an empty database. Answers the ids of four colleagues, the first of whom reads. */
export async function seedRecords(sql: Sql, size: number): Promise<string[]> {
  const people = (await sql<{ id: string }[]>`select user_id as id from public.staff order by name`).map(
    ({ id }) => id,
  );
  if (people.length > 0) return people;
  for (const name of ["Ada", "Berta", "Carla", "Dora"]) {
    const id = await addUser(sql, { admin: true });
    await sql`update public.staff set name = ${name} where user_id = ${id}`;
    people.push(id);
  }
  await sql`update public.modules set live = true`;
  await actAs(sql, { role: "authenticated", userId: people[0]! }, async (within) => {
    for (const { kind, label, settings } of ownFields)
      await within`select public.add_own_field('accounts', ${kind}, ${JSON.stringify({ label, ...settings })}::jsonb)`;
  });
  // Without a million entries of history: what is measured is the reading.
  await sql.begin(async (within) => {
    await within`select set_config('guidevane.batch', gen_random_uuid()::text, true)`;
    await within.unsafe(
      `insert into public.accounts (name, type, industry, owner_id, tags, created_at, ${ownFields.map(({ column }) => column).join(", ")})
       select 'Company ' || n, (array['Prospect', 'Customer'])[1 + n % 2], (array['Law', 'Energy', 'Banking', null])[1 + n % 4], people[1 + n % 5],
         case when n = 5000 then array['Rare'] when n % 10 = 0 then array['Tag ' || n % 20] else '{}' end, now() - n * interval '1 minute', ${ownFields.map(({ value }) => value).join(", ")}
       from generate_series(1, $1::int) n cross join (select $2::uuid[] as people) as staff`,
      [size, people],
    );
    await within`
      insert into public.contacts (account_id, name, email, owner_id, tags, created_at)
      select id, 'Person of ' || name, 'p@' || replace(lower(name), ' ', '') || '.example', owner_id, tags, created_at from public.accounts`;
    await within`
      insert into public.deals (account_id, name, amount_minor, currency, owner_id, tags, expected_close, created_at)
      select id, 'Deal of ' || name, (random() * 10000000)::bigint, 'USD', owner_id, tags, public.office_today() + (random() * 300)::int, created_at
      from public.accounts where hashtext(name) % 10 in (0, 1, 2)`;
    await within`
      insert into public.tasks (account_id, contact_id, title, kind, due_on, done_at)
      select account_id, id, 'Task of ' || name, (array['call', 'meeting', 'mail'])[1 + (random() * 2)::int], public.office_today() + (random() * 60)::int - 20,
        case when random() < 0.5 then now() - random() * interval '300 days' end
      from public.contacts where hashtext(name) % 10 between -8 and 8`;
  });
  await sql`vacuum analyze`;
  return people;
}
