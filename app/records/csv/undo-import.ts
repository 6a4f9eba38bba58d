import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Entity } from "#domain/entity.ts";
import { countOf, formatNumber } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { toast } from "#app/ui/toast.ts";
import { type Undone, undoImport } from "./import-steps.ts";

/** "Birch, Cedar and 3 more". */
const namesOf = (records: Undone["skipped"]) =>
  records
    .slice(0, 5)
    .map(({ title }) => title)
    .join(", ") + (records.length > 5 ? ` and ${formatNumber(records.length - 5)} more` : "");

/** Takes an import, or an edit of many records, back and says what became of it. */
export async function takeBackImport(client: QueryClient, entity: Entity, importId: string, was: "import" | "edit") {
  try {
    const { deleted, kept, reverted, skipped } = await undoImport(importId);
    const told = [
      reverted > 0 && `${countOf(reverted, entity.one, entity.many)} put back as before.`,
      kept > 0 && `${countOf(kept, entity.one, entity.many)} changed or used since stayed.`,
      skipped.length > 0 && `Changed since and left as they are: ${namesOf(skipped)}.`,
    ].filter((sentence) => sentence !== false);
    const text = told.join(" ") || undefined;
    const title = was === "edit" ? "Edit undone" : `Import undone, ${countOf(deleted, "record")} deleted`;
    toast({ title, ...(text && { text, seconds: 8 }) });
  } catch (error) {
    toast({ title: `Failed to undo the ${was}`, text: messageOf(error), tone: "danger" });
  }
  await client.invalidateQueries({ queryKey: ["records"] });
}

export function useUndoImport(entity: Entity) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, was }: { id: string; was: "import" | "edit" }) => takeBackImport(client, entity, id, was),
  });
}
