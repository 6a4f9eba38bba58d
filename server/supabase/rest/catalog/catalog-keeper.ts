// Holds the catalog and renews it: after migrations, and when the database says `notify pgrst, 'reload schema'`.
import type { Sql } from "#server/platform/database/sql.ts";
import { type Log, loggable } from "#server/http/log.ts";
import { databaseAway } from "../rest-error.ts";
import type { Catalog } from "./catalog-types.ts";
import { loadCatalog } from "./load-catalog.ts";
import { listenForSchemaChanges } from "./schema-listener.ts";

export interface CatalogKeeper {
  catalog(): Catalog;
  reload(): Promise<void>;
  close(): Promise<void>;
}

export async function createCatalogKeeper(sql: Sql, schemas: readonly string[], log: Log): Promise<CatalogKeeper> {
  let current: Catalog | null = null;
  let latest = 0;
  let shown = 0;
  async function reload(): Promise<void> {
    const turn = ++latest;
    const loaded = await loadCatalog(sql, schemas);
    // Of two at once, the one started last has seen more; until it is there, the earlier one is newer than what was.
    if (turn < shown) return;
    shown = turn;
    current = loaded;
  }
  const renew = (): void => {
    reload().catch((error: unknown) => log.error({ err: loggable(error) }, "the catalog could not be read again"));
  };
  await reload();
  const listener = await listenForSchemaChanges(sql, renew);
  return {
    catalog() {
      if (current === null) throw databaseAway("PGRST002");
      return current;
    },
    reload,
    close: () => listener.close(),
  };
}
