// How the columns of a file were matched is remembered for the next file with the same headings, for everyone who imports.
import { queryOptions } from "@tanstack/react-query";
import { currentTime } from "#domain/clock.ts";
import type { Entity } from "#domain/entity.ts";
import { unwrap } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";
import type { Matching } from "./match-columns.ts";

/** In any order and any capitals, they are the same headings. */
export const headingsKey = (headings: readonly string[]) =>
  headings
    .map((heading) => heading.trim().toLowerCase())
    .toSorted()
    .join("\n");

/** Fields by the heading of their column, and back. */
export const toHeadings = (headings: readonly string[], matching: Matching): Record<string, string> =>
  Object.fromEntries(Object.entries(matching).map(([name, column]) => [name, headings[column] ?? ""]));

export function fromHeadings(
  headings: readonly string[],
  remembered: Readonly<Record<string, unknown>>,
  entity: Entity,
): Matching {
  const plain = headings.map((heading) => heading.trim().toLowerCase());
  return Object.fromEntries(
    Object.entries(remembered).flatMap(([name, heading]) => {
      const column = typeof heading === "string" ? plain.indexOf(heading.trim().toLowerCase()) : -1;
      return column >= 0 && name in entity.fields ? [[name, column]] : [];
    }),
  );
}

export const rememberedMatchingQuery = (entity: Entity, headings: readonly string[] | null) =>
  queryOptions({
    queryKey: ["import matching", entity.table, headings && headingsKey(headings)],
    queryFn: async (): Promise<Matching | null> => {
      const known = unwrap(
        await supabase()
          .from("import_matchings")
          .select("matching")
          .eq("kind", entity.table)
          .eq("headings", headingsKey(headings ?? [])),
      )[0]?.matching;
      if (typeof known !== "object" || known === null || Array.isArray(known)) return null;
      return fromHeadings(headings ?? [], known, entity);
    },
    enabled: headings !== null,
    staleTime: 0,
    retry: false,
  });

/** Best effort: an import does not fail because of it. */
export async function rememberMatching(entity: Entity, headings: readonly string[], matching: Matching) {
  await supabase()
    .from("import_matchings")
    .upsert({
      kind: entity.table,
      headings: headingsKey(headings),
      matching: toHeadings(headings, matching),
      used_at: currentTime().toISOString(),
    });
}
