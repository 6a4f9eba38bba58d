// Which modules are on, and whether publishing is (the key "publishing"), in memory: public pages are served without asking the database. A switch that passes through this
// process shows at once; one that another process, or hosted Supabase, has written shows with the next look.
import type { Sql } from "./database/sql.ts";

export interface LiveModules {
  keys(): ReadonlySet<string>;
  refresh(): Promise<void>;
  stop(): void;
}

const lookEvery = 2000;

export async function watchLiveModules(sql: Sql, everyMs = lookEvery): Promise<LiveModules> {
  let keys: ReadonlySet<string> = new Set();
  const refresh = async () => {
    const rows = await sql<{ key: string }[]>`
      select key from public.modules where live union all select 'publishing' from private.outbox_gate where is_open`;
    keys = new Set(rows.map(({ key }) => key));
  };
  await refresh();
  // A database that is away for a while changes no page: forms say so when they are sent.
  let looking = false;
  const timer = setInterval(() => {
    if (looking) return;
    looking = true;
    void refresh()
      .catch(() => undefined)
      .finally(() => {
        looking = false;
      });
  }, everyMs);
  timer.unref();
  return { keys: () => keys, refresh, stop: () => clearInterval(timer) };
}
