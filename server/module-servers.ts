// The servers of modules that have one: modules/<key>/server.ts exports it as `server`.
import type { Module } from "#domain/module.ts";
import { modules } from "#modules/registry.ts";
import type { ModuleServer } from "./platform/module-server.ts";

export async function loadModuleServers(all: readonly Module[] = modules): Promise<Record<string, ModuleServer>> {
  const loaded = all
    .filter((module) => module.server)
    .map(async ({ key }) => {
      const { server } = (await import(`../modules/${key}/server.ts`)) as { server: ModuleServer };
      return [key, server] as const;
    });
  return Object.fromEntries(await Promise.all(loaded));
}
