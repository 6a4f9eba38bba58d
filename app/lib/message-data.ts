// What becomes of a mail that is written now, asked before someone confirms it. The gate of the outbox decides when it leaves.
import { queryOptions } from "@tanstack/react-query";
import type { NextState } from "#domain/message-states.ts";
import { unwrap } from "./request-error.ts";
import { anyTable } from "./supabase.ts";

export const nextStateQuery = (address: string) =>
  queryOptions({
    queryKey: ["records", "outbox", "next", address],
    queryFn: async () => unwrap(await anyTable().rpc("next_message_state", { address })) as NextState,
  });
