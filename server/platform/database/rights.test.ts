// What each right opens, found out by trying: for every area and action there is a role with that alone, which reads and writes every
// table and calls every function. The list beside this file is what was agreed; whatever is added must be named there.
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { Right } from "#domain/rights.ts";
import { allAreas, allRights } from "#modules/registry.ts";
import { filledCompany } from "#server/testing/filled-company.ts";
import { proposalsForTests } from "#server/testing/proposals-for-tests.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { addUser } from "#server/testing/act-as.ts";

const { sql } = await testDatabase();
await sql`update public.modules set live = true`;
const proposals = await proposalsForTests(sql);
const company = filledCompany(sql, proposals);
const filled = await company.fill("Norrfall");
const request = await proposals.call<string>("new_payment_request", {
  asked: { account_id: filled.account, title: "zzpayments", amount_minor: 1000, currency: "USD", due_on: "2999-01-01" },
});

// Each area's words can be told from those of the others.
const marked: [string, string][] = [
  ["accounts", "name = 'zzcrm ' || name"],
  ["contacts", "name = 'zzcrm ' || name"],
  ["notes", "body = 'zzcrm'"],
  ["deals", "name = 'zzdeals'"],
  ["tasks", "title = 'zztasks'"],
  ["inquiries", "message = 'zzinquiries', subject_text = 'zzinquiries', name = 'zzinquiries', company = 'zzinquiries'"],
  ["outbox", "subject = 'zzoutbox', body_text = 'zzoutbox', mail_data = null"],
  ["documents", "title = 'zzdocuments'"],
  ["proposal_versions", "title = 'zzproposals'"],
  ["sequences", "name = 'zzsequences'"],
  ["payment_requests", "title = 'zzpayments'"],
];
await sql`alter table public.proposal_versions disable trigger user`;
for (const [table, words] of marked) await sql.unsafe(`update public.${table} set ${words}`);
await sql`alter table public.proposal_versions enable trigger user`;
await sql`insert into public.mail_templates (key, name, purpose) values ('zz', 'zztemplates', 'transactional')`;
await sql`
  insert into public.outbox (class, dedupe_key, origin_kind, to_address, subject, body_text, state)
  values ('transactional', 'zz', 'mail', 'a@b.example', 'zzoutbox', 'zzoutbox', 'held')`;
await sql`select private.note_act('zzaudit', 'zzaudit', null, null)`;

// Runs a statement as the caller and takes it back: its answer, or "!" and the state of its refusal.
await sql`
  create function public.attempt(statement text) returns text language plpgsql as $$
  declare
    answer text;
  begin
    begin
      execute statement into answer;
      raise sqlstate 'ZZ000';
    exception when sqlstate 'ZZ000' then return answer;
      when others then return '!' || sqlstate;
    end;
  end $$`;
await sql`grant execute on function public.attempt to authenticated`;

interface Attempt {
  name: string;
  statement: string;
  /** What only reads is opened by the right to read alone. */
  writes: boolean;
}

/** What a role gets, by the name of what it tries. */
async function attemptAs(userId: string, attempts: readonly Attempt[]): Promise<Map<string, string>> {
  const rows = await sql.begin(async (tx) => {
    const claims = JSON.stringify({ role: "authenticated", sub: userId });
    await tx`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${claims}, true)`;
    return tx<{ name: string; answer: string | null }[]>`
      select name, public.attempt(statement) as answer
      from jsonb_to_recordset(${JSON.stringify(attempts)}::jsonb) as asked (name text, statement text)`;
  });
  return new Map(rows.map(({ name, answer }) => [name, outcome(answer)]));
}

const markers = /zz[a-z]+/g;
const emptyAnswer = /^(?:\[\]|\[(?:null|0|false|""|\{\}|\[\])\]|null)?$/;
/** The words of which areas are in it, or that it is refused, or has nothing in it. */
function outcome(answer: string | null): string {
  if (answer?.startsWith("!")) return answer === "!42501" ? "refused" : answer;
  const found = [...new Set(answer?.match(markers))].toSorted();
  if (found.length > 0) return found.join(" ");
  return answer === null || emptyAnswer.test(answer) ? "nothing" : "something";
}

