// A function call as the place rows come from.
import type { Argument } from "../catalog/catalog-types.ts";
import type { CallPlan } from "../plan/call-plan.ts";
import { arrayLiteral } from "./filter-sql.ts";
import { quote, quoteName, type Values } from "./names.ts";
import { tableAlias, type From } from "./read-sql.ts";

/** An argument by name, as text: the last one given, or all of them for a variadic one. */
export function argumentText({ name, variadic }: Argument, values: ReadonlyMap<string, string[]>): string {
  const texts = values.get(name) ?? [];
  return variadic ? arrayLiteral(texts) : (texts.at(-1) ?? "");
}

/**
 * Types that read the text of a JSON value as it stands. Their arguments are expressions of the request alone; taken from a row of
 * `json_to_record`, a function that PostgreSQL puts in the place of its call (search_contacts) asks its own queries for every row.
 */
const plain = new Set([
  "text",
  "character varying",
  "uuid",
  "boolean",
  "smallint",
  "integer",
  "bigint",
  "numeric",
  "real",
  "double precision",
  "date",
  "timestamp with time zone",
  "timestamp without time zone",
]);

/** `from` such that `"t0"` is what the function answers; a scalar is its only column, `pgrst_scalar`. */
export function fromCall(plan: CallPlan, values: Values): From {
  const { routine, given, args } = plan;
  const name = quoteName(routine.schema, routine.name);
  const alias = routine.returns.kind === "rows" ? `"t0"` : `"t0"("pgrst_scalar")`;
  if (args.kind === "body") {
    const type = given[0]?.type ?? "json";
    return { sql: `${name}(${values.add(args.body)}::${type}) as ${alias}`, alias: tableAlias("t0") };
  }
  const label = (index: number) => {
    const arg = given[index];
    return arg === undefined ? "" : `${arg.variadic ? "variadic " : ""}${quote(arg.name)} => `;
  };
  if (args.kind === "text" || given.length === 0) {
    const list = given.map((arg, index) => {
      const value = argumentText(arg, args.kind === "text" ? args.values : new Map());
      return `${label(index)}${values.add(value)}::${arg.type}`;
    });
    return { sql: `${name}(${list.join(", ")}) as ${alias}`, alias: tableAlias("t0") };
  }
  const json = `${values.add(args.json)}::json`;
  const isObject = args.json.trimStart().startsWith("{");
  if (isObject && given.every(({ type, variadic }) => plain.has(type) && !variadic)) {
    const list = given.map((arg, index) => `${label(index)}(${json} ->> ${values.text(arg.name)})::${arg.type}`);
    return { sql: `${name}(${list.join(", ")}) as ${alias}`, alias: tableAlias("t0") };
  }
  const typed = given.map((arg) => `${quote(arg.name)} ${arg.type}`).join(", ");
  const list = given.map((arg, index) => `${label(index)}"args".${quote(arg.name)}`).join(", ");
  return {
    sql: `json_to_record(${json}) as "args"(${typed}) cross join lateral ${name}(${list}) as ${alias}`,
    alias: tableAlias("t0"),
  };
}
