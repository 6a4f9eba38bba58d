import { may } from "#app/lib/access.ts";
import type { Entity } from "#domain/entity.ts";
import type { KitRecord } from "../entity.ts";
import { listOf } from "../field-kinds/text-list.ts";
import { TagChips } from "./tag-chips.tsx";

/** In the head of a record's page, if its records have tags. */
export function RecordTags({ entity, record }: { entity: Entity; record: KitRecord }) {
  if (entity.fields["tags"]?.kind !== "tags") return null;
  return (
    <div className="mt-2">
      <TagChips isFixed={!may(entity.area, "edit")} kind={entity.table} id={record.id} names={listOf(record["tags"])} />
    </div>
  );
}
