// The board as it is drawn: the first cards of each column, more where they were asked for, and the moves that are on their way.
import { keepPreviousData, queryOptions, useQueries } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { applyMove } from "./board-moves.ts";
import type { BoardSort } from "./board-sort.ts";
import type { DealFilter } from "../deal-filter.ts";
import { usePendingMoves } from "../moves/deal-moves-data.ts";
import type { Board, Card } from "./board.ts";
import { readMoreCards } from "../deals-data.ts";

interface MoreCards {
  stage: string;
  cards: Card[];
  more: boolean;
}

/** `parts` pages behind the last card of the first page. */
const moreCardsQuery = (filter: DealFilter, sort: BoardSort | null, stage: string, after: string, parts: number) =>
  queryOptions({
    // Not under the board's own key, whose answers are boards.
    queryKey: ["records", "deals", "more cards", filter, sort, stage, after, parts],
    queryFn: async (): Promise<MoreCards> => {
      const found: MoreCards = { stage, cards: [], more: true };
      for (let part = 0; part < parts && found.more; part++) {
        const next = await readMoreCards(filter, sort, stage, found.cards.at(-1)?.id ?? after);
        found.cards.push(...next.cards);
        found.more = next.more;
      }
      return found;
    },
    placeholderData: keepPreviousData,
  });

function withMore(board: Board, found: readonly (MoreCards | undefined)[]): Board {
  const first = new Set(board.stages.flatMap(({ cards }) => cards.map(({ id }) => id)));
  return {
    ...board,
    stages: board.stages.map((stage) => {
      const more = found.find((each) => each?.stage === stage.id);
      if (!more) return stage;
      return { ...stage, cards: [...stage.cards, ...more.cards.filter(({ id }) => !first.has(id))], more: more.more };
    }),
  };
}

export function useShownBoard(board: Board | undefined, filter: DealFilter) {
  const [parts, setParts] = useState<Record<string, number>>({});
  const asked = (board?.stages ?? []).flatMap(({ id, cards, more }) => {
    const last = cards.at(-1);
    return more && last && parts[id] ? [moreCardsQuery(filter, board?.sort ?? null, id, last.id, parts[id])] : [];
  });
  const found = useQueries({
    queries: asked,
    combine: (answers) => ({
      data: answers.map(({ data }) => data),
      loading: answers.some(({ isFetching }) => isFetching),
    }),
  });
  const pending = usePendingMoves();
  const shown = useMemo(
    () => board && pending.reduce((now: Board, move) => applyMove(now, move), withMore(board, found.data)),
    [board, found.data, pending],
  );
  return {
    shown,
    loadingMore: found.loading,
    showMore: (stage: string) => setParts((now) => ({ ...now, [stage]: (now[stage] ?? 0) + 1 })),
  };
}
