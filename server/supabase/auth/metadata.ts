// What people and programs note about a user. It travels in every access token, so it has to stay small.
import { z } from "zod";
import { AuthError } from "./auth-error.ts";
import type { Db, Json } from "./users.ts";

export const jsonObject = z.record(z.string(), z.json());

/** Tokens go into a header, and headers end at 16 KB. */
const maxBytes = 8_192;

export function requireSmallMetadata(metadata: Json): void {
  if (Buffer.byteLength(JSON.stringify(metadata)) > maxBytes) {
    throw new AuthError(422, "validation_failed", `User metadata cannot be larger than ${maxBytes} bytes`);
  }
}

/** Keys that are null are removed, others replaced; what is not named stays. */
export async function mergeMetadata(
  db: Db,
  userId: string,
  column: "raw_user_meta_data" | "raw_app_meta_data",
  changes: Json,
  at: Date,
): Promise<void> {
  const removed = Object.keys(changes).filter((name) => changes[name] === null);
  await db`
    update auth.users set updated_at = ${at},
      ${db(column)} = (coalesce(${db(column)}, '{}') || ${db.json(changes)}::jsonb) - ${removed}::text[]
    where id = ${userId}`;
}
