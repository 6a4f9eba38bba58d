// Every query of deals. The database orders, sums and decides (sql/deals.sql); this only asks.
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import { unwrap } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";
import { call, callJson } from "#app/lib/typed-answers.ts";
import { boardSchema, cardSchema, type Stage } from "./board/board.ts";
import type { BoardSort } from "./board/board-sort.ts";
import type { DealFilter } from "./deal-filter.ts";

/** Under "records": whatever saves a deal, a company or a person brings the board up to date. */
export const boardKey = ["records", "deals", "board"] as const;
export const cardsPerStage = 30;

export const boardQuery = (filter: DealFilter, sort: BoardSort | null) =>
  queryOptions({
    queryKey: [...boardKey, filter, sort],
    queryFn: ({ signal }) => callJson("deal_board", { filter, per_stage: cardsPerStage, sort }, boardSchema, signal),
    placeholderData: keepPreviousData,
    // Colleagues move cards too.
    refetchInterval: 60_000,
  });

/** The sums alone, for screens without cards. */
export const boardTotalsQuery = (filter: DealFilter) =>
  queryOptions({
    queryKey: ["records", "deals", "totals", filter],
    queryFn: ({ signal }) => callJson("deal_board", { filter, per_stage: 0 }, boardSchema, signal),
    placeholderData: keepPreviousData,
  });

export const moreCardsSchema = z.object({ cards: z.array(cardSchema), more: z.boolean() });

export const readMoreCards = (filter: DealFilter, sort: BoardSort | null, stage: string, after: string) =>
  callJson("deal_board_more", { filter, stage, after, per_stage: cardsPerStage, sort }, moreCardsSchema);

export const stagesQuery = queryOptions({
  queryKey: ["records", "deal_stages"],
  queryFn: async (): Promise<Stage[]> =>
    unwrap(
      await supabase()
        .from("deal_stages")
        .select("id, key, name, kind, probability, stale_after_days, sort")
        .is("archived_at", null)
        .order("sort"),
    ),
  staleTime: 60_000,
});

export interface Reason {
  id: string;
  kind: "won" | "lost";
  name: string;
  hint: string | null;
  needs_note: boolean;
}

export const reasonsQuery = queryOptions({
  queryKey: ["records", "close_reasons"],
  queryFn: async (): Promise<Reason[]> =>
    unwrap(
      await supabase()
        .from("close_reasons")
        .select("id, kind, name, hint, needs_note")
        .is("archived_at", null)
        .order("sort"),
    ),
  staleTime: 60_000,
});

export interface Currency {
  code: string;
  minor_digits: number;
  /** What one whole unit is in the office's currency; null where no one has said. */
  rate: number | null;
}

export const currenciesQuery = queryOptions({
  queryKey: ["records", "currencies"],
  queryFn: async (): Promise<Currency[]> =>
    unwrap(await supabase().from("currencies").select("code, minor_digits, rate").order("code")),
  staleTime: 60_000,
});

/** The office's day: what "today" is in every screen. */
export const officeTodayQuery = queryOptions({
  queryKey: ["office", "today"],
  queryFn: () => call("office_today", {}),
  staleTime: 60_000,
  refetchInterval: 5 * 60_000,
});