const roles = { none: await roleWith([]), admin: await addUser(sql, { admin: true }) };
async function roleWith(rights: readonly string[]): Promise<string> {
  const userId = await addUser(sql, { admin: false });
  const key = `r${randomUUID().replaceAll("-", "").slice(0, 20)}`;
  await sql`insert into public.roles (key, name) values (${key}, ${key})`;
  for (const right of rights)
    await sql`insert into public.role_grants select id, ${right.split(" ")[0]!}, ${right.split(" ")[1]!} from public.roles where key = ${key}`;
  await sql`insert into public.user_roles (user_id, role) values (${userId}, ${key})`;
  return userId;
}

const all = (from: string) => `select coalesce(jsonb_agg(to_jsonb(each)), '[]')::text from ${from} as each`;

async function tableAttempts(): Promise<Attempt[]> {
  const tables = await sql<
    { name: string; columns: string[]; changed: string | null; adds: boolean; removes: boolean }[]
  >`
    select c.relname as name,
      array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped and has_column_privilege('authenticated', c.oid, attnum, 'select')) as columns,
      (select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped and has_column_privilege('authenticated', c.oid, attnum, 'update') and has_column_privilege('authenticated', c.oid, attnum, 'select') order by attnum limit 1) as changed,
      has_any_column_privilege('authenticated', c.oid, 'insert') as adds, has_table_privilege('authenticated', c.oid, 'delete') as removes
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v') and has_any_column_privilege('authenticated', c.oid, 'select') order by 1`;
  return tables.flatMap(({ name, columns, changed, adds, removes }) => {
    const quoted = columns.map((column) => `"${column}"`).join();
    return [
      { name, statement: all(`(select ${quoted} from public.${name})`), writes: false },
      ...[
        adds && { name: `${name} insert`, statement: `insert into public.${name} default values returning '1'` },
        changed && {
          name: `${name} update`,
          statement: `update public.${name} set "${changed}" = "${changed}" returning '1'`,
        },
        removes && { name: `${name} delete`, statement: `delete from public.${name} returning '1'` },
      ].flatMap((attempt) => (attempt ? { ...attempt, writes: true } : [])),
    ];
  });
}

/** Each function once: with the values, of those that records here have, with which an administrator gets the most. */
async function functionAttempts(): Promise<Attempt[]> {
  const functions = await sql<{ name: string; writes: boolean; types: string[] }[]>`
    select p.proname as name, p.provolatile = 'v' as writes, array(select format_type(given.type, null) from unnest(p.proargtypes) with ordinality as given (type, at) order by at) as types
    from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype and p.proname <> 'attempt'
      and has_function_privilege('authenticated', p.oid, 'execute') and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') order by 1`;
  const ids = (
    await sql<{ id: string }[]>`
      select id from public.deals union all select ${filled.account} union all select ${filled.contact} union all (select id from public.tasks limit 1)
      union all select id from public.inquiries union all (select id from public.outbox where state = 'held' limit 1) union all select id from public.documents
      union all select id from public.document_versions union all (select id from public.proposals order by state limit 2) union all select ${request}
      union all select id from public.sequences union all select id from public.enrolments union all select id from public.mail_templates
      union all (select id from public.deal_stages limit 1)`
  ).map(({ id }) => `'${id}'`);
  const values: Record<string, string[]> = {
    uuid: ids,
    "uuid[]": ids.map((id) => `array[${id}]::uuid[]`),
    text: ["'zz'", "'accounts'", "'contacts'", "'deals'", "'account'", "'deal'", "'crm'", "'won'"],
    "text[]": ["null"],
    jsonb: ["'{}'"],
    boolean: ["false"],
    integer: ["5"],
    bigint: ["1"],
    numeric: ["1"],
    "bigint[]": ["null"],
    date: ["'2020-01-01'", "'2030-01-01'"],
    "timestamp with time zone": ["null"],
    inquiries: ["null"],
  };
  const worth = (got: string) => (got.startsWith("zz") ? 3 : got === "something" ? 2 : got === "nothing" ? 1 : 0);
  const choose = async ({ name, types, writes }: (typeof functions)[number]): Promise<Attempt> => {
    const firstUuid = types.findIndex((type) => type.startsWith("uuid"));
    const firstText = types.indexOf("text");
    const rounds = (firstUuid < 0 ? [0] : [...ids.keys()]).flatMap((id) =>
      (firstText < 0 ? [0] : [...values["text"]!.keys()]).map((word) => ({ id, word })),
    );
    const candidates = rounds.map(({ id, word }) => {
      let dates = 0;
      const given = types.map((type) => {
        const known = values[type];
        if (!known) throw new Error(`no value of the type ${type} for ${name}`);
        const at = type.startsWith("uuid") ? id : type === "text" ? word : type === "date" ? dates++ % 2 : 0;
        return `${known[at] ?? known[0]}::${type}`;
      });
      return { name: `${name}()`, statement: all(`public.${name}(${given.join(", ")})`), writes };
    });
    let best = { candidate: candidates[0]!, worth: -1 };
    for (let at = 0; at < candidates.length && best.worth < (writes ? 2 : 3); at += 8) {
      // Numbered, so that each candidate has its own answer.
      const some = candidates.slice(at, at + 8).map((one, place) => ({ ...one, name: String(place) }));
      const answers = await attemptAs(roles.admin, some);
      for (const [place, got] of answers)
        if (worth(got) > best.worth) best = { candidate: candidates[at + Number(place)]!, worth: worth(got) };
    }
    return best.candidate;
  };
  const reading = await Promise.all(functions.filter(({ writes }) => !writes).map(choose));
  const writing: Attempt[] = [];
  for (const each of functions.filter(({ writes }) => writes)) writing.push(await choose(each));
  return [...reading, ...writing];
}

