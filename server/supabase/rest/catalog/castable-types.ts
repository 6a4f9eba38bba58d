// Words a request may cast to. Only names PostgreSQL itself listed end up in SQL.
import { quoteName } from "../sql/names.ts";

/** SQL's own spellings, which are grammar rather than names of types. */
const spellings: Record<string, string> = {
  int: "int4",
  integer: "int4",
  smallint: "int2",
  bigint: "int8",
  real: "float4",
  float: "float8",
  "double precision": "float8",
  decimal: "numeric",
  boolean: "bool",
  "character varying": "varchar",
  character: "bpchar",
  char: "bpchar",
  "timestamp with time zone": "timestamptz",
  "timestamp without time zone": "timestamp",
  "time with time zone": "timetz",
  "time without time zone": "time",
  "bit varying": "varbit",
};

/** `schemas` in the order in which a name is looked for; pg_catalog is always searched first. */
export function castableTypes(
  types: readonly { schema: string; name: string }[],
  schemas: readonly string[],
): Map<string, string> {
  const names = new Map<string, string>();
  for (const schema of schemas.toReversed())
    for (const type of types) if (type.schema === schema) names.set(type.name, quoteName(schema, type.name));
  for (const [word, name] of Object.entries(spellings)) names.set(word, quoteName("pg_catalog", name));
  return names;
}
