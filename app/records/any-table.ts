// The kit's one door past the generated types: it is told its table at run time, by an entity, and what it reads is checked where it is
// used, because the kinds of a record's fields take no value on trust. Names are still real ones: they are generated.
import type { SupabaseClient } from "@supabase/supabase-js";
import type { TableName } from "#domain/table-name.ts";
import { supabase } from "#app/lib/supabase.ts";
import type { FunctionName } from "#app/lib/typed-answers.ts";

const client = (): SupabaseClient => supabase();

export const fromTable = (table: TableName) => client().from(table);

/** A function that answers records of a table, to be filtered and sorted like one. */
export const fromFunction = (
  name: FunctionName,
  args: object,
  options: { get?: boolean; count?: "exact" | "estimated"; head?: true } = {},
) => client().rpc(name, args, options);

/** Every table whose records can be searched or suggested has these two. */
export const searchOf = (table: TableName) => `search_${table}` as FunctionName;
export const suggestionsOf = (table: TableName) => `suggest_${table}` as FunctionName;
