// The same statements, put to the driver by one process without HTTP, tokens or role switching: the yardstick.
import { Pool } from "pg";
import { openPool } from "#server/platform/database/sql.ts";
import { loadCatalog } from "#server/supabase/rest/catalog/load-catalog.ts";
import { keyOf, type Catalog } from "#server/supabase/rest/catalog/catalog-types.ts";
import { findRoutine } from "#server/supabase/rest/plan/call-plan.ts";
import { payloadColumns } from "#server/supabase/rest/plan/mutate-plan.ts";
import { planRead } from "#server/supabase/rest/plan/read-plan.ts";
import { negotiate } from "#server/supabase/rest/request/media-type.ts";
import { readPayload } from "#server/supabase/rest/request/payload.ts";
import { parseQuery } from "#server/supabase/rest/request/query-params.ts";
import { fromCall } from "#server/supabase/rest/sql/call-sql.ts";
import { mutateSql } from "#server/supabase/rest/sql/mutate-sql.ts";
import { quoteName, Values } from "#server/supabase/rest/sql/names.ts";
import { countSql, fromTable, selectSql } from "#server/supabase/rest/sql/read-sql.ts";
import { writeStatement, type Parts, type Statement } from "#server/supabase/rest/sql/statement.ts";
import { summary, type Measured } from "./load.ts";
import type { Scenario } from "./scenarios.ts";

export interface DirectOptions {
  socketDirectory: string;
  poolSize: number;
  concurrency: number;
  seconds: number;
  userId: string;
}

/** Each connection is the administrator's for its whole life: nothing is set per request. */
export function directPool({ socketDirectory, poolSize, userId }: DirectOptions): Pool {
  const claims = JSON.stringify({ sub: userId, role: "authenticated" }).replaceAll(/[\\ ]/g, "\\$&");
  return new Pool({
    host: socketDirectory,
    user: "postgres",
    database: "postgres",
    max: poolSize,
    options: `-c role=authenticated -c request.jwt.claims=${claims}`,
  });
}

const names = new Map<string, string>();

/** As the driver's manual has it: a named statement, values as text. */
export async function ask(pool: Pool, { text, values }: Statement): Promise<(string | null)[]> {
  const name = names.get(text) ?? `s${names.size}`;
  names.set(text, name);
  const { rows } = await pool.query<(string | null)[]>({ name, text, values, rowMode: "array" });
  return rows[0] ?? [];
}

export async function direct(
  pool: Pool,
  catalog: Catalog,
  scenario: Scenario,
  options: DirectOptions,
): Promise<Measured> {
  const times: number[] = [];
  let turn = 0;
  const started = performance.now();
  const until = started + options.seconds * 1000;
  const one = async () => {
    while (performance.now() < until) {
      const statement = statementOf(catalog, scenario, turn++);
      const sent = performance.now();
      await ask(pool, statement);
      times.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: options.concurrency }, one));
  return summary(times, 0, (performance.now() - started) / 1000);
}

const reads = new Map<Scenario, Statement>();

export function statementOf(catalog: Catalog, scenario: Scenario, turn: number): Statement {
  const known = reads.get(scenario);
  if (known) return known;
  const values = new Values();
  const asked = scenario.path + (scenario.query?.(turn) ?? "");
  const [path = "", search = ""] = asked.replace("/rest/v1/", "").split("?");
  const name = path.replace("rpc/", "");
  const isCall = path !== name;
  const query = parseQuery(new URLSearchParams(search), isCall ? "function" : "relation");
  const parts: Parts = {
    ctes: [],
    rows: `select 1 from "pgrst_source"`,
    total: null,
    scalar: false,
    single: false,
    media: negotiate(null, { scalar: false, plan: false, openapi: false }),
    withBody: true,
    locationKeys: [],
    countsInserted: false,
    runsFunctions: true,
  };
  const context = {
    catalog,
    schema: "public",
    aggregates: false,
    maxRows: 1000,
    rootFilters: true,
    role: "authenticated" as const,
    patterns: [],
  };
  const relation = catalog.relations.get(keyOf("public", isCall ? "contacts" : name));
  if (!relation) throw new Error(`no table ${name}`);
  const source = { relation, name: relation.name, label: relation.name, columns: relation.columns };
  if (isCall) {
    const keys = query.args.map(([argument]) => argument);
    const { routine } = findRoutine(catalog, { schema: "public", name, keys, bodyType: null, role: "authenticated" });
    const texts = new Map(query.args.map(([argument, value]) => [argument, [value]]));
    const given = routine.args.filter((argument) => keys.includes(argument.name));
    const call = fromCall({ routine, given, args: { kind: "text", values: texts } }, values);
    const from = { ...call, type: quoteName("public", relation.name) };
    return writeStatement({ ...parts, rows: selectSql(planRead(source, query, context), from, values) }, values);
  }
  if (scenario.method === "POST") {
    const payload = readPayload("application/json", scenario.body?.(turn) ?? "", null);
    const columns = payloadColumns(relation, payload);
    const plan = {
      kind: "insert",
      relation,
      columns,
      payload,
      useDefaults: false,
      conflict: null,
      where: [],
      returning: [],
    } as const;
    const sql = mutateSql({ ...plan, where: [], returning: [] }, values);
    return writeStatement({ ...parts, ctes: [{ name: "pgrst_source", sql }], withBody: false }, values);
  }
  const node = planRead(source, query, context);
  const from = fromTable(relation);
  const rows = selectSql(node, from, values);
  const total = scenario.headers?.["Prefer"] === "count=exact" ? countSql(node, from, values) : null;
  const statement = writeStatement({ ...parts, rows, total }, values);
  reads.set(scenario, statement);
  return statement;
}

/** The catalog that statements are planned with, read once. */
export async function readCatalog({ socketDirectory }: DirectOptions): Promise<Catalog> {
  const sql = openPool({ host: socketDirectory, user: "postgres", database: "postgres", max: 1 });
  const catalog = await loadCatalog(sql, ["public"]);
  await sql.end();
  return catalog;
}
