// Which modules are on. Off is the default: the back office and the site are then exactly as specified.
import type { Sql } from "#server/platform/database/sql.ts";

/** Switches modules on at the very first start, as the setting MODULES says: "all", or a list of keys. */
export async function presetModules(sql: Sql, wanted: string[]): Promise<void> {
  if (wanted.length === 0) return;
  // Only while no one has decided anything: a later start changes nothing.
  await sql`
    update public.modules set live = true
    where (${wanted.includes("all")} or key = any (${wanted}))
      and not exists (select from public.modules where changed_at is not null)`;
}

export async function isLive(sql: Sql, key: string): Promise<boolean> {
  const [module] = await sql<{ live: boolean }[]>`select live from public.modules where key = ${key}`;
  return module?.live ?? false;
}
