// Which rows are asked for (limit, offset, Range) and how the answer says which came.
import { badRange } from "../rest-error.ts";
import type { QueryParams } from "./request-types.ts";

/** Puts the Range header and the parameters together: the rows in both. */
export function applyRangeHeader(query: QueryParams, header: string | null): void {
  for (const { value } of query.limit) if (value < 0) throw badRange("Limit should be greater than or equal to zero.");
  const match = /^(?:items=)?(\d{1,15})-(\d{0,15})$/.exec(header?.trim() ?? "");
  if (match === null) return;
  const from = Number(match[1]);
  const to = match[2] === "" ? Number.POSITIVE_INFINITY : Number(match[2]);
  if (from > to)
    throw badRange("The lower boundary must be lower than or equal to the upper boundary in the Range header.");
  const { offset, limit } = rootRange(query);
  const first = Math.max(from, offset);
  const last = Math.min(to, offset + limit - 1);
  query.offset.push({ path: [], value: first });
  query.limit.push({ path: [], value: Math.max(0, last - first + 1) });
}

/** What limit and offset ask of the outermost rows; no limit is Infinity. */
export function rootRange(query: QueryParams): { offset: number; limit: number } {
  return {
    offset: query.offset.findLast(({ path }) => path.length === 0)?.value ?? 0,
    limit: query.limit.findLast(({ path }) => path.length === 0)?.value ?? Number.POSITIVE_INFINITY,
  };
}

export function contentRange(first: number, rows: number, total: number | null): string {
  const last = first + rows - 1;
  const shown = total !== 0 && first <= last ? `${first}-${last}` : "*";
  return `${shown}/${total ?? "*"}`;
}

export function rangeStatus(first: number, rows: number, total: number | null): 200 | 206 | 416 {
  if (total === null) return 200;
  if (first > total) return 416;
  return rows < total ? 206 : 200;
}

export const beyondRange = (first: number, total: number) =>
  badRange(`An offset of ${first} was requested, but there are only ${total} rows.`, {
    "content-range": `*/${total}`,
  });
