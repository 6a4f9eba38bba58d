// What the board is made of, as the database tells it (deal_board).
import * as z from "zod/mini";
import type { BoardSort } from "./board-sort.ts";

const stageKindSchema = z.enum(["open", "won", "lost"]);

const stageSchema = z.object({
  id: z.string(),
  key: z.string(),
  name: z.string(),
  kind: stageKindSchema,
  probability: z.number(),
  stale_after_days: z.nullable(z.number()),
  sort: z.number(),
});
export type Stage = z.output<typeof stageSchema>;

export const cardSchema = z.object({
  id: z.string(),
  name: z.string(),
  account_id: z.string(),
  account_name: z.string(),
  amount_minor: z.nullable(z.number()),
  currency: z.string(),
  base_minor: z.nullable(z.number()),
  probability: z.number(),
  /** The deal's own; null where the stage's holds. */
  probability_own: z.nullable(z.number()),
  expected_close: z.nullable(z.string()),
  owner_id: z.nullable(z.string()),
  owner_name: z.nullable(z.string()),
  service_line: z.nullable(z.string()),
  stage_id: z.string(),
  stage_since: z.string(),
  stale: z.boolean(),
  /** Open, and its expected close is past. */
  overdue: z.boolean(),
  closed_on: z.nullable(z.string()),
  people: z.number(),
  next_task: z.nullable(z.object({ title: z.string(), due_on: z.nullable(z.string()) })),
  updated_at: z.string(),
});
export type Card = z.output<typeof cardSchema>;

const boardStageSchema = z.extend(z.omit(stageSchema, { sort: true }), {
  /** Of all that match, not only of the cards that are loaded. */
  count: z.number(),
  sum_minor: z.number(),
  weighted_minor: z.number(),
  without_amount: z.number(),
  /** How many are in another currency than the office's. */
  converted: z.number(),
  cards: z.array(cardSchema),
  more: z.boolean(),
});
export type BoardStage = z.output<typeof boardStageSchema>;

export const boardSchema = z.object({
  stages: z.array(boardStageSchema),
  currency: z.string(),
  /** What its cards are ordered by; null by hand. */
  sort: z.nullable(z.enum(["expected_close", "-amount_minor"] satisfies BoardSort[])),
});
export type Board = z.output<typeof boardSchema>;
