// Whether a module can be switched on, and what is in the way.
import type { Module } from "#domain/module.ts";

export interface Need {
  name: string;
  met: boolean;
}

export interface ModuleState {
  needs: Need[];
  /** not-built: it has no screens yet. lacking: something it needs is missing. */
  state: "live" | "ready" | "lacking" | "not-built";
  canSwitch: boolean;
}

export interface Around {
  /** Keys of the modules that are live. */
  live: ReadonlySet<string>;
  /** Outside services that are set up. */
  configured: ReadonlySet<string>;
  /** False where hosted Supabase has the data and the server was not given the address of its database. */
  serverHasDatabase: boolean;
  /** What a module or an outside service is called. */
  nameOf: (id: { module: string } | { integration: string }) => string;
}

export function moduleState(module: Module, { live, configured, serverHasDatabase, nameOf }: Around): ModuleState {
  const needs: Need[] = (module.needs ?? []).map((need) => ({
    name: nameOf(need),
    met: "module" in need ? live.has(need.module) : configured.has(need.integration),
  }));
  if (module.server && !serverHasDatabase) needs.push({ name: "DATABASE_URL beside SUPABASE_URL", met: false });
  const along = (module.alsoWith ?? []).filter((key) => live.has(key));
  if (along.length > 0)
    needs.push({ name: `On with ${along.map((key) => nameOf({ module: key })).join(", ")}`, met: true });
  if (!module.built) return { needs, state: "not-built", canSwitch: false };
  // Off again is always possible, also when what it needs has gone in the meantime.
  if (live.has(module.key)) return { needs, state: "live", canSwitch: along.length === 0 };
  const ready = needs.every(({ met }) => met);
  return { needs, state: ready ? "ready" : "lacking", canSwitch: ready };
}
