// What a list shows, held in the URL: ?tab=contacts&search=acm&type=Customer&sort=-name&page=2. Defaults are left out.
import { columnsOf, type Entity } from "#domain/entity.ts";
import type { FunctionName } from "#app/lib/typed-answers.ts";
import { relatedKey } from "../entity.ts";
import { filtersOf, kindOf } from "../field-kinds/kinds.ts";

export interface ListView {
  search: string;
  /** By field; only those that narrow the list. */
  filters: Readonly<Record<string, string>>;
  /** A field, or created_at. */
  sort: string;
  descending: boolean;
  page: number;
  size: number;
  /** Rows of a function in place of the table's, for a screen that narrows in words of its own. */
  from?: { call: FunctionName; args: Record<string, unknown> };
  /** Shows what is archived, and nothing else; only of records that can be. */
  archived?: true;
}

export const pageSizes = [50, 100, 200] as const;
const maxSearch = 200;

/** A field's filter in the address: `account_id` is `account` there. */
export const filterParam = relatedKey;

/** Whatever is in the URL, a view that can be asked for. */
export function readListView(params: URLSearchParams, entity: Entity): ListView {
  const sort = params.get("sort") ?? "-created_at";
  const column = sort.replace(/^-/, "");
  const known = column === "created_at" || columnsOf(entity.fields).some(([name]) => name === column);
  const page = Number(params.get("page") ?? 1);
  const size = Number(params.get("size"));
  const filters: Record<string, string> = {};
  for (const [name, field] of filtersOf(entity)) {
    const value = (params.get(filterParam(name)) ?? "").slice(0, maxSearch);
    if (value && kindOf(field).filter?.conditions(field, value)) filters[name] = value;
  }
  return {
    search: (params.get("search") ?? "").slice(0, maxSearch),
    filters,
    ...(entity.archives && params.get("archived") === "1" && { archived: true as const }),
    sort: known ? column : "created_at",
    descending: known ? sort.startsWith("-") : true,
    page: Number.isInteger(page) && page > 0 ? page : 1,
    size: pageSizes.find((allowed) => allowed === size) ?? pageSizes[0],
  };
}

export const isNarrowed = (view: ListView) =>
  view.search !== "" || view.archived === true || Object.keys(view.filters).length > 0;

/** What lifts every search and filter, and leads to the first page. */
export const withoutNarrowing = (entity: Entity): Record<string, null> =>
  Object.fromEntries(
    ["search", "page", "archived", ...filtersOf(entity).map(([name]) => filterParam(name))].map((name) => [name, null]),
  );

/** The next URL: what is set to "" or null goes; anything but a page change starts at page one again. */
export function changeListView(params: URLSearchParams, changes: Record<string, string | number | null>) {
  const next = new URLSearchParams(params);
  if (!("page" in changes)) next.delete("page");
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === "" || (name === "page" && value === 1)) next.delete(name);
    else next.set(name, String(value));
  }
  return next;
}

/** A click on a heading: upward, downward, back to newest first. */
export function nextSort(view: ListView, column: string): string | null {
  if (view.sort !== column) return column;
  return view.descending ? null : `-${column}`;
}

export const pagesOf = (count: number, size: number) => Math.max(1, Math.ceil(count / size));
