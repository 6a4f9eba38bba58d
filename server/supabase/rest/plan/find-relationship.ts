// Which relationship `select=target!hint(…)` means. The rules are PostgREST's.
import type { Catalog, Relation, Relationship } from "../catalog/catalog-types.ts";
import { RestError } from "../rest-error.ts";
import { nearest } from "./nearest.ts";

export function findRelationship(
  catalog: Catalog,
  from: Relation | null,
  origin: string,
  target: string,
  hint: string | null,
  schema: string,
): Relationship {
  const all = from === null ? [] : (catalog.relationships.get(from) ?? []);
  const inSchema = all.filter(({ to }) => to.schema === schema);
  const matching = inSchema.filter((relationship) => matches(relationship, target, hint));
  // A function written for it wins over a foreign key of the same name.
  const chosen = matching.filter(({ cardinality }) => cardinality.kind === "computed");
  const found = chosen.length > 0 ? chosen : matching;
  if (found.length > 1) throw ambiguous(origin, target, found);
  const [only] = found;
  if (only === undefined) throw missing(inSchema, origin, target, hint, schema);
  return only;
}

function matches({ to, self, cardinality }: Relationship, target: string, hint: string | null): boolean {
  if (cardinality.kind === "computed") return cardinality.routine.name === target;
  if (cardinality.kind === "many-to-many")
    return to.name === target && (hint === null ? true : hint === cardinality.junction.relation.name);
  const only = cardinality.columns.length === 1 ? cardinality.columns[0] : undefined;
  if (self) {
    // One key, two directions: the table's name means the children, the column's name the parent.
    if (hint === null)
      return cardinality.kind === "one-to-many"
        ? to.name === target
        : cardinality.kind === "many-to-one" && only?.here === target;
    // The key's name is no hint here: it names both directions.
    return to.name === target && cardinality.kind === "one-to-many" && only?.there === hint;
  }
  if (hint === null)
    return to.name === target || (!to.isView && (cardinality.constraint === target || only?.here === target));
  return to.name === target && (cardinality.constraint === hint || only?.here === hint || only?.there === hint);
}

function ambiguous(origin: string, target: string, found: readonly Relationship[]): RestError {
  const choices = found.map(({ to, cardinality }) => {
    if (cardinality.kind === "computed") return `'${cardinality.routine.name}'`;
    const word = cardinality.kind === "many-to-many" ? cardinality.junction.relation.name : cardinality.constraint;
    return `'${to.name}!${word}'`;
  });
  return new RestError(
    300,
    "PGRST201",
    `Could not embed because more than one relationship was found for '${origin}' and '${target}'`,
    {
      details: found.map(describe),
      hint: `Try changing '${target}' to one of the following: ${choices.join(", ")}. Find the desired relationship in the 'details' key.`,
    },
  );
}

const list = (names: readonly string[]) => `(${names.join(", ")})`;

function describe({ from, to, cardinality }: Relationship): Record<string, string> {
  if (cardinality.kind === "computed") return {};
  const embedding = `${from.name} with ${to.name}`;
  if (cardinality.kind === "many-to-many") {
    const { relation, toHere, toThere, here, there } = cardinality.junction;
    const ends = `${toHere}${list(here.map((pair) => pair.there))} and ${toThere}${list(there.map((pair) => pair.here))}`;
    return { cardinality: cardinality.kind, embedding, relationship: `${relation.name} using ${ends}` };
  }
  const near = `${from.name}${list(cardinality.columns.map(({ here }) => here))}`;
  const far = `${to.name}${list(cardinality.columns.map(({ there }) => there))}`;
  return {
    cardinality: cardinality.kind,
    embedding,
    relationship: `${cardinality.constraint} using ${near} and ${far}`,
  };
}

function missing(
  all: readonly Relationship[],
  origin: string,
  target: string,
  hint: string | null,
  schema: string,
): RestError {
  const names = all.map(({ to }) => to.name);
  const close = names.includes(target) ? null : nearest(target, names);
  const using = hint === null ? "" : ` using the hint '${hint}'`;
  return new RestError(
    400,
    "PGRST200",
    `Could not find a relationship between '${origin}' and '${target}' in the schema cache`,
    {
      details: `Searched for a foreign key relationship between '${origin}' and '${target}'${using} in the schema '${schema}', but no matches were found.`,
      hint: close === null ? null : `Perhaps you meant '${close}' instead of '${target}'.`,
    },
  );
}
