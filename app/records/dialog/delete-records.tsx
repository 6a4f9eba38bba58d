// Asks before deleting, and says what goes along or stands in the way.
import { useQuery } from "@tanstack/react-query";
import type { Entity } from "#domain/entity.ts";
import { countOf } from "#app/lib/formats.ts";
import { useRecordsContext } from "../records-context.ts";
import { type Dependents, dependentsQuery } from "../record-data.ts";
import { useArchiveRecords, useDeleteRecords } from "../record-mutations.ts";
import { DeleteDialog } from "./delete-dialog.tsx";

/** What is to be deleted: the ids, and the name of a single one. */
export interface Doomed {
  ids: readonly string[];
  name: string | null;
}

const list = new Intl.ListFormat("en-US");

export function DeleteRecords({
  entity,
  doomed,
  onClose,
  onDeleted,
}: {
  entity: Entity;
  /** Null: nothing is asked. */
  doomed: Doomed | null;
  onClose: () => void;
  onDeleted?: (() => void) | undefined;
}) {
  const remove = useDeleteRecords(entity);
  const { archive } = useArchiveRecords(entity);
  const { entities } = useRecordsContext();
  const ids = doomed?.ids ?? [];
  const dependents = useQuery(dependentsQuery(entity, ids));
  const one = ids.length === 1;
  const what = doomed && (one && doomed.name !== null ? doomed.name : countOf(ids.length, entity.one, entity.many));

  const wordsOf = (found: readonly Dependents[]) =>
    list.format(
      found.map(({ dependents: table, count }) => {
        const known = entities.find((other) => other.table === table);
        const plain = table.replaceAll("_", " ");
        return countOf(count, known?.one ?? plain, known?.many ?? plain);
      }),
    );
  const afterwards = entity.undoable ? "Undo brings everything back for 30 days." : "This cannot be undone.";
  const holding = dependents.data?.filter(({ deleted }) => !deleted) ?? [];
  const consequence = () => {
    if (dependents.isError) return `Whatever belongs to ${one ? "it" : "them"} is deleted too. ${afterwards}`;
    if (!dependents.data || dependents.isFetching) return null;
    if (holding.length > 0 && entity.archives)
      return `${wordsOf(holding)} ${holding.length === 1 && holding[0]?.count === 1 ? "belongs" : "belong"} to ${one ? "it" : "them"}, so ${one ? "it" : "they"} cannot be deleted. Archived, ${one ? "it leaves" : "they leave"} the list, keep${one ? "s" : ""} everything and can be restored.`;
    if (holding.length > 0)
      return `${wordsOf(holding)} still ${holding.length === 1 && holding[0]?.count === 1 ? "refers" : "refer"} to ${one ? "it" : "them"}. Delete or change ${holding.length === 1 && holding[0]?.count === 1 ? "that" : "those"} first.`;
    if (entity.archives === "instead" && dependents.data.length === 0)
      return `Archived, ${one ? "it leaves" : "they leave"} the board and the list, keep${one ? "s" : ""} everything and can be restored. ${entity.undoable ? `Deleted, ${one ? "it stays" : "they stay"} in the trash for 30 days.` : "Deleting cannot be undone."}`;
    const note = entity.deleteNote?.[one ? "one" : "many"];
    if (dependents.data.length === 0)
      return `${note ?? `Nothing else goes with ${one ? "it" : "them"}.`} ${afterwards}`;
    const single = dependents.data.length === 1 && dependents.data[0]?.count === 1;
    return `${one ? "Its" : "Their"} ${wordsOf(dependents.data)} ${single ? "is" : "are"} deleted too. ${afterwards}`;
  };

  return (
    <DeleteDialog
      what={what}
      consequence={consequence()}
      refused={holding.length > 0}
      undoable={entity.undoable === true}
      onArchive={
        entity.archives === "instead" || (entity.archives && holding.length > 0)
          ? () => {
              archive.mutate(ids, { onSuccess: () => onDeleted?.() });
              onClose();
            }
          : undefined
      }
      onClose={onClose}
      onConfirm={() => {
        // Gone from the list at once; the mutation brings the rows back if the server refuses.
        remove.mutate(ids, { onSuccess: () => onDeleted?.() });
        onClose();
      }}
    />
  );
}