test("team 1: each right opens what the list says, and the words of no other area", { timeout: 240_000 }, async () => {
  const attempts = [...(await tableAttempts()), ...(await functionAttempts())];
  const nothing = await attemptAs(roles.none, attempts);
  // What not even all rights together change needs no further look.
  const everything = await attemptAs(await roleWith(allRights), attempts);
  const open = attempts.filter(({ name }) => everything.get(name) !== nothing.get(name));
  const opens = new Map<string, Set<string>>(attempts.map(({ name }) => [name, new Set()]));
  const strays: string[] = [];
  /** What differs from what one had before is opened by these rights; a refusal opens nothing. */
  const opened = (got: Map<string, string>, before: Map<string, string>) =>
    [...got].filter(([name, what]) => what !== before.get(name) && what !== "refused").map(([name]) => name);
  const lookAt = async ({ area, actions }: (typeof allAreas)[number]) => {
    const read: Right[] = actions.includes("read") ? [`${area} read`] : [];
    const reader = await attemptAs(await roleWith(read), open);
    for (const [name, what] of reader) {
      const foreign = what.match(markers)?.filter((word) => word !== `zz${area}`) ?? [];
      if (foreign.length > 0) strays.push(`${area} | ${name}: ${foreign.join(" ")}`);
    }
    for (const name of opened(reader, nothing)) opens.get(name)!.add(`${area} read`);
    // All further actions at once, and then each alone, for what they opened together.
    const further = actions.filter((action) => action !== "read").map((action): Right => `${area} ${action}`);
    if (further.length === 0) return;
    const writing = open.filter(({ writes }) => writes);
    const names = new Set(opened(await attemptAs(await roleWith([...read, ...further]), writing), reader));
    for (const right of further) {
      const got = await attemptAs(
        await roleWith([...read, right]),
        writing.filter(({ name }) => names.has(name)),
      );
      for (const name of opened(got, reader)) opens.get(name)!.add(right);
    }
  };
  // One after the other: statements that write would wait for each other's locks.
  for (const area of allAreas) await lookAt(area);
  const lines = [...opens].map(([name, rights]) => {
    const always = nothing.get(name)!;
    const everyone =
      ["refused", "nothing"].includes(always) || always.startsWith("!") ? [] : ["everyone who works here"];
    return `${name}: ${[...everyone, ...allRights.filter((right) => rights.has(right))].join(", ") || "no single right"}`;
  });
  await expect(`${lines.toSorted().join("\n")}\n`).toMatchFileSnapshot("rights.list.txt");
  expect(strays).toEqual([]);
});
