// Addresses that get nothing any more. An address is kept as a fingerprint, so that the stop outlives the contact.
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { messageOf, unwrap } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";
import { call } from "#app/lib/typed-answers.ts";
import { toast } from "#app/ui/toast.ts";

export interface Stop {
  id: string;
  /** Null: the person was erased, the stop stays. */
  address: string | null;
  scope: "outreach" | "all";
  reason: "unsubscribe" | "hard_bounce" | "complaint" | "manual";
  source_event: string | null;
  created_at: string;
  lifted_at: string | null;
  lifted_why: string | null;
}

export const reasonWords: Record<Stop["reason"], string> = {
  unsubscribe: "Unsubscribed",
  hard_bounce: "Bounced for good",
  complaint: "Complained",
  manual: "Added by hand",
};
export const scopeWords: Record<Stop["scope"], string> = {
  outreach: "Outreach only",
  all: "Everything",
};

export const stopsQuery = (search: string, lifted: boolean, size: number) =>
  queryOptions({
    queryKey: ["records", "suppressions", search, lifted, size],
    queryFn: async ({ signal }) => {
      let rows = supabase()
        .from("suppressions")
        .select("id, address, scope, reason, source_event, created_at, lifted_at, lifted_why");
      rows = lifted ? rows.not("lifted_at", "is", null) : rows.is("lifted_at", null);
      if (search.trim()) rows = rows.ilike("address", `%${search.trim().replace(/[\\%_]/g, "\\$&")}%`);
      const found = rows.order("created_at", { ascending: false }).range(0, size).abortSignal(signal);
      const all = unwrap(await found);
      return { rows: all.slice(0, size), more: all.length > size };
    },
    placeholderData: keepPreviousData,
  });

export function useStopActions() {
  const queries = useQueryClient();
  const doing = useMutation({
    mutationFn: ({ run }: { run: () => Promise<unknown>; done: string; failed: string }) => run(),
    onSuccess: (_answer, { done }) => toast({ title: done }),
    onError: (error, { failed }) => toast({ title: failed, text: messageOf(error), tone: "danger" }),
    onSettled: () =>
      Promise.all(["records", "sequences", "timeline"].map((key) => queries.invalidateQueries({ queryKey: [key] }))),
  });
  return {
    busy: doing.isPending,
    add: (address: string, scope: Stop["scope"], why: string, onDone: () => void) =>
      doing.mutate(
        {
          run: () => call("suppress_address", { address, scope, why }),
          done: `${address} gets ${scope === "all" ? "nothing" : "no outreach"} any more`,
          failed: "Failed to add the address",
        },
        { onSuccess: onDone },
      ),
    lift: (stop: Stop, why: string, onDone: () => void) =>
      doing.mutate(
        {
          run: () => call("lift_suppression", { id: stop.id, why }),
          done: "Lifted: messages may leave again",
          failed: "Failed to lift it",
        },
        { onSuccess: onDone },
      ),
  };
}
