// Fields, filters and orders as SQL.
import { isValues, searchFunctions, simpleOperators, type Test } from "../request/request-types.ts";
import type { Embed, PlannedField, PlannedLogic, PlannedOrder } from "../plan/plan-types.ts";
import { quote, quoteName, type Values } from "./names.ts";

/** How the rows of one level are called, and how a function is given one whole row of them. */
export interface Alias {
  name: string;
  row: string;
}

export const embedAlias = (id: number) => `e${id}`;

const jsonTypes = new Set(["json", "jsonb"]);

export function fieldSql(field: PlannedField, alias: Alias, values: Values): string {
  const { column, path } = field;
  let sql =
    column.kind === "column"
      ? `${quote(alias.name)}.${quote(column.name)}`
      : `${quoteName(column.routine.schema, column.routine.name)}(${alias.row})`;
  if (path.length === 0) return sql;
  if (!jsonTypes.has(column.type)) sql = `to_jsonb(${sql})`;
  for (const { asText, key } of path)
    sql += `${asText ? "->>" : "->"}${typeof key === "number" ? `(${Math.trunc(key)})` : values.text(key)}`;
  return `(${sql})`;
}

/** `isThere` writes the question whether a related row was found. */
export function logicSql(
  logic: PlannedLogic,
  alias: Alias,
  values: Values,
  isThere: (embed: Embed) => string = nothingEmbedded,
): string {
  if (logic.kind === "group") {
    const members = logic.members.map((member) => logicSql(member, alias, values, isThere)).join(` ${logic.operator} `);
    return logic.negated ? `not (${members})` : `(${members})`;
  }
  if (logic.kind === "embed-is-null") return `${logic.negated ? "" : "not "}(${isThere(logic.embed)})`;
  const test = testSql(logic.test, logic.field, fieldSql(logic.field, alias, values), values);
  return logic.negated ? `(not ${test})` : test;
}

function nothingEmbedded(): never {
  throw new Error("a write embeds nothing that its filter could ask for");
}

function testSql(test: Test, field: PlannedField, left: string, values: Values): string {
  switch (test.kind) {
    case "is":
      return `${left} is ${isValues[test.value]}`;
    case "isdistinct":
      return `${left} is distinct from ${values.add(test.value)}`;
    case "in":
      return `${left} = any (${values.add(arrayLiteral(test.values))})`;
    case "search": {
      const language = test.language === null ? "" : `${values.text(test.language)}::regconfig, `;
      const isVector = field.column.type === "tsvector" && field.path.length === 0;
      const vector = isVector ? left : `to_tsvector(${language}${left})`;
      return `${vector} @@ ${searchFunctions[test.operator]}(${language}${values.add(test.value)})`;
    }
    case "simple": {
      const isPattern = test.operator === "like" || test.operator === "ilike";
      const value = values.add(isPattern ? test.value.replaceAll("*", "%") : test.value);
      const right = test.quantifier === null ? value : `${test.quantifier} (${value})`;
      // The usual collation makes small letters of every row by the rules of a language; this one knows them as well, in a fourth of the time.
      const isText = field.column.type === "text" && field.path.length === 0;
      const compared = test.operator === "ilike" && isText ? `${left} collate "pg_c_utf8"` : left;
      return `${compared} ${simpleOperators[test.operator]} ${right}`;
    }
  }
}

/** `{"a","b"}`: sent as one value, so that lists of any length are one statement. */
export function arrayLiteral(items: readonly string[]): string {
  return `{${items.map((item) => `"${item.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`).join(",")}}`;
}

export function orderSql(terms: readonly PlannedOrder[], alias: Alias, values: Values): string {
  if (terms.length === 0) return "";
  const list = terms.map(({ embed, field, direction, nulls }) => {
    const from = embed === null ? alias : { name: embedAlias(embed.id), row: quote(embedAlias(embed.id)) };
    const sql = embed === null ? fieldSql(field, from, values) : relatedField(field, from, values);
    return `${sql}${direction === null ? "" : ` ${direction}`}${nulls === null ? "" : ` nulls ${nulls}`}`;
  });
  return ` order by ${list.join(", ")}`;
}

/** The embed's subquery hands these columns up under a prefix, whether or not they were selected. */
export const orderColumn = (name: string) => `order ${name}`;

function relatedField(field: PlannedField, alias: Alias, values: Values): string {
  if (field.column.kind !== "column") return fieldSql(field, alias, values);
  const column = { ...field.column, name: orderColumn(field.column.name) };
  return fieldSql({ ...field, column }, alias, values);
}
