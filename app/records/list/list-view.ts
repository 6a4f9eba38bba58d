// What a list shows, held in the URL: ?tab=contacts&search=acm&filter=title.contains.head&sort=-name&columns=name.220..email&page=2. Defaults
// are left out.
import { listEntries, listFields } from "#domain/computed-fields.ts";
import { columnsOf, type Entity, type FieldEntry } from "#domain/entity.ts";
import { type Condition, type Filter, noFilter, readFilter, shapeOf, writeParts } from "#domain/filter.ts";
import { type Column, columnSchema, type ViewDefinition } from "#domain/saved-view.ts";
import type { FunctionName } from "#app/lib/typed-answers.ts";
import { relatedKey } from "../entity.ts";
import { filtersOf } from "../field-kinds/kinds.ts";
import { hasFacts } from "../known-entities.ts";

export interface ListView {
  search: string;
  filter: Filter;
  /** A field, or created_at. */
  sort: string;
  descending: boolean;
  /** Null: those that the list has by itself. */
  columns: readonly Column[] | null;
  page: number;
  size: number;
  /** The saved view that this began as. */
  saved: string | null;
  /** Rows of a function in place of the table's, for a screen with its own filters. */
  from?: { call: FunctionName; args: Record<string, unknown> };
  /** Shows what is archived, and nothing else; only of records that can be. */
  archived?: true;
  /** Parameters of the address that the screen itself understands. */
  own?: Readonly<Record<string, string>>;
}

export const pageSizes = [50, 100, 200] as const;
const maxSearch = 200;

/** A field's filter in the address: `account_id` is `account` there. */
export const filterParam = relatedKey;

/** "?type=Customer" and "?starts=2026-01-01..2026-03-31": short for the filter that they are, in links of every age. */
function shortFilters(params: URLSearchParams, entity: Entity, except: readonly string[]): Condition[] {
  return filtersOf(entity).flatMap(([name, field]): Condition[] => {
    const value = except.includes(name) ? "" : (params.get(filterParam(name)) ?? "").slice(0, maxSearch);
    if (!value) return [];
    const shape = shapeOf(field);
    const isRange = shape === "amount" || shape === "day" || shape === "moment";
    const op = isRange ? "between" : shape === "text" || shape === "list" ? "contains" : "is";
    return [{ field: name, op, values: isRange ? value.split("..", 2) : [value] }];
  });
}

/** "name.220..email": fields in their order, with a width in pixels where one was given. */
const readColumns = (text: string | null): Column[] | null => {
  const columns = (text ?? "").split("..").flatMap((word): Column[] => {
    const [, name = "", width] = /^(.+?)(?:\.(\d{2,3}))?$/.exec(word) ?? [];
    const read = columnSchema.safeParse({ name, ...(width && { width: Number(width) }) });
    return read.success ? [read.data] : [];
  });
  return columns.length > 0 ? columns.slice(0, 60) : null;
};

export const writeColumns = (columns: readonly Column[] | null): string =>
  (columns ?? []).map(({ name, width }) => (width ? `${name}.${width}` : name)).join("..");

const defaultSort = "-created_at";

/** Whatever is in the URL, a view that can be asked for. `except` are fields that the screen narrows by itself. */
export function readListView(params: URLSearchParams, entity: Entity, except: readonly string[] = []): ListView {
  const sort = params.get("sort") ?? defaultSort;
  const column = sort.replace(/^-/, "");
  const known = column in listFields(entity);
  const page = Number(params.get("page") ?? 1);
  const size = Number(params.get("size"));
  const read = readFilter(params.getAll("filter"), params.get("match"));
  const short = shortFilters(params, entity, except);
  return {
    search: (params.get("search") ?? "").slice(0, maxSearch),
    filter: short.length > 0 ? { ...read, parts: [...short, ...read.parts] } : read,
    ...(entity.archives && params.get("archived") === "1" && { archived: true as const }),
    sort: known ? column : "created_at",
    descending: known ? sort.startsWith("-") : true,
    columns: readColumns(params.get("columns")),
    page: Number.isInteger(page) && page > 0 ? page : 1,
    size: pageSizes.find((allowed) => allowed === size) ?? pageSizes[0],
    saved: params.get("saved"),
    ...(entity.narrowing && { own: ownParams(entity.narrowing.params, params) }),
  };
}

const ownParams = (names: readonly string[], params: URLSearchParams) =>
  Object.fromEntries(names.flatMap((name) => (params.get(name) ? [[name, params.get(name) ?? ""]] : [])));

