// Lists of records: a page, how many there are, and all of them.
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { currentTime } from "#domain/clock.ts";
import { factColumns, listFields } from "#domain/computed-fields.ts";
import type { Entity } from "#domain/entity.ts";
import { unwrap } from "#app/lib/request-error.ts";
import { searchTerm } from "#app/lib/search-term.ts";
import { fromFunction, fromTable, searchOf } from "./any-table.ts";
import { type KitRecord, selectOf, sortColumn } from "./entity.ts";
import { compileFilter } from "./filter/compile-filter.ts";
import { knownEntities } from "./known-entities.ts";
import type { ListView } from "./list/list-view.ts";

export interface RecordList {
  rows: KitRecord[];
  /** Null: more than this page shows; how many is asked for separately, because counting takes longer than finding. */
  count: number | null;
}

const isSearch = (view: ListView) => view.search.trim() !== "";

/** What a view shows, before it is sorted and cut: the table or what the term finds in it, narrowed by the filter. */
function matching(
  entity: Entity,
  view: ListView,
  select: string,
  { facts, ...options }: { count?: "exact" | "estimated"; head?: true; facts?: "shown" | "sorted" } = {},
) {
  const filter = compileFilter(entity, view.filter, currentTime());
  // Facts that rows are sorted or found by are joined, so that their index leads; those that are merely shown are looked up.
  const joined = facts === "sorted" || filter.asksFacts ? "!inner" : "";
  const beside =
    entity.facts && (facts ?? filter.asksFacts) ? [`...${entity.facts}${joined}(${facts ? factColumns : ""})`] : [];
  const columns = [select, ...beside, ...filter.embeds].join(", ");
  let rows = view.from
    ? fromFunction(view.from.call, view.from.args, options).select(columns)
    : isSearch(view)
      ? fromFunction(searchOf(entity.table), { term: searchTerm(view.search) }, { get: true, ...options }).select(
          columns,
        )
      : fromTable(entity.table).select(columns, options);
  for (const { at, logic } of filter.conditions)
    rows = rows.or(logic, at === null ? undefined : { referencedTable: at });
  if (entity.archives && !view.from) rows = rows.filter("archived_at", view.archived ? "not.is" : "is", null);
  return rows;
}

const isByFact = (entity: Entity, { sort }: ListView) => listFields(entity)[sort]?.computed === "facts";

/** Empty ones are last, whichever way one sorts. Said only where there can be any: an index of a column that has none would not be used. */
const canBeEmpty = (entity: Entity, name: string) => listFields(entity)[name]?.required !== true;

/** A reference that rows are sorted by and that each of them has: joined, so that the index of its name leads. Only within one area: who may not
 *  read the companies of deals sees the deals all the same. */
function leadingReference(entity: Entity, { sort }: ListView): string | undefined {
  const field = entity.fields[sort];
  if (field?.kind !== "reference" || !field.required) return undefined;
  return knownEntities().find(({ table }) => table === field.to.table)?.area === entity.area ? sort : undefined;
}

export async function readPage(entity: Entity, view: ListView, signal: AbortSignal): Promise<RecordList> {
  const { sort, descending, size } = view;
  const skip = (view.page - 1) * size;
  const facts = isByFact(entity, view) ? "sorted" : "shown";
  const found = matching(entity, view, selectOf(entity, leadingReference(entity, view)), { facts })
    .order(sortColumn(entity, sort), { ascending: !descending, ...(canBeEmpty(entity, sort) && { nullsFirst: false }) })
    .order("id")
    .range(skip, skip + size - 1);
  const rows = unwrap(await found.abortSignal(signal).overrideTypes<KitRecord[], { merge: false }>());
  return { rows, count: rows.length === 0 ? 0 : rows.length < size ? skip + rows.length : null };
}

async function countFound(entity: Entity, view: ListView, count: "exact" | "estimated", signal: AbortSignal) {
  // None is read besides: to find the first thousand of a few takes as long as to count them.
  const answer = await matching(entity, view, "id", { count, head: true }).limit(0).abortSignal(signal);
  unwrap({ ...answer, data: true });
  return answer.count ?? 0;
}

/** How many there are, for a list that does not show them all. The same for each of its pages and orders. */
export const foundCountQuery = (entity: Entity, view: ListView) =>
  queryOptions({
    queryKey: ["records", entity.table, "found", view.search, view.filter, view.archived, view.from],
    queryFn: ({ signal }) => countFound(entity, view, "exact", signal),
  });

/** The same up to a thousand; the server stops counting there. */
export const roughCountQuery = (entity: Entity, view: ListView) =>
  queryOptions({
    queryKey: ["records", entity.table, "roughly", view.search, view.filter, view.archived, view.from],
    queryFn: ({ signal }) => countFound(entity, view, "estimated", signal),
  });

/** Columns are drawn, not read: other ones are no other rows. */
const asked = ({ columns: _columns, saved: _saved, ...view }: ListView) => view;

export const listQuery = (entity: Entity, view: ListView) =>
  queryOptions({
    queryKey: ["records", entity.table, "list", asked(view)],
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
  withFacts = isByFact(entity, view),
): AsyncGenerator<Row[]> {
  for (let last: Row | undefined; ;) {
    const all = matching(entity, view, select, withFacts ? { facts: "shown" } : {});
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

/** With the facts beside the records, where what is read is shown: last contact, open value, next step. */
export const readAll = (entity: Entity, view: ListView, signal: AbortSignal, facts?: "facts") =>
  walk<KitRecord>(entity, view, selectOf(entity), signal, facts === "facts" || undefined);

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
  facts?: "facts",
): AsyncGenerator<KitRecord[]> {
  const beside = entity.facts && facts ? `, ...${entity.facts}(${factColumns})` : "";
  for (let from = 0; from < ids.length; from += 100) {
    const some = ids.slice(from, from + 100);
    const found = fromTable(entity.table)
      .select(selectOf(entity) + beside)
      .in("id", some);
    const sorted = newestFirst(found).abortSignal(signal);
    yield unwrap(await sorted.overrideTypes<KitRecord[], { merge: false }>());
  }
}
