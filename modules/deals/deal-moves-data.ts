// Moving deals: shown at once, one after the other, each with its undo. A refused move leaves the others as they are.
import { useMutation, useMutationState, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { RequestError, unwrap } from "#app/lib/request-error.ts";
import { anyTable } from "#app/lib/supabase.ts";
import { applyMove, type Move } from "./board-moves.ts";
import type { Board, Card } from "./board.ts";
import { boardKey } from "./deals-data.ts";

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
  undoes?: Record<string, unknown>;
}

interface ColumnTotals {
  id: string;
  count: number;
  sum_minor: number;
  weighted_minor: number;
}

export interface MoveAnswer {
  card: Card;
  from: ColumnTotals;
  to: ColumnTotals;
  place: number;
  of: number;
  undo: Record<string, unknown>;
}

/** Someone else changed the deal meanwhile: how it stands now, where the server says so. */
export class MoveConflict extends Error {
  readonly current: Partial<Card>;
  constructor(message: string, current: Partial<Card>) {
    super(message);
    this.current = current;
  }
}

const readDetails = (details: string | null): Partial<Card> => {
  try {
    const read: unknown = JSON.parse(details ?? "{}");
    return typeof read === "object" && read !== null ? (read as Partial<Card>) : {};
  } catch {
    return {};
  }
};

async function sendMove(move: SentMove): Promise<MoveAnswer> {
  const { deal, to_stage, after, before, seen, close = null, keep_probability = false, undoes } = move;
  const args = undoes ?? { deal, to_stage, after, before, seen, close, keep_probability };
  try {
    return unwrap(await anyTable().rpc("move_deal", args)) as MoveAnswer;
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
