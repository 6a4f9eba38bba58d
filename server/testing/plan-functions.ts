// PostgreSQL plans a statement of a PL/pgSQL function when it first runs it, so a misspelt column waits for a visitor. Here every
// statement is planned: each function is rewritten into a straight line with the same variables, in which a query answers no row and a
// statement that writes is explained, and that is run. Text that a function puts together for EXECUTE is out of reach.
import { loadModule, parsePlPgSQLSync } from "libpg-query";
import type { Row, Sql } from "#server/platform/database/sql.ts";

// oxlint-disable-next-line typescript/no-explicit-any -- the parser has no types for PL/pgSQL
type Node = any;

interface PlpgsqlFunction {
  name: string;
  label: string;
  definition: string;
  source: string;
  settings: string[];
  arguments: Record<string, string>;
  /** The tables whose triggers call it, with the names of their transition tables. */
  triggers: { table: string; transitions: string[] }[];
}

/** What is wrong with the functions of public and private, one line each; `of` names some of them. */
export async function planFunctions(sql: Sql, of = "%"): Promise<string[]> {
  await loadModule();
  const errors: string[] = [];
  for (const fn of await plpgsqlFunctions(sql, of))
    for (const trigger of fn.triggers.length > 0 ? fn.triggers : [null]) {
      const error = await planned(sql, fn, trigger);
      if (error) errors.push(`${fn.name}${trigger ? ` on ${trigger.table}` : ""}: ${error}`);
    }
  return errors;
}

const plpgsqlFunctions = (sql: Sql, of: string) =>
  sql.begin(async (tx) => {
    await tx`set local search_path = ''`; // Names are written with their schema.
    return tx<PlpgsqlFunction[]>`
      select p.oid::regprocedure::text as name, quote_ident(proname) as label, pg_get_functiondef(p.oid) as definition, prosrc as source,
        coalesce(proconfig, '{}') as settings,
        coalesce((
          select jsonb_object_agg(argument, format_type(type, null))
          from unnest(proargnames, coalesce(proallargtypes, proargtypes::oid[])) as arguments (argument, type) where argument <> ''), '{}') as arguments,
        coalesce((
          select jsonb_agg(jsonb_build_object('table', place, 'transitions', transitions)) from (
            select tgrelid::regclass::text as place,
              coalesce(array_agg(distinct transition) filter (where transition is not null), '{}') as transitions
            from pg_trigger, unnest(array[tgoldtable, tgnewtable]) as transition where tgfoid = p.oid and not tgisinternal group by 1
          ) as of_tables), '[]') as triggers
      from pg_proc as p join pg_language as l on l.oid = prolang
      where lanname = 'plpgsql' and pronamespace in ('public'::regnamespace, 'private'::regnamespace) and proname like ${of} order by 1`;
  });

/** The sentence that PostgreSQL answers, or null. Nothing stays: not even what EXPLAIN looked at. */
async function planned(sql: Sql, fn: PlpgsqlFunction, trigger: PlpgsqlFunction["triggers"][0] | null) {
  const undone = new Error("Undone.");
  try {
    await sql.begin(async (tx) => {
      for (const name of trigger?.transitions ?? [])
        await tx.unsafe(`create temporary table ${name} (like ${trigger!.table}) on commit drop`);
      await tx.unsafe(straightLine(fn, trigger?.table ?? null));
      throw undone;
    });
  } catch (error) {
    if (error === undone) return null;
    const { message, internalQuery } = error as Row;
    return `${message}${internalQuery ? ` in ${internalQuery.replace(/\s+/g, " ").slice(0, 200)}` : ""}`;
  }
}

