// `npm run generate -- lock`: adds new migrations to supabase/migrations.lock. What stands there is released and stays.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { lockFile, lockText, migrationFiles } from "../../server/platform/database/schema-files.ts";

export function writeLock(): void {
  const locked = existsSync(lockFile) ? readFileSync(lockFile, "utf8") : "";
  const text = lockText(migrationFiles());
  if (!text.startsWith(locked))
    throw new Error(
      "A released migration was changed, removed or put before another. Undo that, and write a new migration instead.",
    );
  writeFileSync(lockFile, text);
}
