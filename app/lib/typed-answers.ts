// Functions of the database, called by their generated types; and what those types cannot say of the answers. A column or key that is
// renamed in SQL does not compile here, or fails with a sentence that names the function and the key (docs/decisions/191).
import type { SupabaseClient } from "@supabase/supabase-js";
import type * as z from "zod/mini";
import type { Database } from "./database.types.ts";
import { RequestError, unwrap } from "./request-error.ts";
import { supabase } from "./supabase.ts";

type Functions = Database["public"]["Functions"];
export type FunctionName = keyof Functions;
export type Arguments<Name extends FunctionName> = [Functions[Name]["Args"]] extends [never]
  ? Record<string, never>
  : Functions[Name]["Args"];

export type Answered<Name extends FunctionName> = Functions[Name]["Returns"];

/** What a function answers: rows, a value, or nothing. */
export async function call<Name extends FunctionName>(
  name: Name,
  args: Arguments<Name>,
  signal?: AbortSignal,
): Promise<Answered<Name>> {
  // The client's own types do not follow a name that is a parameter; those above do.
  const client: SupabaseClient = supabase();
  const asked = client.rpc(name, args);
  return unwrap(await (signal ? asked.abortSignal(signal) : asked));
}

/** What a function answers as JSON, or in rows that hold some, if it is what the schema says. */
export const callJson = async <Name extends FunctionName, Value>(
  name: Name,
  args: Arguments<Name>,
  schema: z.ZodMiniType<Value>,
  signal?: AbortSignal,
): Promise<Value> => parsed(name, schema, await call(name, args, signal));

/** The value, or an error that says what of it is not as expected. `from` is the function or table it came from. */
export function parsed<Value>(from: string, schema: z.ZodMiniType<Value>, value: unknown): Value {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const places = read.error.issues
    .flatMap((issue) => complaints(issue))
    .slice(0, 3)
    .map(({ path, expected }) => {
      const is = path.reduce<unknown>(
        (at, key) => (at as Record<PropertyKey, unknown> | null | undefined)?.[key],
        value,
      );
      const where = path.join(".") || "the answer";
      return `"${where}" ${is === undefined ? "is missing" : "is something else"}${expected && ` (expected: ${expected})`}`;
    });
  // Not worth another try, and no one's fault who looks at the screen: it says which two no longer fit.
  throw new RequestError(`${from} answered something else than this page expects: ${places.join(", ")}.`, 200);
}

interface Complaint {
  path: PropertyKey[];
  expected: string;
}

/** Of several shapes that would do, the last is the one that says most: those before it are what there is instead of an answer. */
function complaints(issue: z.core.$ZodIssue, under: PropertyKey[] = []): Complaint[] {
  const path = [...under, ...issue.path];
  const shapes = issue.code === "invalid_union" ? issue.errors.at(-1) : undefined;
  if (shapes?.length) return shapes.flatMap((inner) => complaints(inner, path));
  const expected =
    issue.code === "invalid_value" ? issue.values.join(", ") : "expected" in issue ? String(issue.expected) : "";
  return [{ path, expected }];
}

/** Rows whose columns of JSON are what the schema says; the schema names these columns alone. */
export function withJson<Row extends object, Columns extends object>(
  from: string,
  schema: z.ZodMiniType<Columns>,
  rows: readonly Row[],
): (Omit<Row, keyof Columns> & Columns)[] {
  return rows.map((row) => ({ ...row, ...parsed(from, schema, row) }));
}

/** As the generated types tell a column of a function: without null, and any text where only certain words come. */
type Told<Value> = Value extends string
  ? string
  : Value extends number
    ? number
    : Value extends boolean
      ? boolean
      : Value extends readonly (infer Item)[]
        ? readonly Told<Item>[]
        : Value;
type ToldRow<Row> = {
  [Column in keyof Row]: Told<NonNullable<Row[Column]>> | ([null] extends [Row[Column]] ? null : never);
};

/**
 * Rows of a function with what PostgreSQL does not know of its columns: which may be empty, which hold certain words only. Every column
 * of `Row` must be one that the function has, of a type that fits.
 */
export const rowsOf = <Row extends object>(rows: readonly ToldRow<NoInfer<Row>>[]): Row[] => rows as unknown as Row[];
