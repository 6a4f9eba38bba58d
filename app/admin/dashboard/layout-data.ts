// How the person who is signed in has arranged the dashboard.
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { useSession } from "#app/auth/session.tsx";
import { messageOf, unwrap } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";
import { parsed } from "#app/lib/typed-answers.ts";
import { toast } from "#app/ui/toast.ts";
import type { ArrangedTile } from "../module-tiles.tsx";

const tilesSchema = z.array(z.object({ key: z.string(), hidden: z.boolean() }));
export const noLayout: readonly ArrangedTile[] = [];

export const layoutQuery = (userId: string) =>
  queryOptions({
    queryKey: ["dashboard-layout", userId],
    queryFn: async (): Promise<readonly ArrangedTile[]> => {
      const [row] = unwrap(await supabase().from("dashboard_layouts").select("tiles").eq("user_id", userId));
      return row ? parsed("dashboard_layouts", tilesSchema, row.tiles) : noLayout;
    },
    staleTime: 300_000,
  });

/** Shown at once; put back when it could not be kept. */
export function useArrange() {
  const { user } = useSession();
  const id = user?.id ?? "";
  const client = useQueryClient();
  const { queryKey } = layoutQuery(id);
  return useMutation({
    mutationFn: async (tiles: readonly ArrangedTile[]) => {
      unwrap({
        ...(await supabase()
          .from("dashboard_layouts")
          .upsert({ user_id: id, tiles: tiles.map(({ key, hidden }) => ({ key, hidden })) })),
        data: true,
      });
    },
    onMutate: (tiles) => {
      const before = client.getQueryData(queryKey);
      client.setQueryData(queryKey, [...tiles]);
      return before;
    },
    onError: (error, _tiles, before) => {
      client.setQueryData(queryKey, before ?? noLayout);
      toast({ title: "Failed to keep the arrangement", text: messageOf(error), tone: "danger" });
    },
  });
}
