// The names of the records that a filter refers to by their ids.
import { useQueries } from "@tanstack/react-query";
import type { Entity, ReferenceField } from "#domain/entity.ts";
import { conditionsOf, type Filter, shapeOf } from "#domain/filter.ts";
import { isId } from "../entity.ts";
import { referenceNameQuery } from "../reference-data.ts";
import { findField } from "./field-path.ts";
import type { NameOf } from "./filter-words.ts";

export function useReferenceNames(entity: Entity, filter: Filter): NameOf {
  const asked = conditionsOf(filter).flatMap(({ field, values }) => {
    const path = findField(entity, field);
    if (!path || shapeOf(path.field) !== "reference") return [];
    const { to } = path.field as ReferenceField;
    return values.filter(isId).map((id) => ({ to, id }));
  });
  const found = useQueries({ queries: asked.map(({ to, id }) => referenceNameQuery(to, id)) });
  return (_path, id) => {
    const at = asked.findIndex((each) => each.id === id);
    if (at < 0) return "no longer here";
    return found[at]?.isPending ? "..." : (found[at]?.data ?? "no longer here");
  };
}
