// What the exposed schemas hold, as far as requests may name it.
import type { Caller } from "#server/supabase/caller.ts";

export interface Column {
  name: string;
  /** Type as SQL writes it, without length: `integer`, `character varying`, `public.user_status`. */
  type: string;
  /** Type with its length, for documentation. */
  fullType: string;
  nullable: boolean;
  default: string | null;
  /** Generated columns and `generated always` identities take no value. */
  generated: boolean;
  enum: string[];
  description: string | null;
}

export interface Relation {
  oid: number;
  schema: string;
  name: string;
  isView: boolean;
  isPartition: boolean;
  columns: Map<string, Column>;
  primaryKey: string[];
  insertable: boolean;
  updatable: boolean;
  deletable: boolean;
  description: string | null;
  /** Functions of one row: `full_name(contacts)` is selectable like a column. */
  computed: Map<string, RoutineName & { type: string }>;
  /** Whether rows may be hidden from someone who may read the table. */
  guarded: boolean;
  /** Anyone who may read this area sees its rows; null where no one area decides. */
  area: string | null;
  /** Who has any right on it. */
  roles: ReadonlySet<Role>;
}

export type Role = Caller["role"];

export interface RoutineName {
  schema: string;
  name: string;
}

export interface Argument {
  name: string;
  type: string;
  required: boolean;
  variadic: boolean;
}

export interface Routine extends RoutineName {
  args: Argument[];
  volatile: boolean;
  returnsSet: boolean;
  returns:
    | { kind: "void" }
    | { kind: "scalar"; type: string }
    | { kind: "rows"; relation: Relation | null; columns: Map<string, Column>; type: string };
  description: string | null;
  /** `set statement_timeout` of the function: it replaces the API's own limit, as in PostgREST. */
  timeout: string | null;
  /** Its comment is `changes the schema`: the catalog is read again before the answer, so that the caller can use what was made. */
  changesSchema: boolean;
  roles: ReadonlySet<Role>;
}

export type Pairs = { here: string; there: string }[];

export type Cardinality =
  | { kind: "many-to-one" | "one-to-many" | "one-to-one"; constraint: string; columns: Pairs }
  | {
      kind: "many-to-many";
      junction: { relation: Relation; toHere: string; toThere: string; here: Pairs; there: Pairs };
    }
  | { kind: "computed"; routine: RoutineName; toOne: boolean };

export interface Relationship {
  from: Relation;
  to: Relation;
  cardinality: Cardinality;
  self: boolean;
}

export interface Catalog {
  schemas: readonly string[];
  relations: ReadonlyMap<string, Relation>;
  routines: ReadonlyMap<string, Routine[]>;
  relationships: ReadonlyMap<Relation, Relationship[]>;
  /** Types a value may be cast to: the word in the request -> the name in SQL. */
  castable: ReadonlyMap<string, string>;
  /** `alter role … set …` of the three request roles, applied in each transaction. */
  roleSettings: ReadonlyMap<string, [string, string][]>;
  searchPath: readonly string[];
  /** Every area that a policy asks about. */
  areas: readonly string[];
  /** Who has any right on anything that is exposed. */
  roles: ReadonlySet<Role>;
  features: { plan: boolean; aggregates: boolean; txOverride: boolean; maxRows: number | null };
}

export const keyOf = (schema: string, name: string) => `${schema}\u0000${name}`;

export function isToOne(cardinality: Cardinality): boolean {
  if (cardinality.kind === "computed") return cardinality.toOne;
  return cardinality.kind === "many-to-one" || cardinality.kind === "one-to-one";
}
