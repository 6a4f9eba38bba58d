// What a request says, before the catalog has been asked whether it makes sense.
export interface JsonStep {
  /** `->>` answers text, `->` answers json. */
  asText: boolean;
  key: string | number;
}

export interface Field {
  name: string;
  path: JsonStep[];
}

export const aggregates = ["avg", "count", "max", "min", "sum"] as const;
export type Aggregate = (typeof aggregates)[number];

export interface SelectColumn {
  kind: "column";
  /** `*` selects every column; with an aggregate it is `count()`. */
  field: Field;
  alias: string | null;
  cast: string | null;
  aggregate: { name: Aggregate; cast: string | null } | null;
}

export interface SelectEmbed {
  kind: "embed";
  name: string;
  alias: string | null;
  hint: string | null;
  join: "inner" | "left" | null;
  spread: boolean;
  select: SelectItem[];
}

export type SelectItem = SelectColumn | SelectEmbed;

export const simpleOperators = {
  eq: "=",
  neq: "<>",
  gt: ">",
  gte: ">=",
  lt: "<",
  lte: "<=",
  like: "like",
  ilike: "ilike",
  match: "~",
  imatch: "~*",
  cs: "@>",
  cd: "<@",
  ov: "&&",
  sl: "<<",
  sr: ">>",
  nxr: "&<",
  nxl: "&>",
  adj: "-|-",
} as const;
export type SimpleOperator = keyof typeof simpleOperators;
/** Those that take (any) and (all). */
export const quantifiable: ReadonlySet<string> = new Set([
  "eq",
  "gte",
  "gt",
  "lte",
  "lt",
  "like",
  "ilike",
  "match",
  "imatch",
]);

export const searchFunctions = {
  fts: "to_tsquery",
  plfts: "plainto_tsquery",
  phfts: "phraseto_tsquery",
  wfts: "websearch_to_tsquery",
} as const;
export type SearchOperator = keyof typeof searchFunctions;

export const isValues = {
  null: "null",
  not_null: "not null",
  true: "true",
  false: "false",
  unknown: "unknown",
} as const;
export type IsValue = keyof typeof isValues;

export type Test =
  | { kind: "simple"; operator: SimpleOperator; quantifier: "any" | "all" | null; value: string }
  | { kind: "is"; value: IsValue }
  | { kind: "isdistinct"; value: string }
  | { kind: "in"; values: string[] }
  | { kind: "search"; operator: SearchOperator; language: string | null; value: string };

export interface Filter {
  kind: "filter";
  field: Field;
  negated: boolean;
  test: Test;
}

export interface Group {
  kind: "group";
  operator: "and" | "or";
  negated: boolean;
  members: Logic[];
}

export type Logic = Filter | Group;

export interface OrderTerm {
  /** Name of an embedded to-one resource whose column orders the rows. */
  relation: string | null;
  field: Field;
  direction: "asc" | "desc" | null;
  nulls: "first" | "last" | null;
}

/** Something said about one level of the select tree; the empty path is the root. */
export interface At<T> {
  path: string[];
  value: T;
}

export interface QueryParams {
  select: SelectItem[];
  logic: At<Logic>[];
  order: At<OrderTerm[]>[];
  limit: At<number>[];
  offset: At<number>[];
  columns: string[] | null;
  onConflict: string[] | null;
  /** Arguments of a function called with GET. */
  args: [string, string][];
  canonical: string;
}
