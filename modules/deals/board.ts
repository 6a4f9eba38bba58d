// What the board is made of, as the database tells it (deal_board).
import type { BoardSort } from "./board-sort.ts";

export type StageKind = "open" | "won" | "lost";

export interface Stage {
  id: string;
  key: string;
  name: string;
  kind: StageKind;
  probability: number;
  stale_after_days: number | null;
  sort: number;
}

export interface Card {
  id: string;
  name: string;
  account_id: string;
  account_name: string;
  amount_minor: number | null;
  currency: string;
  base_minor: number | null;
  probability: number;
  /** The deal's own; null where the stage's holds. */
  probability_own: number | null;
  expected_close: string | null;
  owner_id: string | null;
  owner_name: string | null;
  module: string | null;
  stage_id: string;
  stage_since: string;
  stale: boolean;
  /** Open, and its expected close is past. */
  overdue: boolean;
  closed_on: string | null;
  people: number;
  next_task: { title: string; due_on: string | null } | null;
  updated_at: string;
}

export interface BoardStage extends Omit<Stage, "sort"> {
  /** Of all that match, not only of the cards that are loaded. */
  count: number;
  sum_minor: number;
  weighted_minor: number;
  without_amount: number;
  /** How many are in another currency than the office's. */
  converted: number;
  cards: Card[];
  more: boolean;
}

export interface Board {
  stages: BoardStage[];
  currency: string;
  /** What its cards are ordered by; null by hand. */
  sort: BoardSort | null;
}
