// The same statements, put to the driver by one process without HTTP, tokens or role switching: the yardstick.
import postgres, { type Sql } from "postgres";
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
  socket: string;
  poolSize: number;
  concurrency: number;
  seconds: number;
  userId: string;
}

/** Each connection is the administrator's for its whole life: nothing is set per request. */
export function directPool({ socket, poolSize, userId }: DirectOptions): Sql {
  const claims = JSON.stringify({ sub: userId, role: "authenticated" });
  return postgres({
    path: socket,
    username: "postgres",
    database: "postgres",
    max: poolSize,
    connection: { role: "authenticated", "request.jwt.claims": claims },
    onnotice: () => {},
  });
}

export async function direct(sql: Sql, scenario: Scenario, options: DirectOptions): Promise<Measured> {
  const catalog = await loadCatalog(sql, ["public"]);
  const times: number[] = [];
  let turn = 0;
  const started = performance.now();
  const until = started + options.seconds * 1000;
  const one = async () => {
    while (performance.now() < until) {
      const { text, values } = statementOf(catalog, scenario, turn++);
      const sent = performance.now();
      const parameters = values.map((value) => (value === null ? null : sql.typed(value, 705)));
      await sql.unsafe(text, parameters as never[], prepared);
      times.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: options.concurrency }, one));
  return summary(times, 0, (performance.now() - started) / 1000);
}

// Without values the driver would use the simple protocol, which cannot be prepared.
export const prepared = { prepare: true, simple: false };
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
  const context = { catalog, schema: "public", aggregates: false, maxRows: 1000, rootFilters: true };
  const relation = catalog.relations.get(keyOf("public", isCall ? "contacts" : name));
  if (!relation) throw new Error(`no table ${name}`);
  const source = { relation, name: relation.name, label: relation.name, columns: relation.columns };
  if (isCall) {
    const keys = query.args.map(([argument]) => argument);
    const { routine } = findRoutine(catalog, { schema: "public", name, keys, bodyType: null });
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
  const from = fromTable("public", name);
  const rows = selectSql(node, from, values);
  const total = scenario.headers?.["Prefer"] === "count=exact" ? countSql(node, from, values) : null;
  const statement = writeStatement({ ...parts, rows, total }, values);
  reads.set(scenario, statement);
  return statement;
}