function straightLine(fn: PlpgsqlFunction, table: string | null): string {
  // The parser refuses arrays of composite types as an answer; nothing is answered here.
  const parsed: Node = parsePlPgSQLSync(fn.definition.replace(/^ RETURNS [\w.]+\[\]$/m, " RETURNS text[]"));
  const { datums, action } = parsed.plpgsql_funcs[0].PLpgSQL_function;
  const counters = new Set(loopVariables(action).map(({ refname, lineno }) => `${refname} ${lineno}`));
  const variables = new Map<string, string>();
  const first: string[] = [];
  for (const datum of datums as Node[]) {
    const { refname, datatype, default_val, lineno } = (datum.PLpgSQL_var ?? datum.PLpgSQL_rec ?? {}) as Node;
    if (!refname || (refname === "found" && lineno === undefined) || counters.has(`${refname} ${lineno}`)) continue;
    const isArgument = lineno === undefined && refname in fn.arguments;
    const type = isArgument ? concrete(fn.arguments[refname]!) : typeOf(refname, datatype, table, fn.source);
    if (type === null || refname.startsWith("__Case__")) continue;
    const before = variables.get(refname);
    if (before !== undefined && before !== type)
      throw new Error(`${fn.name} has two variables ${refname} of different types: give one another name.`);
    variables.set(refname, type);
    // The parser leaves out what a row begins with.
    const initial =
      default_val?.PLpgSQL_expr.query ?? (datum.PLpgSQL_rec && lineno ? initialOf(fn.source, refname) : null);
    if (initial) first.push(planOf(`select (${initial})`));
  }
  const settings = fn.settings.map((each) => {
    const [, name, value] = /^([^=]*)=(.*)$/s.exec(each)!;
    return `set ${name} = ${name === "search_path" && value !== '""' ? value : `'${value === '""' ? "" : value}'`}`;
  });
  const declarations = [...variables].map(([name, type]) => `  ${quoted(name)} ${type};`).join("\n");
  return `
create function pg_temp.planned() returns void language plpgsql set plan_cache_mode = force_generic_plan ${settings.join(" ")} as $planned$
${/^\s*#variable_conflict \w+/m.exec(fn.source)?.[0] ?? ""}
<<${fn.label}>>
declare
  a_line_of_the_plan record;
${declarations}
begin
${[...first, ...statementsOf(action)].join("\n")}
end
$planned$;
select pg_temp.planned()`;
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

function typeOf(name: string, datatype: Node, table: string | null, source: string): string | null {
  if ((name === "new" || name === "old") && !datatype) return table;
  const type: string | undefined = datatype?.PLpgSQL_type?.typname;
  // The parser does not know the composite types of a database, and calls an array of one an array of records.
  if (type === "record[]") return new RegExp(`^\\s*${name}\\s+([\\w.]+\\[\\])`, "m").exec(source)?.[1] ?? type;
  return type ?? null;
}

const initialOf = (source: string, name: string): string | null =>
  new RegExp(`^\\s*${name}\\s+(?:constant\\s+)?[\\w.]+\\s*:=\\s*([^;]*);`, "m").exec(source)?.[1] ?? null;

/** A polymorphic function is planned for text. */
const concrete = (type: string): string =>
  /^any(compatible)?array$/.test(type) ? "text[]" : type.startsWith("any") ? "text" : type;

const loopVariables = (node: Node): Node[] =>
  typeof node === "object" && node !== null
    ? Object.entries<Node>(node).flatMap(([kind, inside]) => [
        ...(kind === "PLpgSQL_stmt_fori" ? [inside.var.PLpgSQL_var] : []),
        ...loopVariables(inside),
      ])
    : [];

const readsOnly = (statement: string): boolean =>
  /^\s*(select|with|values)\b/i.test(statement) &&
  !/\b(insert|update|delete|merge)\b(?!\s+skip)/i.test(statement.replace(/for (no key )?update/gi, ""));
const writes = (statement: string): boolean => /^\s*(select|with|insert|update|delete|merge)\b/i.test(statement);

/** Plans a statement without running it. */
function planOf(statement: string, into = "a_line_of_the_plan"): string {
  const text = statement.replace(/[\s;]+$/, "");
  if (readsOnly(text)) return `select * into ${into} from (${text}\n) as planned where false;`;
  // Statements that follow name it.
  if (/^\s*create temp/i.test(text)) return `${text};`;
  return writes(text) ? `for a_line_of_the_plan in explain ${text}\nloop end loop;` : "";
}

/** In the order of the source, every branch: a variable is given its row type before its fields are looked at. */
function statementsOf(node: Node): string[] {
  if (Array.isArray(node)) return node.flatMap(statementsOf);
  if (typeof node !== "object" || node === null) return [];
  return Object.entries<Node>(node).flatMap(([kind, inside]) => {
    if (kind === "PLpgSQL_expr") return [planOf(`select (${inside.query})`)];
    const write = writers[kind];
    return write ? write(inside) : statementsOf(inside);
  });
}

const queryOf = (node: Node): string => node.PLpgSQL_expr.query;

const writers: Record<string, (inside: Node) => string[]> = {
  PLpgSQL_stmt_perform: ({ expr }) => [planOf(queryOf(expr))],
  PLpgSQL_stmt_assign: ({ expr }) => [planOf(`select (${queryOf(expr).replace(/^[^=]*?:?=/, "")})`)],
  PLpgSQL_stmt_execsql: ({ sqlstmt, target }) => [planOf(queryOf(sqlstmt), recordOf(target))],
  PLpgSQL_stmt_fors: ({ var: target, query, body }) => [
    planOf(queryOf(query), recordOf(target)),
    ...statementsOf(body),
  ],
  PLpgSQL_stmt_fori: ({ var: counter, lower, upper, step, body }) => [
    ...statementsOf([lower, upper, step]),
    `declare ${quoted(counter.PLpgSQL_var.refname)} int; begin`,
    ...statementsOf(body),
    "end;",
  ],
  PLpgSQL_stmt_return_query: ({ query, dynquery, params }) => [
    ...(query ? [planOf(queryOf(query))] : []),
    ...statementsOf([dynquery, params]),
  ],
  // The parser compares with its own variable that stands for the value.
  PLpgSQL_stmt_case: ({ t_expr, case_when_list, else_stmts }) => [
    ...statementsOf(t_expr),
    ...statementsOf(
      JSON.parse(
        JSON.stringify(case_when_list).replace(/\\"__Case__Variable_\d+__\\"/g, () =>
          JSON.stringify(`(${t_expr ? queryOf(t_expr) : "null"})`).slice(1, -1),
        ),
      ),
    ),
    ...statementsOf(else_stmts),
  ],
};

/** A record gets its fields from the query it is filled by. */
const recordOf = (target: Node): string | undefined =>
  target?.PLpgSQL_rec?.datatype?.PLpgSQL_type?.typname === "record" ? quoted(target.PLpgSQL_rec.refname) : undefined;
