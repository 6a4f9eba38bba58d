import type { Entity } from "#domain/entity.ts";
import { formatMoment } from "#app/lib/formats.ts";
import { Button } from "#app/ui/button.tsx";
import type { KitRecord } from "../entity.ts";
import { useArchiveRecords } from "../record-mutations.ts";

/** On the page of a record that was put aside: that it was, and the way back. */
export function ArchivedNotice({ entity, record }: { entity: Entity; record: KitRecord }) {
  const { restore } = useArchiveRecords(entity);
  const at = record["archived_at"];
  if (!entity.archives || typeof at !== "string") return null;
  return (
    <p className="flex flex-wrap items-center gap-3 rounded-1 border border-line bg-surface px-4 py-2.5">
      <span className="mr-auto">Archived {formatMoment(at)}. Lists leave it out; everything is kept.</span>
      <Button variant="line" size="compact" onClick={() => void restore([record.id])}>
        Restore
      </Button>
    </p>
  );
}
