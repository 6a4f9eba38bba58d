import type { Entity } from "#domain/entity.ts";
import type { KitRecord } from "../entity.ts";
import type { ListView } from "../list/list-view.ts";
import { sentenceOf } from "./shown-list.ts";

/** On paper, in the place of the filters: what the list is of. */
export const PrintedSentence = ({
  entity,
  view,
  first,
}: {
  entity: Entity;
  view: ListView;
  first: KitRecord | undefined;
}) => <p className="hidden pb-2 text-caption text-muted print:block">{sentenceOf(entity, view, first, false)}</p>;
