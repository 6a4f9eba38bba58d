// The board by keyboard: arrows walk, Home and End jump, Ctrl+Shift+arrows move the card, M opens its menu.
import type { KeyboardEvent } from "react";
import { singleKeysAreOn } from "#app/ui/use-shortcut.ts";
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

const steps: Record<string, Position> = {
  ArrowDown: { lane: 0, row: 1 },
  ArrowUp: { lane: 0, row: -1 },
  ArrowRight: { lane: 1, row: 0 },
  ArrowLeft: { lane: -1, row: 0 },
};

export interface BoardActions {
  focus: (deal: string) => void;
  menu: (deal: string) => void;
  /** To a row of a column; null where the board ends. */
  moveTo: (deal: string, stage: BoardStage | null, row: number) => void;
}

export function onBoardKey(event: KeyboardEvent, board: Board, { focus, menu, moveTo }: BoardActions) {
  const deal = (event.target as Element).closest<HTMLElement>("[data-deal]")?.dataset["deal"];
  const at = deal && positionOf(board, deal);
  if (!deal || !at || event.altKey) return;
  const step = steps[event.key];
  if ((event.ctrlKey || event.metaKey) && event.shiftKey && step) {
    event.preventDefault();
    const to = openStages(board)[at.lane + step.lane] ?? null;
    return moveTo(deal, to, at.row + step.row);
  }
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.key.toLowerCase() === "m" && singleKeysAreOn()) {
    event.preventDefault();
    return menu(deal);
  }
  const next = walk(board, at, event.key);
  if (next) focus(next);
  // Also at an end: the page does not scroll away under whoever walks the board.
  if (next || event.key in steps) event.preventDefault();
}
