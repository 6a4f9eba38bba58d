// From card to card over the board.
import type { Board, BoardStage } from "./board.ts";

export interface Position {
  lane: number;
  row: number;
}

export const openStages = (board: Board): BoardStage[] => board.stages.filter(({ kind }) => kind === "open");

export function positionOf(board: Board, deal: string): Position | null {
  const lanes = openStages(board);
  for (const [lane, { cards }] of lanes.entries()) {
    const row = cards.findIndex(({ id }) => id === deal);
    if (row >= 0) return { lane, row };
  }
  return null;
}

/** The card that a key leads to; null where there is none. */
export function walk(board: Board, { lane, row }: Position, key: string): string | null {
  const lanes = openStages(board);
  const cards = lanes[lane]?.cards ?? [];
  const sideways = (step: 1 | -1) => {
    for (let next = lane + step; lanes[next]; next += step) {
      const there = lanes[next]?.cards ?? [];
      if (there.length > 0) return there[Math.min(row, there.length - 1)]?.id ?? null;
    }
    return null;
  };
  switch (key) {
    case "ArrowDown":
      return cards[row + 1]?.id ?? null;
    case "ArrowUp":
      return cards[row - 1]?.id ?? null;
    case "ArrowRight":
      return sideways(1);
    case "ArrowLeft":
      return sideways(-1);
    case "Home":
      return cards[0]?.id ?? null;
    case "End":
      return cards.at(-1)?.id ?? null;
    default:
      return null;
  }
}
