// What a caller of the data API can try: read and write each table, call each function. An office with a row of each kind, whose words
// tell which area they belong to.
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { filledCompany } from "./filled-company.ts";
import { proposalsForTests } from "./proposals-for-tests.ts";
import { testDatabase } from "./test-database.ts";
import { addUser } from "./act-as.ts";

/** With which of the values below each function is called; a new function is chosen for, and `-u` writes it down. */
const argumentsFile = new URL("../platform/database/rights.arguments.txt", import.meta.url);

export interface Attempt {
  name: string;
  statement: string;
  /** What only reads is opened by the right to read alone. */
  writes: boolean;
}

/** Words of areas. */
export const markers = /zz[a-z]+/g;
const emptyAnswer = /^(?:\[\]|\[(?:null|0|false|""|\{\}|\[\])\]|null)?$/;
/** The words of which areas are in it, or that it is refused, or has nothing in it. */
function outcome(answer: string | null): string {
  if (answer?.startsWith("!")) return answer === "!42501" ? "refused" : answer;
  const found = [...new Set(answer?.match(markers))].toSorted();
  if (found.length > 0) return found.join(" ");
  return answer === null || emptyAnswer.test(answer) ? "nothing" : "something";
}

const all = (from: string) => `select coalesce(jsonb_agg(to_jsonb(each)), '[]')::text from ${from} as each`;

/** What each function was called with when it was last chosen: the kind of a row and a word, where it takes them. */
export const knownArguments = (): Map<string, string> =>
  new Map(
    readFileSync(argumentsFile, "utf8")
      .split("\n")
      .filter(Boolean)
      .map((line) => line.split(": ") as [string, string]),
  );

export const argumentLines = (chosen: ReadonlyMap<string, string>): string =>
  `${[...chosen]
    .map(([name, given]) => `${name}: ${given}`)
    .toSorted()
    .join("\n")}\n`;

