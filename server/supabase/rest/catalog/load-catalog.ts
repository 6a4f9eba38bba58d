// From what PostgreSQL said to what requests are checked against.
import type { Sql } from "#server/platform/database/sql.ts";
import { keyOf, type Catalog, type Column, type Relation, type Relationship, type Routine } from "./catalog-types.ts";
import { introspect, type RawCatalog, type RawColumn, type RawRoutine } from "./introspection.ts";
import { relate } from "./relationships.ts";
import { castableTypes } from "./castable-types.ts";

export async function loadCatalog(sql: Sql, configured: readonly string[]): Promise<Catalog> {
  const raw = await introspect(sql);
  const schemas = configured.filter((schema) => raw.namespaces.includes(schema));
  const searchPath = ["public", "extensions"].filter((schema) => raw.namespaces.includes(schema));
  const byOid = new Map<number, Relation>();
  for (const relation of raw.relations) {
    if (!schemas.includes(relation.schema)) continue;
    byOid.set(relation.oid, {
      oid: relation.oid,
      schema: relation.schema,
      name: relation.name,
      isView: relation.kind === "v" || relation.kind === "m",
      isPartition: relation.isPartition,
      columns: toColumns(relation.columns),
      primaryKey: primaryKeyOf(raw, relation.oid),
      updatable: (relation.events & 4) !== 0,
      insertable: (relation.events & 8) !== 0,
      deletable: (relation.events & 16) !== 0,
      description: relation.description,
      computed: new Map(),
      guarded: relation.guarded,
      area: relation.area,
      roles: new Set(relation.roles),
    });
  }
  const relationships = relate(raw, byOid);
  const routines = new Map<string, Routine[]>();
  for (const routine of raw.routines) {
    if (!schemas.includes(routine.schema)) continue;
    readRowFunction(routine, byOid, relationships);
    const callable = toRoutine(routine, raw, byOid);
    if (callable === null) continue;
    const key = keyOf(routine.schema, routine.name);
    routines.set(key, [...(routines.get(key) ?? []), callable]);
  }
  const relations = [...byOid.values()];
  return {
    schemas,
    relations: new Map(relations.map((relation) => [keyOf(relation.schema, relation.name), relation])),
    routines,
    relationships,
    castable: castableTypes(raw.types, ["pg_catalog", ...schemas, ...searchPath]),
    roleSettings: roleSettings(raw),
    searchPath,
    areas: [...new Set(relations.flatMap(({ area }) => area ?? []))],
    roles: new Set([...relations, ...[...routines.values()].flat()].flatMap(({ roles }) => [...roles])),
    features: features(raw),
  };
}

function toColumns(columns: readonly RawColumn[]): Map<string, Column> {
  return new Map(columns.map((column) => [column.name, { ...column, enum: column.enum ?? [] }]));
}

function primaryKeyOf(raw: RawCatalog, oid: number): string[] {
  const key = raw.constraints.find((constraint) => constraint.kind === "p" && constraint.table === oid);
  const columns = raw.relations.find((relation) => relation.oid === oid)?.columns ?? [];
  return (key?.columns ?? []).map((number) => columns.find((column) => column.num === number)?.name ?? "");
}

/** `f(contacts)` answers a relation: a computed relationship; anything else: a computed column. */
function readRowFunction(
  routine: RawRoutine,
  byOid: ReadonlyMap<number, Relation>,
  relationships: Map<Relation, Relationship[]>,
): void {
  const from = byOid.get(routine.rowArgument);
  if (!from) return;
  const name = { schema: routine.schema, name: routine.name };
  const to = byOid.get(routine.returnRelation);
  if (!to) {
    if (!routine.returnsSet) from.computed.set(routine.name, { ...name, type: routine.returnType });
    return;
  }
  const toOne = !routine.returnsSet || routine.rows === 1;
  const list = relationships.get(from) ?? [];
  list.push({ from, to, self: false, cardinality: { kind: "computed", routine: name, toOne } });
  relationships.set(from, list);
}

