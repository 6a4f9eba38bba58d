import { useQuery } from "@tanstack/react-query";
import type { Entity } from "#domain/entity.ts";
import { formatMoment } from "#app/lib/formats.ts";
import { Button } from "#app/ui/button.tsx";
import { deletedRecordsQuery } from "../record-data.ts";
import { useRestoreRecords } from "../record-mutations.ts";

/** On the page of a record that is gone: who deleted it and when, and the way back as long as there is one. */
export function DeletedNotice({ entity, id }: { entity: Entity; id: string }) {
  const deleted = useQuery(deletedRecordsQuery(entity, [id])).data?.[0];
  const restore = useRestoreRecords(entity);
  if (!deleted) return null;
  return (
    <>
      <p className="wrap-anywhere text-muted">
        <b dir="auto">{deleted.title}</b> was deleted {formatMoment(deleted.at)}
        {deleted.actor_name && ` by ${deleted.actor_name}`}. Until {formatMoment(deleted.until)} it can be brought back
        with everything that went along.
      </p>
      <Button size="compact" disabled={restore.isPending} onClick={() => restore.mutate([id])}>
        {restore.isPending ? "Bringing back..." : "Bring back"}
      </Button>
    </>
  );
}
