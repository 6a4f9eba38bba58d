// Hears `notify pgrst, 'reload schema'` as PostgREST does.
import { listen, type Listener } from "#server/platform/database/listen.ts";
import type { Sql } from "#server/platform/database/sql.ts";

export const listenForSchemaChanges = (sql: Sql, changed: () => void): Promise<Listener> =>
  listen(
    sql,
    "pgrst",
    (payload) => {
      if (["", "reload schema", "reload config"].includes(payload)) changed();
    },
    changed,
  );
