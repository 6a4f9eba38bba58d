import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import type { Entity } from "#domain/entity.ts";
import { foundCountQuery, type RecordList } from "../record-lists.ts";
import type { ListView } from "./list-view.ts";

/** How many the list has. Of more than a page, its rows come first and their number after. */
export function useListCount(entity: Entity, view: ListView, list: UseQueryResult<RecordList>): number | undefined {
  const own = list.isPlaceholderData ? undefined : list.data?.count;
  const counted = useQuery({ ...foundCountQuery(entity, view), enabled: own === null });
  return own ?? counted.data;
}
