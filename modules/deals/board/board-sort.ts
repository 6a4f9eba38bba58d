// What the cards of each column are ordered by: by hand, or by one of these. They are sorts of the list too, so that board and
// list share the word in the address: ?sort=-amount_minor. The database sorts (card_rank); here only a card on its way is put in.
import type { Card } from "./board.ts";

export const boardSorts = { expected_close: "close date", "-amount_minor": "amount" } as const;
export type BoardSort = keyof typeof boardSorts;

/** Null is by hand, and so is every sort that only the list has. */
export function readBoardSort(params: URLSearchParams): BoardSort | null {
  const sort = params.get("sort") ?? "";
  return Object.hasOwn(boardSorts, sort) ? (sort as BoardSort) : null;
}

function rankOf({ closed_on, expected_close, base_minor }: Card, sort: BoardSort): number {
  if (sort === "-amount_minor") return base_minor === null ? Infinity : -base_minor;
  const day = closed_on ?? expected_close;
  return day === null ? Infinity : Date.parse(day);
}

/** Before its equals: a card that comes from another column is on top of them by hand. */
export function rowBySort(others: readonly Card[], card: Card, sort: BoardSort): number {
  const row = others.findIndex((other) => rankOf(other, sort) >= rankOf(card, sort));
  return row < 0 ? others.length : row;
}
