// What Settings, Deals writes: stages, reasons, rates.
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { newId } from "#app/lib/new-id.ts";
import { messageOf, unwrap } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";
import { call } from "#app/lib/typed-answers.ts";
import { toast } from "#app/ui/toast.ts";
import { refreshDeals } from "../moves/deal-moves-data.ts";
import type { Stage } from "../board/board.ts";
import type { Reason } from "../deals-data.ts";

/** How many deals are in each stage, closed and archived ones too: all of them have to go somewhere. */
export const dealsInStageQuery = (stage: string) =>
  queryOptions({
    queryKey: ["records", "deals", "in stage", stage],
    queryFn: async () => {
      const answer = await supabase().from("deals").select("id", { count: "exact", head: true }).eq("stage_id", stage);
      unwrap({ ...answer, data: true });
      return answer.count ?? 0;
    },
    staleTime: 0,
  });

export type StageChange = Partial<Pick<Stage, "name" | "probability" | "stale_after_days">>;

type Work =
  | { what: "change stage"; id: string; change: StageChange }
  | { what: "add stage"; name: string; probability: number; after: readonly string[] }
  | { what: "order stages"; ids: readonly string[] }
  | { what: "retire stage"; stage: string; to: string }
  | { what: "change reason"; id: string; change: Partial<Omit<Reason, "id" | "kind">> & { archived_at?: string } }
  | { what: "add reason"; kind: Reason["kind"]; name: string; sort: number }
  | { what: "set rate"; code: string; rate: number | null };

async function doIt(work: Work): Promise<unknown> {
  switch (work.what) {
    case "change stage":
      return unwrap(await supabase().from("deal_stages").update(work.change).eq("id", work.id).select("id"));
    case "add stage": {
      const id = newId();
      const { name, probability, after } = work;
      unwrap({ ...(await supabase().from("deal_stages").insert({ id, name, kind: "open", probability })), data: true });
      // Before won and lost: whatever is not named follows what is.
      return await call("order_stages", { ids: [...after, id] });
    }
    case "order stages":
      return await call("order_stages", { ids: work.ids });
    case "retire stage":
      return await call("retire_stage", { stage: work.stage, move_to: work.to });
    case "change reason":
      return unwrap(await supabase().from("close_reasons").update(work.change).eq("id", work.id).select("id"));
    case "add reason":
      return unwrap({
        ...(await supabase().from("close_reasons").insert({ kind: work.kind, name: work.name, sort: work.sort })),
        data: true,
      });
    case "set rate":
      return unwrap(
        await supabase().from("currencies").update({ rate: work.rate }).eq("code", work.code).select("code"),
      );
  }
}

export function useDealSettings(saved: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: doIt,
    onSuccess: () => toast({ title: saved, topic: "deal settings" }),
    onError: (error) => toast({ title: "Not saved", text: messageOf(error), tone: "danger", seconds: 10 }),
    onSettled: () => void refreshDeals(client),
  });
}
