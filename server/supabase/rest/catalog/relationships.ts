// Every way from one relation to another: foreign keys (also seen through views), junction tables, computed ones.
import type { Pairs, Relation, Relationship } from "./catalog-types.ts";
import type { RawCatalog, RawConstraint, RawRelation } from "./introspection.ts";
import { readOrigins, type Origin } from "./view-columns.ts";

/** A relation that shows columns of a table: the table itself, or a view of it. */
interface Carrier {
  relation: Relation;
  /** Table column number -> name under which this relation shows it. */
  shows: Map<number, string>;
}

export function relate(raw: RawCatalog, exposed: ReadonlyMap<number, Relation>): Map<Relation, Relationship[]> {
  const found = new Map<Relation, Relationship[]>();
  const add = (relationship: Relationship) => {
    const list = found.get(relationship.from);
    if (list) list.push(relationship);
    else found.set(relationship.from, [relationship]);
  };
  const carriers = carriersByTable(raw, exposed);
  const foreignKeys = raw.constraints.filter((constraint) => constraint.kind === "f");
  for (const key of foreignKeys) {
    const unique = isUnique(key, raw.constraints);
    for (const near of carriers.get(key.table) ?? [])
      for (const far of carriers.get(key.target) ?? []) {
        const columns = pair(key, near, far);
        if (columns === null) continue;
        const self = near.relation === far.relation;
        const back = columns.map(({ here, there }) => ({ here: there, there: here }));
        const constraint = key.name;
        add({
          from: near.relation,
          to: far.relation,
          self,
          cardinality: { kind: unique ? "one-to-one" : "many-to-one", constraint, columns },
        });
        add({
          from: far.relation,
          to: near.relation,
          self,
          cardinality: { kind: unique ? "one-to-one" : "one-to-many", constraint, columns: back },
        });
      }
  }
  for (const relationship of throughJunctions(found, raw, exposed)) add(relationship);
  return found;
}

function carriersByTable(raw: RawCatalog, exposed: ReadonlyMap<number, Relation>): Map<number, Carrier[]> {
  const byOid = new Map(raw.relations.map((relation) => [relation.oid, relation]));
  const originsByView = new Map<number, Map<number, Origin>>();
  const originsOf = (view: RawRelation) => {
    let origins = originsByView.get(view.oid);
    if (!origins) originsByView.set(view.oid, (origins = readOrigins(view.rule ?? "")));
    return origins;
  };
  /** Follows views on views down to a table. */
  const resolve = (origin: Origin, depth = 0): Origin | null => {
    const owner = byOid.get(origin.relation);
    if (!owner || depth > 20) return null;
    if (owner.rule === null) return origin;
    const next = originsOf(owner).get(origin.column);
    return next ? resolve(next, depth + 1) : null;
  };
  const carriers = new Map<number, Carrier[]>();
  for (const [oid, relation] of exposed) {
    const own = byOid.get(oid);
    if (!own) continue;
    const shows = new Map<number, Map<number, string>>();
    for (const column of own.columns) {
      const origin = resolve({ relation: oid, column: column.num });
      if (!origin) continue;
      const columns = shows.get(origin.relation) ?? new Map<number, string>();
      if (!columns.has(origin.column)) columns.set(origin.column, column.name);
      shows.set(origin.relation, columns);
    }
    for (const [table, columns] of shows) {
      const list = carriers.get(table) ?? [];
      list.push({ relation, shows: columns });
      carriers.set(table, list);
    }
  }
  return carriers;
}

function pair(key: RawConstraint, near: Carrier, far: Carrier): Pairs | null {
  const columns: Pairs = [];
  for (const [index, number] of key.columns.entries()) {
    const here = near.shows.get(number);
    const there = far.shows.get(key.targetColumns?.[index] ?? 0);
    if (here === undefined || there === undefined) return null;
    columns.push({ here, there });
  }
  return columns;
}

function isUnique(key: RawConstraint, constraints: readonly RawConstraint[]): boolean {
  const columns = new Set(key.columns);
  return constraints.some(
    (other) =>
      other.kind !== "f" &&
      other.table === key.table &&
      other.columns.length === columns.size &&
      other.columns.every((column) => columns.has(column)),
  );
}

/** A junction is a table whose primary key holds both foreign keys. */
function* throughJunctions(
  found: ReadonlyMap<Relation, Relationship[]>,
  raw: RawCatalog,
  exposed: ReadonlyMap<number, Relation>,
): Generator<Relationship> {
  const made: Relationship[] = [];
  for (const table of exposed.values()) {
    if (table.isView || table.primaryKey.length < 2) continue;
    const ways = (found.get(table) ?? []).filter(
      ({ cardinality }) =>
        (cardinality.kind === "many-to-one" || cardinality.kind === "one-to-one") &&
        cardinality.columns.every(({ here }) => table.primaryKey.includes(here)) &&
        raw.constraints.some(
          (key) => key.kind === "f" && key.table === table.oid && key.name === cardinality.constraint,
        ),
    );
    for (const first of ways)
      for (const second of ways) {
        const [a, b] = [first.cardinality, second.cardinality];
        if (a.kind === "many-to-many" || a.kind === "computed" || b.kind === "many-to-many" || b.kind === "computed")
          continue;
        if (a.constraint === b.constraint) continue;
        made.push({
          from: first.to,
          to: second.to,
          self: first.to === second.to,
          cardinality: {
            kind: "many-to-many",
            junction: {
              relation: table,
              toHere: a.constraint,
              toThere: b.constraint,
              here: a.columns.map(({ here, there }) => ({ here: there, there: here })),
              there: b.columns,
            },
          },
        });
      }
  }
  yield* made;
}
