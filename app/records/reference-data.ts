// What pickers ask of the tables that fields point to.
import { queryOptions } from "@tanstack/react-query";
import type { Target } from "#domain/entity.ts";
import { newId } from "#app/lib/new-id.ts";
import { unwrap } from "#app/lib/request-error.ts";
import { searchTerm } from "#app/lib/search-term.ts";
import { fromFunction, fromTable, suggestionsOf } from "./any-table.ts";
import { keyColumn, titleColumn } from "./entity.ts";

export interface Referred {
  id: string;
  label: string;
}

/** All of a short list, those that are no longer used left out. */
async function readShort(to: Target, order: string, signal: AbortSignal): Promise<Referred[]> {
  const all = fromTable(to.table).select<string, Record<string, unknown>>("*").order(order).abortSignal(signal);
  return unwrap(await all)
    .filter((row) => !row["archived_at"] && row["active"] !== false)
    .map((row) => ({ id: String(row[keyColumn(to)]), label: String(row[titleColumn(to)]) }));
}

const fits = (term: string) => {
  const wanted = term.trim().toLowerCase();
  return ({ label }: Referred) => label.toLowerCase().includes(wanted);
};

/** The first matches: an exact name, names that begin so, then others. */
export const suggestionsQuery = (to: Target, term: string) =>
  queryOptions({
    queryKey: ["records", to.table, "suggestions", term.trim()],
    queryFn: async ({ signal }): Promise<Referred[]> => {
      if (to.short) return (await readShort(to, to.short.order, signal)).filter(fits(term));
      const asked = fromFunction(suggestionsOf(to.table), { term: searchTerm(term), most: 50 }, { get: true });
      const named = asked.select(`id, ${titleColumn(to)}`).abortSignal(signal);
      const rows = unwrap(await named.overrideTypes<Record<string, string>[], { merge: false }>());
      return rows.map((row) => ({ id: row.id ?? "", label: row[titleColumn(to)] ?? "" }));
    },
    staleTime: 5000,
  });

export const referenceNameQuery = (to: Target, id: string) =>
  queryOptions({
    queryKey: ["records", to.table, "name", id],
    queryFn: async (): Promise<string | null> => {
      const named = fromTable(to.table).select<string, Record<string, string>>(titleColumn(to));
      const rows = unwrap(await named.eq(keyColumn(to), id));
      return rows[0]?.[titleColumn(to)] ?? null;
    },
    enabled: id !== "",
  });

export async function createReferred(to: Target, title: string): Promise<Referred> {
  const id = newId();
  unwrap({
    ...(await fromTable(to.table).insert({ id, [titleColumn(to)]: title })),
    data: true,
  });
  return { id, label: title };
}
