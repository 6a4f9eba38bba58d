// A filter while someone writes it: what says all that it needs is asked at once, what does not yet waits here.
import { useState } from "react";
import type { Entity } from "#domain/entity.ts";
import { type Condition, type Filter, isComplete, isGroup, type Part } from "#domain/filter.ts";
import { findField } from "./field-path.ts";
import { newCondition, type Place, putCondition } from "./filter-parts.ts";

export const placeKey = ({ part, member }: Place) => (member === undefined ? String(part) : `${part}.${member}`);

export function useFilterDraft(entity: Entity, filter: Filter, onChange: (filter: Filter) => void) {
  const [draft, setDraft] = useState<{ place: Place; condition: Condition } | null>(null);
  const [openAt, setOpenAt] = useState<string | null>(null);
  const parts: readonly Part[] = draft ? putCondition(filter, draft.place, draft.condition).parts : filter.parts;
  const put = (place: Place, condition: Condition | null) => {
    if (condition && !isComplete(condition)) return setDraft({ place, condition });
    setDraft(null);
    onChange(putCondition(filter, place, condition));
  };
  return {
    parts,
    openAt,
    put,
    remove: (place: Place) => {
      setOpenAt(null);
      put(place, null);
    },
    /** The place of a further condition beside those of a part. */
    alternativeOf: (part: number) => {
      const at = filter.parts[part];
      return at && isGroup(at) ? at.conditions.length : 1;
    },
    /** A new condition on a field, opened to be written. */
    start: (path: string, place: Place) => {
      const found = findField(entity, path);
      if (!found) return;
      put(place, newCondition(path, found.field));
      setOpenAt(placeKey(place));
    },
    open: (place: Place, isOpen: boolean) => {
      setOpenAt(isOpen ? placeKey(place) : null);
      if (!isOpen) setDraft(null);
    },
  };
}

export type FilterDraft = ReturnType<typeof useFilterDraft>;
