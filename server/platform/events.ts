// The history of records. Triggers write it (server/platform/sql/14-events.sql); the server adds what no row
// tells.
import type { Statements } from "#server/platform/database/sql.ts";

export interface NewEvent {
  kind: string;
  recordType: string;
  recordId?: string;
  recordName?: string;
  accountId?: string;
  contactId?: string;
  changes?: Record<string, unknown>;
}

export interface Events {
  /** In the transaction of what it tells of, so that both are there or neither is. */
  write(event: NewEvent, within: Statements): Promise<void>;
  /** Names the server's own work in the history: "Website", "Import". Until the end of the transaction. */
  actAs(name: string, within: Statements): Promise<void>;
}

export const events: Events = {
  async write({ kind, recordType, recordId, recordName, accountId, contactId, changes }, within) {
    await within`
      insert into public.events (kind, actor_id, actor_name, record_type, record_id, record_name, account_id, contact_id, changes)
      values (${kind}, auth.uid(), private.actor_name(), ${recordType}, ${recordId ?? null}, ${recordName ?? null},
        ${accountId ?? null}, ${contactId ?? null}, ${changes ? JSON.stringify(changes) : null})`;
  },
  async actAs(name, within) {
    await within`select set_config('guidevane.actor', ${name}, true)`;
  },
};
