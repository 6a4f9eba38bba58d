// The board as it looks while moves are on their way: what the server last said, with each move laid over it. A move that is
// refused is simply no longer laid over; the others stay. No position is computed here: a move names its neighbours.
import { currentTime } from "#domain/clock.ts";
import type { Board, BoardStage, Card, Stage } from "./board.ts";
import { type BoardSort, rowBySort } from "./board-sort.ts";

export interface Closing {
  reason?: string;
  note?: string;
  amount_minor?: number;
  currency?: string;
  closed_on?: string;
  /** A task for that day. */
  ask_again_on?: string;
  end_tasks?: boolean;
}

export interface Move {
  deal: string;
  to_stage: string;
  /** Stands behind this one, or else before that one; without either on top. */
  after: string | null;
  before: string | null;
  close?: Closing;
  keep_probability?: boolean;
}

export const stageOf = (board: Board, id: string): BoardStage | undefined =>
  board.stages.find((stage) => stage.cards.some((card) => card.id === id));

export const cardOf = (board: Board, id: string): Card | undefined =>
  stageOf(board, id)?.cards.find((card) => card.id === id);

const weighted = (card: Card, probability: number) => Math.round(((card.base_minor ?? 0) * probability) / 100);

function without(stage: BoardStage, card: Card): BoardStage {
  return {
    ...stage,
    cards: stage.cards.filter(({ id }) => id !== card.id),
    count: stage.count - 1,
    sum_minor: stage.sum_minor - (card.base_minor ?? 0),
    weighted_minor: stage.weighted_minor - weighted(card, card.probability),
    without_amount: stage.without_amount - (card.amount_minor === null ? 1 : 0),
  };
}

function placeOf(cards: readonly Card[], { after, before }: Pick<Move, "after" | "before">): number {
  const behind = cards.findIndex(({ id }) => id === after);
  if (behind >= 0) return behind + 1;
  const ahead = cards.findIndex(({ id }) => id === before);
  return Math.max(ahead, 0);
}

function withCard(stage: BoardStage, card: Card, move: Move, sort: BoardSort | null): BoardStage {
  const at = sort ? rowBySort(stage.cards, card, sort) : placeOf(stage.cards, move);
  return {
    ...stage,
    cards: stage.cards.toSpliced(at, 0, card),
    count: stage.count + 1,
    sum_minor: stage.sum_minor + (card.base_minor ?? 0),
    weighted_minor: stage.weighted_minor + weighted(card, card.probability),
    without_amount: stage.without_amount + (card.amount_minor === null ? 1 : 0),
  };
}

/** The card as it is in its new stage, until the server says it itself. */
function moved(card: Card, to: BoardStage, move: Move): Card {
  if (card.stage_id === to.id) return card;
  const own = to.kind === "open" && move.keep_probability ? card.probability_own : null;
  return {
    ...card,
    stage_id: to.id,
    stale: false,
    overdue: to.kind === "open" && card.overdue,
    probability_own: own,
    probability: own ?? to.probability,
    ...(move.close?.amount_minor !== undefined && { amount_minor: move.close.amount_minor }),
    stage_since: currentTime().toISOString(),
  };
}

export function applyMove(board: Board, move: Move, answered?: Card): Board {
  const from = stageOf(board, move.deal);
  const card = cardOf(board, move.deal);
  const to = board.stages.find(({ id }) => id === move.to_stage);
  // A card that was further down than what is loaded is known once the server answers.
  const placed = answered ?? (card && to && moved(card, to, move));
  if (!to || !placed) return board;
  return {
    ...board,
    stages: board.stages.map((stage) => {
      const kept = card && stage.id === from?.id ? without(stage, card) : stage;
      return stage.id === to.id ? withCard(kept, placed, move, board.sort) : kept;
    }),
  };
}

/** Where a card stands when it goes to a row of a column: its neighbours there. */
export function neighbours(stage: BoardStage, deal: string, row: number): Pick<Move, "after" | "before"> {
  const others = stage.cards.filter(({ id }) => id !== deal);
  const at = Math.max(0, Math.min(row, others.length));
  return { after: others[at - 1]?.id ?? null, before: others[at]?.id ?? null };
}

/** The vane beside a stage turns as a deal commits: level when new, 84 degrees when won. */
const turns = [0, 18, 38, 60, 84];
export function angleOf(stages: readonly Pick<Stage, "id" | "kind">[], id: string): number {
  const open = stages.filter(({ kind }) => kind === "open");
  const index = open.findIndex((stage) => stage.id === id);
  if (index < 0) return stages.find((stage) => stage.id === id)?.kind === "won" ? 84 : 0;
  const at = (index / open.length) * (turns.length - 1);
  const [low, high] = [turns[Math.floor(at)] ?? 0, turns[Math.ceil(at)] ?? 84];
  return Math.round(low + (high - low) * (at - Math.floor(at)));
}