function toRoutine(raw: RawRoutine, catalog: RawCatalog, byOid: ReadonlyMap<number, Relation>): Routine | null {
  const inputs = raw.args.filter(({ mode }) => mode !== "o" && mode !== "t");
  const args = inputs.map(({ name, type, mode }, index) => ({
    name: name ?? "",
    type,
    required: index < inputs.length - raw.defaults,
    variadic: mode === "v",
  }));
  // A call names its arguments; one without a name can only be the whole body.
  if (args.some(({ name }) => name === "") && !isBodyFunction(args)) return null;
  return {
    schema: raw.schema,
    name: raw.name,
    args,
    volatile: raw.volatility === "v",
    returnsSet: raw.returnsSet,
    returns: returnsOf(raw, catalog, byOid),
    description: raw.description,
    timeout: raw.timeout,
    changesSchema: raw.changesSchema,
    roles: new Set(raw.roles),
  };
}

export const bodyTypes = ["json", "jsonb", "text", "xml", "bytea"];

export function isBodyFunction(args: readonly { name: string; type: string }[]): boolean {
  return args.length === 1 && args[0]?.name === "" && bodyTypes.includes(args[0].type);
}

function returnsOf(raw: RawRoutine, catalog: RawCatalog, byOid: ReadonlyMap<number, Relation>): Routine["returns"] {
  if (raw.returnType === "void") return { kind: "void" };
  const relation = byOid.get(raw.returnRelation) ?? null;
  if (relation) return { kind: "rows", relation, columns: relation.columns, type: raw.returnType };
  if (raw.returnKind === "c") {
    const owner =
      catalog.composites.find(({ oid }) => oid === raw.returnRelation) ??
      catalog.relations.find(({ oid }) => oid === raw.returnRelation);
    return { kind: "rows", relation: null, columns: toColumns(owner?.columns ?? []), type: raw.returnType };
  }
  const outputs = raw.args.filter(({ mode }) => mode === "o" || mode === "b" || mode === "t");
  const isTable = outputs.some(({ mode }) => mode === "t");
  if (raw.returnType !== "record" && !isTable) return { kind: "scalar", type: raw.returnType };
  const columns = outputs.map(({ name, type }, index) => outputColumn(name ?? `column${index + 1}`, type));
  return {
    kind: "rows",
    relation: null,
    columns: new Map(columns.map((column) => [column.name, column])),
    type: "record",
  };
}

const outputColumn = (name: string, type: string): Column => ({
  name,
  type,
  fullType: type,
  nullable: true,
  default: null,
  generated: false,
  enum: [],
  description: null,
});

const requestRoles = ["anon", "authenticated", "service_role"];

function roleSettings(raw: RawCatalog): Map<string, [string, string][]> {
  const settings = new Map<string, [string, string][]>();
  for (const { role, name, value } of raw.settings)
    if (requestRoles.includes(role) && !name.startsWith("pgrst.") && name !== "search_path" && name !== "role")
      settings.set(role, [...(settings.get(role) ?? []), [name, value]]);
  return settings;
}

/** PostgREST's settings kept in the database: `alter role authenticator set pgrst.db_plan_enabled = 'true'`. */
function features(raw: RawCatalog): Catalog["features"] {
  const value = (name: string) =>
    raw.settings.findLast((setting) => !requestRoles.includes(setting.role) && setting.name === `pgrst.${name}`)?.value;
  const maxRows = Number(value("db_max_rows"));
  return {
    plan: value("db_plan_enabled") === "true",
    aggregates: value("db_aggregates_enabled") === "true",
    txOverride: value("db_tx_end")?.endsWith("-allow-override") ?? false,
    maxRows: Number.isInteger(maxRows) && maxRows > 0 ? maxRows : null,
  };
}
