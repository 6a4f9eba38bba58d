// Reads a JSON body against a schema; what does not fit answers bad_json, as Supabase's does.
import type { Context } from "hono";
import type { z } from "zod";
import { AuthError, badRequest } from "./auth-error.ts";

const mostBytes = 64 * 1024;

export async function readBody<Schema extends z.ZodType>(c: Context, schema: Schema): Promise<z.infer<Schema>> {
  const text = await c.req.text();
  if (text.length > mostBytes) throw new AuthError(413, "validation_failed", "Request body is too large");
  let body: unknown;
  try {
    body = text === "" ? {} : JSON.parse(text);
  } catch {
    throw new AuthError(400, "bad_json", "Could not parse request body as JSON");
  }
  // PostgreSQL text cannot hold a null character; refuse it here instead of failing there.
  if (text.includes("\\u0000") || text.includes("\u0000")) throw badRequest("Null characters are not allowed");
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new AuthError(
    400,
    "bad_json",
    `Could not parse request body as JSON: ${issue?.path.join(".")} ${issue?.message}`,
  );
}
