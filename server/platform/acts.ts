// Entries of the audit log for acts that no row tells of. Triggers write the others (server/platform/sql/15-acts.sql).
import type { Sql } from "#server/platform/database/sql.ts";

export interface Act {
  act: string;
  /** On what. */
  subject?: string;
  /** Never a key, token or password. */
  becomes?: Record<string, unknown>;
}

export async function noteAct(sql: Sql, { act, subject, becomes }: Act): Promise<void> {
  // A transaction, because that is where it is known who acts.
  await sql.begin(
    (within) =>
      within`select private.note_act(${act}, ${subject ?? null}, null, ${becomes ? JSON.stringify(becomes) : null}::jsonb)`,
  );
}
