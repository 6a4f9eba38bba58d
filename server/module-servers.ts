// What modules bring to the server: modules/<key>/server.ts exports `server`, modules/<key>/mails.ts exports `mails`.
import type { Module } from "#domain/module.ts";
import { modules } from "#modules/registry.ts";
import type { ModuleServer } from "./platform/module-server.ts";
import { sealedSettings, type SealedTable } from "./platform/reseal.ts";
import { factorSecrets } from "./supabase/auth/factors/factor-secrets.ts";
import type { Mails, ModuleMails } from "./platform/outbox/mails.ts";

export async function loadModuleServers(all: readonly Module[] = modules): Promise<Record<string, ModuleServer>> {
  const loaded = all
    .filter((module) => module.server)
    .map(async ({ key }) => {
      const { server } = (await import(`../modules/${key}/server.ts`)) as { server: ModuleServer };
      return [key, server] as const;
    });
  return Object.fromEntries(await Promise.all(loaded));
}

/** Every table with sealed secrets: those of the server itself, and what modules name (`sealed` of their server.ts). */
export const sealedTables = async (): Promise<SealedTable[]> => [
  sealedSettings,
  factorSecrets,
  ...Object.values(await loadModuleServers()).flatMap(({ sealed }) => sealed ?? []),
];

export async function loadModuleMails(all: readonly Module[] = modules): Promise<Mails> {
  const loaded = all
    .filter((module) => module.mails)
    .map(async ({ key }) => {
      const { mails } = (await import(`../modules/${key}/mails.ts`)) as { mails: ModuleMails };
      return Object.entries(mails).map(([kind, compose]) => [`${key}.${kind}`, compose] as const);
    });
  return Object.fromEntries((await Promise.all(loaded)).flat());
}
