// The list of deals: the same filter as the board, through the kit's list; what can be done with several at once.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Entity } from "#domain/entity.ts";
import { countOf } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { call, rowsOf } from "#app/lib/typed-answers.ts";
import type { KitRecord } from "#app/records/entity.ts";
import { type ListView, readListView } from "#app/records/list/list-view.ts";
import { toast } from "#app/ui/toast.ts";
import type { Closing } from "../board/board-moves.ts";
import type { DealFilter } from "../deal-filter.ts";
import { refreshDeals } from "../moves/deal-moves-data.ts";
import type { Stage } from "../board/board.ts";

export interface DealRow extends KitRecord {
  name: string;
  account_id: string;
  amount_minor: number | null;
  currency: string;
  expected_close: string | null;
  closed_on: string | null;
  service_line: string | null;
  owner_id: string | null;
  stage_id: string;
  stage_kind: string;
  stage_since: string;
  archived_at: string | null;
  tags: string[];
  account: { name: string } | null;
  owner: { name: string } | null;
}

/** Open deals, unless the address says which, or asks for days on which deals were closed. */
export function listFilterOf(params: URLSearchParams, filter: DealFilter, stages: readonly Stage[]): DealFilter {
  if (filter.stage || params.get("stage") === "any" || params.has("closed_on")) return filter;
  return { ...filter, stage: stages.filter(({ kind }) => kind === "open").map(({ id }) => id) };
}

/** What board and list share is asked in one function. */
const shared = ["owner_id", "service_line", "account_id", "stage_id"];

/** `listed` is what the address says, `asked` what the database is asked for. */
export function readDealsView(
  params: URLSearchParams,
  filter: DealFilter,
  entity: Entity,
): { listed: ListView; asked: ListView } {
  const listed = readListView(params, entity, shared);
  return { listed, asked: { ...listed, search: "", from: { call: "filter_deals", args: { filter } } } };
}

const failed = (title: string) => (error: unknown) =>
  toast({ title, text: messageOf(error), tone: "danger", seconds: 10 });

/** Every change of several says what was done, and can be taken back where that is clear. */
export function useBulkActions() {
  const client = useQueryClient();
  const onSettled = () => void refreshDeals(client);
  const takeBack = useMutation({
    mutationFn: (undo: () => Promise<unknown>) => undo(),
    onSuccess: () => toast({ title: "Taken back" }),
    onError: failed("Failed to take it back"),
    onSettled,
  });
  const undoable = (undo: () => Promise<unknown>) => ({
    seconds: 10,
    action: { label: "Undo", run: () => takeBack.mutate(undo) },
  });

  const assign = useMutation({
    mutationFn: async ({ ids, owner }: { ids: readonly string[]; owner: string | null; name: string }) =>
      rowsOf<{ id: string; was_owner_id: string | null }>(await call("assign_deals", { ids, owner })),
    onSuccess: (changed, { name }) => {
      const before = Map.groupBy(changed, ({ was_owner_id: was }) => was);
      toast({
        title: `${countOf(changed.length, "deal")} given to ${name}`,
        ...undoable(async () => {
          for (const [owner, rows] of before) await call("assign_deals", { ids: rows.map(({ id }) => id), owner });
        }),
      });
    },
    onError: failed("The owner was not changed"),
    onSettled,
  });
  const move = useMutation({
    mutationFn: ({ ids, to, close }: { ids: readonly string[]; to: Stage; close?: Closing }) =>
      call("move_deals", { ids, to_stage: to.id, ...(close && { close }) }),
    onSuccess: (moved, { to }) => {
      const before = Map.groupBy(moved, ({ was_stage_id: was }) => was);
      toast({
        title: `${countOf(moved.length, "deal")} moved to ${to.name}`,
        ...undoable(async () => {
          for (const [stage, rows] of before)
            await call("move_deals", { ids: rows.map(({ id }) => id), to_stage: stage });
        }),
      });
    },
    onError: failed("Nothing was moved"),
    onSettled,
  });
  const archive = useMutation({
    mutationFn: ({ ids, archive: away }: { ids: readonly string[]; archive: boolean }) =>
      call("archive_deals", { ids, archive: away }),
    onSuccess: (changed, { archive: away }) =>
      toast({
        title: `${countOf(changed.length, "deal")} ${away ? "archived" : "restored"}`,
        ...undoable(() => call("archive_deals", { ids: changed, archive: !away })),
      }),
    onError: failed("Nothing was archived"),
    onSettled,
  });
  return { assign: assign.mutate, move: move.mutate, archive: archive.mutate };
}
