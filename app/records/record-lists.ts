// Lists of records: a page, how many there are, and all of them.
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Entity } from "#domain/entity.ts";
import { unwrap } from "#app/lib/request-error.ts";
import { searchTerm } from "#app/lib/search-term.ts";
import { fromFunction, fromTable, searchOf } from "./any-table.ts";
import { type KitRecord, selectOf, sortColumn } from "./entity.ts";
import { kindOf } from "./field-kinds/kinds.ts";
import type { ListView } from "./list/list-view.ts";

export interface RecordList {
  rows: KitRecord[];
  /** Null: more than this page shows; how many is asked for separately, because counting takes longer than finding. */
  count: number | null;
}

const isSearch = (view: ListView) => view.search.trim() !== "";

/** What a view shows, before it is sorted and cut: the table or what the term finds in it, narrowed by the filters. */
function matching(entity: Entity, view: ListView, select: string, options: { count?: "exact"; head?: true } = {}) {
  let rows = view.from
    ? fromFunction(view.from.call, view.from.args, options).select(select)
    : isSearch(view)
      ? fromFunction(searchOf(entity.table), { term: searchTerm(view.search) }, { get: true, ...options }).select(
          select,
        )
      : fromTable(entity.table).select(select, options);
  for (const [name, value] of Object.entries(view.filters)) {
    const field = entity.fields[name];
    const conditions = field && kindOf(field).filter?.conditions(field, value);
    for (const [operator, operand] of conditions ?? []) rows = rows.filter(name, operator, operand);
  }
  if (entity.archives && !view.from) rows = rows.filter("archived_at", view.archived ? "not.is" : "is", null);
  return rows;
}

/** Empty ones are last, whichever way one sorts. Said only where there can be any: an index of a column that has none would not be used. */
const canBeEmpty = ({ fields }: Entity, name: string) => name in fields && !fields[name]?.required;

export async function readPage(entity: Entity, view: ListView, signal: AbortSignal): Promise<RecordList> {
  const { sort, descending, size } = view;
  const skip = (view.page - 1) * size;
  const counted = !isSearch(view);
  const found = matching(entity, view, selectOf(entity), counted ? { count: "exact" } : {})
    .order(sortColumn(entity, sort), { ascending: !descending, ...(canBeEmpty(entity, sort) && { nullsFirst: false }) })
    .order("id")
    .range(skip, skip + size - 1);
  const answer = await found.abortSignal(signal).overrideTypes<KitRecord[], { merge: false }>();
  // A page past the end, such as an old link: the list offers the way back to the first.
  if (answer.error?.code === "PGRST103") return { rows: [], count: answer.count ?? 0 };
  const rows = unwrap(answer);
  if (counted) return { rows, count: answer.count ?? 0 };
  return { rows, count: rows.length === 0 ? 0 : rows.length < size ? skip + rows.length : null };
}

/** How many a search finds, for a list that does not show them all. */
export const foundCountQuery = (entity: Entity, view: ListView) =>
  queryOptions({
    queryKey: ["records", entity.table, "found", view.search, view.filters, view.archived, view.from],
    queryFn: async ({ signal }) => {
      const answer = await matching(entity, view, "id", { count: "exact", head: true }).abortSignal(signal);
      unwrap({ ...answer, data: true });
      return answer.count ?? 0;
    },
  });

export const listQuery = (entity: Entity, view: ListView) =>
  queryOptions({
    queryKey: ["records", entity.table, "list", view],
    queryFn: ({ signal }) => readPage(entity, view, signal),
    placeholderData: keepPreviousData,
  });

export const countQuery = (entity: Entity) =>
  queryOptions({
    queryKey: ["records", entity.table, "count"],
    queryFn: async () => {
      const all = fromTable(entity.table).select("id", { count: "exact", head: true });
      const answer = await (entity.archives ? all.is("archived_at", null) : all);
      unwrap({ ...answer, data: true });
      return answer.count ?? 0;
    },
  });

/** How many are archived. */
export const archivedCountQuery = (entity: Entity) =>
  queryOptions({
    queryKey: ["records", entity.table, "archived"],
    queryFn: async () => {
      const all = fromTable(entity.table).select("id", { count: "exact", head: true });
      const answer = await all.not("archived_at", "is", null);
      unwrap({ ...answer, data: true });
      return answer.count ?? 0;
    },
  });

/** What most servers give at once; one that gives less is asked more often. */
const step = 1000;

/**
 * All rows of a view, newest first, however many. Each request begins where the one before ended, by moment of creation
 * and id: edits change neither, and new rows are before the first, so none is missing or double whatever others do.
 */
async function* walk<Row extends { id: string; created_at: string }>(
  entity: Entity,
  view: ListView,
  select: string,
  signal: AbortSignal,
): AsyncGenerator<Row[]> {
  for (let last: Row | undefined; ;) {
    const all = matching(entity, view, select);
    const page = last
      ? all.lte("created_at", last.created_at).or(`created_at.lt."${last.created_at}",id.gt.${last.id}`)
      : all;
    const some = newestFirst(page).limit(step).abortSignal(signal);
    const rows = unwrap(await some.overrideTypes<Row[], { merge: false }>());
    if (rows.length === 0) return;
    yield rows;
    last = rows.at(-1);
  }
}

const newestFirst = (found: ReturnType<typeof matching>) => found.order("created_at", { ascending: false }).order("id");

export const readAll = (entity: Entity, view: ListView, signal: AbortSignal) =>
  walk<KitRecord>(entity, view, selectOf(entity), signal);

/** The ids of all rows of a view. */
export async function readAllIds(entity: Entity, view: ListView, signal: AbortSignal): Promise<string[]> {
  const ids: string[] = [];
  for await (const rows of walk(entity, view, "id, created_at", signal)) ids.push(...rows.map(({ id }) => id));
  return ids;
}

/** These records, newest first, a hundred per request so that addresses stay short. */
export async function* readThese(
  entity: Entity,
  ids: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<KitRecord[]> {
  for (let from = 0; from < ids.length; from += 100) {
    const some = ids.slice(from, from + 100);
    const found = fromTable(entity.table).select(selectOf(entity)).in("id", some);
    const sorted = newestFirst(found).abortSignal(signal);
    yield unwrap(await sorted.overrideTypes<KitRecord[], { merge: false }>());
  }
}
