// Writes as SQL: the body goes to PostgreSQL as one JSON value and becomes rows there.
import type { Column } from "../catalog/catalog-types.ts";
import type { MutatePlan } from "../plan/mutate-plan.ts";
import type { Payload } from "../request/payload.ts";
import { logicSql } from "./filter-sql.ts";
import { quote, quoteName, type Values } from "./names.ts";
import { tableAlias } from "./read-sql.ts";

const own = tableAlias("t0");

const where = (conditions: readonly string[]) => (conditions.length === 0 ? "" : ` where ${conditions.join(" and ")}`);

export function mutateSql(plan: MutatePlan, values: Values): string {
  const table = quoteName(plan.relation.schema, plan.relation.name);
  const rows = plan.kind === "insert" ? tableAlias("body") : own;
  const filters = () => plan.where.map((logic) => logicSql(logic, rows, values));
  const returning = ` returning ${returningList(plan.returning)}`;
  switch (plan.kind) {
    case "delete":
      return `delete from ${table} as "t0"${where(filters())}${returning}`;
    case "update": {
      // Nothing to set: nothing happens, and no row comes back.
      if (plan.columns.length === 0) return `select ${returningList(plan.returning)} from ${table} as "t0" where false`;
      const sets = plan.columns.map(({ name }) => `${quote(name)} = "body".${quote(name)}`).join(", ");
      const body = bodyRows(plan.payload, plan.columns, plan.useDefaults, values);
      return `update ${table} as "t0" set ${sets} from (${body} limit 1) as "body"${where(filters())}${returning}`;
    }
    case "insert":
      return `insert into ${table} as "t0"${insertRows(plan, filters(), values)}${returning}`;
  }
}

function returningList(returning: string[] | "all"): string {
  if (returning === "all") return `"t0".*`;
  return returning.length === 0 ? "1" : returning.map((name) => `"t0".${quote(name)}`).join(", ");
}

function insertRows(plan: MutatePlan & { kind: "insert" }, filters: string[], values: Values): string {
  const { columns, payload, conflict } = plan;
  const names = columns.map(({ name }) => quote(name)).join(", ");
  const counting = conflict?.resolution === "merge";
  const conditions = counting ? [...filters, countInserted("+ 1")] : filters;
  const body = () => `(${bodyRows(payload, columns, plan.useDefaults, values)}) as "body"`;
  const source =
    columns.length === 0
      ? payload.isArray || counting
        ? ` select from ${body()}${where(conditions)}`
        : // Without the body: PostgreSQL refuses a value that no part of the statement takes.
          " default values"
      : ` (${names}) select ${columns.map(({ name }) => `"body".${quote(name)}`).join(", ")} from ${body()}${where(conditions)}`;
  return source + (conflict === null ? "" : conflictSql(conflict, columns));
}

function conflictSql(
  conflict: { columns: string[]; resolution: "merge" | "ignore" },
  columns: readonly Column[],
): string {
  const target = conflict.columns.map(quote).join(", ");
  if (conflict.resolution === "ignore" || columns.length === 0) return ` on conflict (${target}) do nothing`;
  const sets = columns.map(({ name }) => `${quote(name)} = excluded.${quote(name)}`).join(", ");
  return ` on conflict (${target}) do update set ${sets} where ${countInserted("- 1")}`;
}

/**
 * Counts inserted rows in a setting of the transaction, which works for tables and for views alike: one up for each
 * row of the body, one down for each that turned into an update.
 */
function countInserted(step: "+ 1" | "- 1"): string {
  const now = "coalesce(nullif(current_setting('pgrst.inserted', true), '')::int, 0)";
  return `set_config('pgrst.inserted', (${now} ${step})::text, true) is not null`;
}

function bodyRows(payload: Payload, columns: readonly Column[], useDefaults: boolean, values: Values): string {
  const typed = columns.map(({ name, type }) => `${quote(name)} ${type}`).join(", ");
  const list = columns.map(({ name }) => quote(name)).join(", ");
  const array = payload.isArray ? payload.json : `[${payload.json}]`;
  const defaults = useDefaults ? columns.filter((column) => column.default !== null) : [];
  if (columns.length === 0) return `select from json_array_elements(${values.add(array)}::json)`;
  if (defaults.length === 0) return `select ${list} from json_to_recordset(${values.add(array)}::json) as _(${typed})`;
  const pairs = defaults.map((column) => `${values.text(column.name)}, ${column.default}`).join(", ");
  const filled = `(select jsonb_agg(jsonb_build_object(${pairs}) || item) from jsonb_array_elements(${values.add(array)}::jsonb) as item)`;
  return `select ${list} from jsonb_to_recordset(${filled}) as _(${typed})`;
}
