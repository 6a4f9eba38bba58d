// What is kept about a person, for when they ask: read by the caller's own rights, table by table.
import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { callJson } from "#app/lib/typed-answers.ts";

const copiedParts = z.array(
  z.object({ part: z.string(), rows: z.array(z.record(z.string(), z.json())), left_out: z.number() }),
);

/** Each reading is noted in the audit log, and by owners of mailboxes: it is not asked again by itself. */
export const copyOfPersonQuery = (contact: string) =>
  queryOptions({
    queryKey: ["records", "contacts", "copy", contact],
    queryFn: () => callJson("copy_of_person", { contact }, copiedParts),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: false,
  });
