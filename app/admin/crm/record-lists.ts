// Lists of CRM records: a page, how many there are, and all of them.
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { unwrap } from "#app/lib/request-error.ts";
import { searchTerm } from "#app/lib/search-term.ts";
import type { CrmRecord, Entity } from "./entity.ts";
import type { ListView } from "./list-view.ts";
import { asRecords, database } from "./record-data.ts";

export interface RecordList {
  rows: CrmRecord[];
  /** Null: more than this page shows; how many is asked for separately, because counting takes longer than finding. */
  count: number | null;
}

const isSearch = (view: ListView) => view.search.trim() !== "";
const narrowing = (view: ListView) => ({
  ...(view.type && { of_type: view.type }),
  ...(view.account && { of_account: view.account }),
});

function listed(entity: Entity, view: ListView, count?: "exact") {
  const all = database()
    .from(entity.table)
    .select(entity.select, count && { count });
  const ofType = view.type ? all.eq("type", view.type) : all;
  return view.account ? ofType.eq("account_id", view.account) : ofType;
}

/** What the term finds. The database orders and cuts, so that it reads no more than the page. */
function searched(entity: Entity, view: ListView, page: Record<string, unknown>) {
  const args = { term: searchTerm(view.search), ...narrowing(view), ...page };
  const found = database().rpc(entity.search, args, { get: true }).select(entity.select);
  // The client's types tell functions from tables; what can be asked of their rows is the same.
  return found as unknown as ReturnType<typeof listed>;
}

export async function readPage(entity: Entity, view: ListView, signal?: AbortSignal): Promise<RecordList> {
  const { sort, descending, size } = view;
  const skip = (view.page - 1) * size;
  const found = isSearch(view)
    ? searched(entity, view, { sort, descending, skip, most: size })
    : listed(entity, view, "exact").range(skip, skip + size - 1);
  const ordered = found.order(entity.sortBy?.[sort] ?? sort, { ascending: !descending }).order("id");
  const answer = await (signal ? ordered.abortSignal(signal) : ordered);
  // A page past the end, such as an old link: the list offers the way back to the first.
  if (answer.error?.code === "PGRST103") return { rows: [], count: answer.count ?? 0 };
  const rows = asRecords(unwrap(answer));
  if (!isSearch(view)) return { rows, count: answer.count ?? 0 };
  return { rows, count: rows.length === 0 ? 0 : rows.length < size ? skip + rows.length : null };
}

/** How many a search finds, for a list that does not show them all. */
export const foundCountQuery = (entity: Entity, view: ListView) =>
  queryOptions({
    queryKey: ["crm", entity.table, "found", view.search, view.type, view.account],
    queryFn: async ({ signal }) => {
      const args = { term: searchTerm(view.search), ...narrowing(view) };
      const asked = database().rpc(entity.countFound, args, { get: true });
      return unwrap(await asked.abortSignal(signal)) as number;
    },
  });

export const listQuery = (entity: Entity, view: ListView) =>
  queryOptions({
    queryKey: ["crm", entity.table, "list", view],
    queryFn: ({ signal }) => readPage(entity, view, signal),
    placeholderData: keepPreviousData,
  });

export const countQuery = (entity: Entity) =>
  queryOptions({
    queryKey: ["crm", entity.table, "count"],
    queryFn: async () => {
      const answer = await database().from(entity.table).select("id", { count: "exact", head: true });
      unwrap({ ...answer, data: true });
      return answer.count ?? 0;
    },
  });

/** What most servers give at once; one that gives less is asked more often. */
const step = 1000;

/**
 * All rows of a view, newest first, however many. Each request begins where the one before ended, by moment of creation
 * and id: edits change neither, and new rows stand before the first, so none is missing or double whatever others do.
 */
export async function* readAll(entity: Entity, view: ListView, signal: AbortSignal): AsyncGenerator<CrmRecord[]> {
  for (let last: CrmRecord | undefined; ;) {
    const page = isSearch(view) ? searchedAfter(entity, view, last) : listedAfter(entity, view, last);
    const rows = asRecords(unwrap(await newestFirst(page).limit(step).abortSignal(signal)));
    if (rows.length === 0) return;
    yield rows;
    last = rows.at(-1);
  }
}

const searchedAfter = (entity: Entity, view: ListView, last: CrmRecord | undefined) =>
  searched(entity, view, {
    sort: "created_at",
    descending: true,
    most: step,
    ...(last && { until_moment: last.created_at, after_id: last.id }),
  });

function listedAfter(entity: Entity, view: ListView, last: CrmRecord | undefined) {
  const all = listed(entity, view);
  if (!last) return all;
  return all.lte("created_at", last.created_at).or(`created_at.lt."${last.created_at}",id.gt.${last.id}`);
}

/** These records, newest first, a hundred per request so that addresses stay short. */
export async function* readThese(entity: Entity, ids: string[], signal: AbortSignal): AsyncGenerator<CrmRecord[]> {
  for (let from = 0; from < ids.length; from += 100) {
    const some = ids.slice(from, from + 100);
    const found = database().from(entity.table).select(entity.select).in("id", some);
    yield asRecords(unwrap(await newestFirst(found).abortSignal(signal)));
  }
}

const newestFirst = (found: ReturnType<typeof listed>) => found.order("created_at", { ascending: false }).order("id");
