// All tags that a template may name: those of every installation, and those of fields that an administrator added.
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { ownFieldsQuery } from "#app/records/own-fields.ts";
import { allTags, type MergeField, ownTags } from "../merge-fields.ts";

export function useTags(): readonly MergeField[] {
  const own = useQuery(ownFieldsQuery).data;
  return useMemo(() => [...allTags, ...ownTags((own ?? []).filter(({ deleted_at }) => deleted_at === null))], [own]);
}
