import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Entity } from "#domain/entity.ts";
import { countOf } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { toast } from "#app/ui/toast.ts";
import { undoImport } from "./import-steps.ts";

/** Takes an import back and says what became of it. */
export async function takeBackImport(client: QueryClient, entity: Entity, importId: string) {
  try {
    const { deleted, kept, reverted } = await undoImport(importId);
    const told = [
      reverted > 0 && `${countOf(reverted, entity.one, entity.many)} put back as before.`,
      kept > 0 && `${countOf(kept, entity.one, entity.many)} changed or used since stayed.`,
    ].filter((sentence) => sentence !== false);
    const text = told.join(" ") || undefined;
    toast({ title: `Import undone, ${countOf(deleted, "record")} deleted`, ...(text && { text }) });
  } catch (error) {
    toast({ title: "Failed to undo the import", text: messageOf(error), tone: "danger" });
  }
  await client.invalidateQueries({ queryKey: ["records"] });
}

export function useUndoImport(entity: Entity) {
  const client = useQueryClient();
  return useMutation({ mutationFn: (importId: string) => takeBackImport(client, entity, importId) });
}