export interface ShownColumn {
  entry: FieldEntry;
  width: number | undefined;
}

/** The columns of a view that exist, in its order; the record's name is always one of them. */
export function shownColumns(entity: Entity, view: Pick<ListView, "columns">): ShownColumn[] {
  const entries = new Map(listEntries(entity).map((entry) => [entry[0], entry]));
  const chosen = view.columns ?? defaultColumns(entity).map(([name]) => ({ name, width: undefined }));
  const named = chosen.some(({ name }) => name === entity.title)
    ? chosen
    : [{ name: entity.title, width: undefined }, ...chosen];
  return named.flatMap(({ name, width }) => {
    const entry = entries.get(name);
    return entry ? [{ entry, width }] : [];
  });
}

/** What an office that works with it all wants to see at once; without modules there is nothing to say. */
const answers = ["owner_id", "last_contact_at", "open_value", "next_step_on"];

/** Those that a list has by itself. */
export function defaultColumns(entity: Entity): FieldEntry[] {
  const own = columnsOf({ ...entity.fields, ...entity.computed });
  if (!entity.facts || !hasFacts()) return own;
  return [...own, ...listEntries(entity).filter(([name, field]) => answers.includes(name) && !field.column)];
}

/** Columns of a stored view whose field is gone. */
export const lostColumns = (entity: Entity, view: ListView): string[] =>
  (view.columns ?? []).map(({ name }) => name).filter((name) => !(name in listFields(entity)));

export const isNarrowed = (view: ListView) =>
  view.search !== "" || view.archived === true || view.filter.parts.length > 0;

/** What changes in the address. */
export type Changes = Readonly<Record<string, string | number | readonly string[] | null>>;

const withoutShort = (entity: Entity) =>
  Object.fromEntries(filtersOf(entity).map(([name]) => [filterParam(name), null]));

/** What lifts every search and filter, and leads to the first page. */
export const withoutNarrowing = (entity: Entity): Changes => ({
  search: null,
  page: null,
  archived: null,
  ...filterChanges(entity, noFilter),
});

export const filterChanges = (entity: Entity, filter: Filter): Changes => ({
  ...withoutShort(entity),
  filter: writeParts(filter),
  match: filter.match === "any" ? "any" : null,
});

/** The next URL: what is set to "", null or nothing goes; anything but a page change starts at page one again. */
export function changeListView(params: URLSearchParams, changes: Changes) {
  const next = new URLSearchParams(params);
  if (!("page" in changes)) next.delete("page");
  for (const [name, value] of Object.entries(changes)) {
    next.delete(name);
    if (value === null || value === "" || (name === "page" && value === 1)) continue;
    for (const each of Array.isArray(value) ? value : [value]) next.append(name, String(each));
  }
  return next;
}

/** A click on a heading: upward, downward, back to newest first. */
export function nextSort(view: ListView, column: string): string | null {
  if (view.sort !== column) return column;
  return view.descending ? null : `-${column}`;
}

export const pagesOf = (count: number, size: number) => Math.max(1, Math.ceil(count / size));

// Saved views --------------------------------------------------------------------------------------------------------

export const definitionOf = (view: ListView): ViewDefinition => ({
  filter: view.filter,
  sort: `${view.descending ? "-" : ""}${view.sort}`,
  columns: view.columns ? [...view.columns] : null,
  search: view.search,
  ...(view.archived && { archived: true }),
  ...(view.own && Object.keys(view.own).length > 0 && { own: view.own }),
});

/** The address of a saved view: all that it says, and where it is from. */
export const definitionChanges = (entity: Entity, definition: ViewDefinition, id: string | null): Changes => ({
  ...filterChanges(entity, definition.filter),
  search: definition.search,
  sort: definition.sort === defaultSort ? null : definition.sort,
  columns: writeColumns(definition.columns),
  archived: definition.archived ? 1 : null,
  page: null,
  saved: id,
  ...Object.fromEntries((entity.narrowing?.params ?? []).map((name) => [name, definition.own?.[name] ?? null])),
});

export const isSameView = (one: ViewDefinition, other: ViewDefinition) => canonical(one) === canonical(other);

const canonical = ({ filter, sort, columns, search, archived, own = {} }: ViewDefinition) =>
  JSON.stringify([
    filter.match,
    writeParts(filter),
    sort,
    writeColumns(columns),
    search,
    archived === true,
    Object.entries(own).toSorted(([one], [other]) => one.localeCompare(other)),
  ]);
