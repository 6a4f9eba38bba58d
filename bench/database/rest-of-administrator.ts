import type { Logger } from "pino";
import type { Sql } from "../../server/platform/database/sql.ts";
import type { Caller } from "../../server/supabase/caller.ts";
import { createRest } from "../../server/supabase/rest/rest.ts";

/** The data API as this person reaches it, without the listener before it. */
export function restOfAdministrator(sql: Sql, log: Logger, userId: string) {
  const caller: Caller = {
    role: "authenticated",
    claims: { role: "authenticated", sub: userId },
    userId,
    sessionId: null,
  };
  return createRest({
    sql,
    env: { REST_SCHEMAS: ["public"], REST_MAX_ROWS: 1000, STATEMENT_TIMEOUT_MS: 8000 },
    log,
    identify: async () => caller,
  });
}