/** Of a test file: its database, and what can be tried in it. */
export async function attemptsForTests() {
  const { sql } = await testDatabase();
  await sql`update public.modules set live = true`;
  const proposals = await proposalsForTests(sql);
  const company = filledCompany(sql, proposals);
  const filled = await company.fill("Norrfall");
  const request = await proposals.call<string>("new_payment_request", {
    asked: {
      account_id: filled.account,
      title: "zzpayments",
      amount_minor: 1000,
      currency: "USD",
      due_on: "2999-01-01",
    },
  });

  await sql`insert into public.tasks (title, deal_id, assignee_id) select 'Next', id, owner_id from public.deals`;
  // An invoice that was issued, and a line of the bank that could pay it: written past the rules of issuing, which need a whole firm.
  const invoice = await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    const [made] = await tx<{ id: string }[]>`
      insert into public.invoices (number, account_id, title, issued_on, due_on, currency, lines, options, totals, total_minor, type, series, year, seq,
        seller, buyer, payable_minor, office_currency)
      select 'zzinvoices', ${filled.account}, 'zzinvoices', '2020-01-01', '2020-02-01', 'USD', '[]', '{}', '{"net_minor": 1000}', 1000, 'invoice', 'I', 2020, 1,
        '{}', '{}', 1000, 'USD' returning id`;
    await tx`update public.payment_requests set invoice_id = ${made!.id}, state = 'open', number = 'zzpayments' where id = ${request}`;
    return made!.id;
  });
  const [file] = await sql<{ id: string }[]>`
    insert into public.bank_imports (sha256, file_name, format, statements, added, known, imported_by)
    select ${"0".repeat(64)}, 'zzcash', 'csv', '[{}]', 1, 0, user_id from public.staff limit 1 returning id`;
  const [line] = await sql<{ id: string }[]>`
    insert into public.bank_lines (import_id, account, currency, key, day, amount_minor, rest_minor, name, words)
    values (${file!.id}, 'ZZ01', 'USD', 'zzcash', '2020-01-15', 1000, 1000, 'zzcash', 'zzcash') returning id`;

  // Each area's words can be told from those of the others.
  const marked: [string, string][] = [
    ["accounts", "name = 'zzcrm ' || name"],
    ["contacts", "name = 'zzcrm ' || name"],
    ["notes", "body = 'zzcrm'"],
    ["deals", "name = 'zzdeals'"],
    ["tasks", "title = 'zztasks'"],
    [
      "inquiries",
      "message = 'zzinquiries', subject_text = 'zzinquiries', name = 'zzinquiries', company = 'zzinquiries'",
    ],
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

  /** One row of each kind, by its name. */
  async function namedIds(): Promise<Map<string, string>> {
    const rows = await sql<{ kind: string; id: string }[]>`
      select 'deal' as kind, id from public.deals
      union all select 'company', ${filled.account}::uuid
      union all select 'contact', ${filled.contact}::uuid
      union all (select 'task', id from public.tasks limit 1)
      union all select 'inquiry', id from public.inquiries
      union all (select 'message', id from public.outbox where state = 'held' limit 1)
      union all select 'document', id from public.documents
      union all select 'version', id from public.document_versions
      union all (select 'proposal ' || state, id from public.proposals order by state limit 2)
      union all select 'request', ${request}::uuid
      union all select 'sequence', id from public.sequences
      union all select 'invoice', ${invoice}::uuid
      union all select 'bank line', ${line!.id}::uuid
      union all select 'enrolment', id from public.enrolments
      union all select 'template', id from public.mail_templates
      union all (select 'stage', stage_id from public.deals limit 1)`;
    const named = new Map<string, string>();
    for (const { kind, id } of rows) if (!named.has(kind)) named.set(kind, `'${id}'`);
    return named;
  }

  /** Each function once: with the values that are known, or else with those with which an administrator gets the most. */
  async function functionAttempts(
    known: ReadonlyMap<string, string>,
  ): Promise<{ attempts: Attempt[]; chosen: Map<string, string> }> {
    const functions = await sql<{ name: string; writes: boolean; types: string[] }[]>`
      select p.proname as name, p.provolatile = 'v' as writes, array(select format_type(given.type, null) from unnest(p.proargtypes) with ordinality as given (type, at) order by at) as types
      from pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype and p.proname <> 'attempt'
        and has_function_privilege('authenticated', p.oid, 'execute') and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') order by 1`;
    const ids = await namedIds();
    const words = ["zz", "accounts", "contacts", "deals", "account", "deal", "crm", "won", "-amount_minor"];
    const fixed: Record<string, string> = {
      "text[]": "null",
      jsonb: "'{}'",
      boolean: "false",
      integer: "5",
      bigint: "1",
      numeric: "1",
      "bigint[]": "null",
      "timestamp with time zone": "null",
      inquiries: "null",
    };
    const days = ["'2020-01-01'", "'2030-01-01'"];
    const chosen = new Map<string, string>();
    const worth = (got: string) => (got.startsWith("zz") ? 3 : got === "something" ? 2 : got === "nothing" ? 1 : 0);
    const choose = async ({ name, types, writes }: (typeof functions)[number]): Promise<Attempt> => {
      const rows = types.some((type) => type.startsWith("uuid")) ? [...ids.keys()] : [""];
      const texts = types.includes("text") ? words : [""];
      const call = (row: string, word: string): Attempt => {
        let dates = 0;
        const given = types.map((type) => {
          const value =
            type === "uuid"
              ? ids.get(row)
              : type === "uuid[]"
                ? `array[${ids.get(row)}]::uuid[]`
                : type === "text"
                  ? `'${word}'`
                  : type === "date"
                    ? days[dates++ % 2]
                    : fixed[type];
          if (value === undefined) throw new Error(`no value of the type ${type} for ${name}`);
          return `${value}::${type}`;
        });
        return { name: `${name}()`, statement: all(`public.${name}(${given.join(", ")})`), writes };
      };
      const candidates = rows.flatMap((row) =>
        texts.map((word) => ({ called: [row, word].filter(Boolean).join(", "), attempt: call(row, word) })),
      );
      if (candidates.length === 1) return candidates[0]!.attempt;
      let best = { ...candidates.find(({ called }) => called === known.get(name)), worth: -1 };
      for (let at = 0; !known.has(name) && at < candidates.length && best.worth < (writes ? 2 : 3); at += 8) {
        // Numbered, so that each candidate has its own answer.
        const some = candidates.slice(at, at + 8).map(({ attempt }, place) => ({ ...attempt, name: String(place) }));
        const answers = await attemptAs(roles.admin, some);
        for (const [place, got] of answers)
          if (worth(got) > best.worth) best = { ...candidates[at + Number(place)]!, worth: worth(got) };
      }
      if (!best.attempt)
        throw new Error(`rights.arguments.txt calls ${name} with ${known.get(name)}, which is nothing here`);
      chosen.set(name, best.called!);
      return best.attempt;
    };
    const reading = await Promise.all(functions.filter(({ writes }) => !writes).map(choose));
    const writing: Attempt[] = [];
    for (const each of functions.filter(({ writes }) => writes)) writing.push(await choose(each));
    return { attempts: [...reading, ...writing], chosen };
  }

  return { roles, roleWith, attemptAs, tableAttempts, functionAttempts };
}
