// The list that a record was opened from: its address, and the records beside it in the list's own order. What the list showed is kept in
// this tab (it survives a reload); that a page was opened from it is in the browser's history, so that other ways to a page have no neighbors.
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import type { Entity } from "#domain/entity.ts";
import { noFilter } from "#domain/filter.ts";
import type { ListView } from "../list/list-view.ts";
import { listQuery, type RecordList } from "../record-lists.ts";

interface OpenedList {
  /** "/admin/crm?tab=contacts&search=nor". */
  address: string;
  view: ListView;
  /** Of its page, in order. */
  ids: readonly string[];
  /** How many match; null while it is not counted. */
  count: number | null;
}

/** Given to the page of a record that is opened from a list. */
export const fromList = { fromList: true } as const;

const isFromList = (state: unknown) =>
  typeof state === "object" && state !== null && "fromList" in state && state.fromList === true;

const keyOf = (table: string) => `list of ${table}`;

function keep(table: string, list: OpenedList) {
  try {
    sessionStorage.setItem(keyOf(table), JSON.stringify(list));
  } catch {
    // Without storage a page has no neighbors; everything else works.
  }
}

function kept(table: string): OpenedList | null {
  try {
    const text = sessionStorage.getItem(keyOf(table));
    return text ? (JSON.parse(text) as OpenedList) : null;
  } catch {
    return null;
  }
}

/** A list keeps what it shows, for the pages that are opened from it. */
export function useKeepList(
  entity: Pick<Entity, "table">,
  view: ListView,
  rows: readonly { id: string }[],
  count: number | null,
) {
  const { pathname, search } = useLocation();
  const shown = JSON.stringify({ view, ids: rows.map(({ id }) => id), count });
  useEffect(() => {
    const list = JSON.parse(shown) as Omit<OpenedList, "address">;
    if (list.ids.length > 0) keep(entity.table, { ...list, address: pathname + search });
  }, [entity.table, shown, pathname, search]);
}

/** The same for a board: everything on it is one page, in the order of its columns. */
export const useKeepBoard = (entity: Pick<Entity, "table">, ids: readonly string[]) =>
  useKeepList(
    entity,
    { ...emptyView, size: ids.length + 1 },
    ids.map((id) => ({ id })),
    ids.length,
  );

export interface Neighbors {
  address: string;
  /** "12 of 340", from one. */
  place: number;
  count: number | null;
  /** Null at the ends. */
  previous: (() => void) | null;
  next: (() => void) | null;
}

const withPage = (list: OpenedList, page: number, { rows, count }: RecordList): OpenedList => ({
  address: list.address,
  view: { ...list.view, page },
  ids: rows.map(({ id }) => id),
  count: count ?? list.count,
});

/** Null for a page that was not opened from a list, or whose record the list no longer shows. */
export function useNeighbors(entity: Entity, id: string): Neighbors | null {
  const { state } = useLocation();
  const navigate = useNavigate();
  const list = isFromList(state) ? kept(entity.table) : null;
  const at = list?.ids.indexOf(id) ?? -1;
  const { page = 1, size = 50 } = list?.view ?? {};
  const isLast = list !== null && at === list.ids.length - 1;
  const beyond = list && at === 0 && page > 1 ? page - 1 : list && isLast && list.ids.length === size ? page + 1 : null;
  // The page of the list beside this one is asked for when one gets to the end of it.
  const other = useQuery({
    ...listQuery(entity, { ...(list?.view ?? emptyView), page: beyond ?? 1 }),
    enabled: beyond !== null,
  });
  if (!list || at < 0) return null;
  const go = (target: string | undefined, from: OpenedList) =>
    target === undefined
      ? null
      : () => {
          keep(entity.table, from);
          void navigate(`${entity.page}/${target}`, { state: fromList, replace: true });
        };
  const rows = other.data?.rows ?? [];
  const across = (to: number, end: 0 | -1) =>
    beyond === to && other.data && !other.isPlaceholderData
      ? go(rows.at(end)?.id, withPage(list, to, other.data))
      : null;
  return {
    address: list.address,
    place: (page - 1) * size + at + 1,
    count: list.count,
    previous: at > 0 ? go(list.ids[at - 1], list) : across(page - 1, -1),
    next: isLast ? across(page + 1, 0) : go(list.ids[at + 1], list),
  };
}

const emptyView: ListView = {
  search: "",
  filter: noFilter,
  columns: null,
  saved: null,
  sort: "created_at",
  descending: true,
  page: 1,
  size: 50,
};
