// The board by keyboard: arrows walk, Home and End jump, Ctrl+Shift+arrows move the card, M opens its menu.
import type { KeyboardEvent } from "react";
import { singleKeysAreOn } from "#app/ui/use-shortcut.ts";
import type { Board, BoardStage } from "./board.ts";
import { openStages, type Position, positionOf, walk } from "./board-walk.ts";

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
  // Also at an end: the page does not scroll away under anyone who walks the board.
  if (next || event.key in steps) event.preventDefault();
}
