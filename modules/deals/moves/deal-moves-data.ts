// Moving deals: shown at once, one after the other, each with its undo. A refused move leaves the others as they are.
import { useMutation, useMutationState, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import * as z from "zod/mini";
import { RequestError } from "#app/lib/request-error.ts";
import { callJson, parsed } from "#app/lib/typed-answers.ts";
import { applyMove, type Move } from "../board/board-moves.ts";
import { type Board, type Card, cardSchema } from "../board/board.ts";
import { boardKey } from "../deals-data.ts";

/** What a move needs to know of a deal. */
export type Movable = Pick<
  Card,
  | "id"
  | "name"
  | "account_name"
  | "stage_id"
  | "stage_since"
  | "amount_minor"
  | "currency"
  | "probability_own"
  | "updated_at"
>;

export interface SentMove extends Move {
  name: string;
  /** The updated_at that was on the screen; null moves whatever it has become. */
  seen: string | null;
  /** Made while another move of this deal was still on its way. */
  behind?: boolean;
  /** Takes back an earlier move: passed on as the server gave it. */
  undoes?: Undo;
}

/** What public.move_deal is called with to take a move back. */
const undoSchema = z.object({
  deal: z.string(),
  to_stage: z.string(),
  after: z.nullable(z.string()),
  before: z.nullable(z.string()),
  seen: z.string(),
  close: z.nullable(z.record(z.string(), z.unknown())),
  keep_probability: z.boolean(),
});
type Undo = z.output<typeof undoSchema>;

const columnTotalsSchema = z.object({
  id: z.string(),
  count: z.number(),
  sum_minor: z.number(),
  weighted_minor: z.number(),
});

export const moveAnswerSchema = z.object({
  card: cardSchema,
  from: columnTotalsSchema,
  to: columnTotalsSchema,
  place: z.number(),
  of: z.number(),
  undo: undoSchema,
});
export type MoveAnswer = z.output<typeof moveAnswerSchema>;

const currentSchema = z.partial(cardSchema);
type Current = z.output<typeof currentSchema>;

/** Someone else changed the deal in the meantime: how it stands now, where the server says so. */
export class MoveConflict extends Error {
  readonly current: Current;
  constructor(message: string, current: Current) {
    super(message);
    this.current = current;
  }
}

const readDetails = (details: string | null): Current => {
  try {
    return parsed("move_deal", currentSchema, JSON.parse(details ?? "{}"));
  } catch {
    return {};
  }
};

async function sendMove(move: SentMove): Promise<MoveAnswer> {
  const { deal, to_stage, after, before, seen, close = null, keep_probability = false, undoes } = move;
  const args = undoes ?? { deal, to_stage, after, before, seen, close, keep_probability };
  try {
    return await callJson("move_deal", args, moveAnswerSchema);
  } catch (error) {
    if (error instanceof RequestError && error.status === 409)
      throw new MoveConflict(error.message, readDetails(error.details));
    throw error;
  }
}

const mutationKey = ["deals", "move"];

/** The moves that are on their way, in their order. */
export const usePendingMoves = () =>
  useMutationState({
    filters: { mutationKey, status: "pending" },
    select: (mutation) => mutation.state.variables as SentMove,
  });

/** Boards, lists, pages and timelines, and what other modules say of deals. */
export const refreshDeals = (client: QueryClient) =>
  Promise.all([["records"], ["tasks"], ["dashboard"]].map((queryKey) => client.invalidateQueries({ queryKey })));

export function useSendMove({
  onMoved,
  onRefused,
}: {
  onMoved: (answer: MoveAnswer, move: SentMove) => void;
  onRefused: (error: Error, move: SentMove) => void;
}) {
  const client = useQueryClient();
  // What our own moves made of a card: the second of two was made on one that the first has changed since, and so is an undo.
  const ours = useRef(new Map<string, string>());
  return useMutation({
    mutationKey,
    scope: { id: "moves of deals" },
    mutationFn: (move: SentMove) => {
      const own = ours.current.get(move.deal);
      if (move.undoes) return sendMove({ ...move, undoes: { ...move.undoes, ...(own && { seen: own }) } });
      return sendMove(move.behind && own ? { ...move, seen: own } : move);
    },
    onMutate: () => client.cancelQueries({ queryKey: boardKey }),
    onSuccess: async (answer, move) => {
      ours.current.set(move.deal, answer.card.updated_at);
      await client.cancelQueries({ queryKey: boardKey });
      client.setQueriesData<Board>({ queryKey: boardKey }, (board) => board && applyMove(board, move, answer.card));
      onMoved(answer, move);
    },
    onError: (error, move) => onRefused(error, move),
    onSettled: () => {
      if (client.isMutating({ mutationKey }) > 1) return;
      void refreshDeals(client);
    },
  });
}
