// Reads a JSON body against a schema; what does not fit answers bad_json, as Supabase's does.
import type { Context } from "hono";
import type { z } from "zod";
import { AuthError, badRequest } from "./auth-error.ts";

const maxBytes = 64 * 1024;

/** PostgreSQL can hold neither a null character nor half of a surrogate pair: refused here instead of failing there. */
function requireStorable(name: string, value: unknown): unknown {
  for (const text of [name, value])
    if (typeof text === "string" && (text.includes("\0") || !text.isWellFormed()))
      throw badRequest("Null characters and halves of characters are not allowed");
  return value;
}

export async function readBody<Schema extends z.ZodType>(c: Context, schema: Schema): Promise<z.infer<Schema>> {
  const text = await c.req.text();
  if (text.length > maxBytes) throw new AuthError(413, "validation_failed", "Request body is too large");
  let body: unknown;
  try {
    body = text === "" ? {} : JSON.parse(text, requireStorable);
  } catch (error) {
    if (error instanceof AuthError) throw error;
    throw new AuthError(400, "bad_json", "Could not parse request body as JSON");
  }
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new AuthError(
    400,
    "bad_json",
    `Could not parse request body as JSON: ${issue?.path.join(".")} ${issue?.message}`,
  );
}
