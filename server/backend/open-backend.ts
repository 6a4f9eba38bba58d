// Opens everything that stands on PostgreSQL, in order: database, migrations, keys, auth, data API.
import { Hono } from "hono";
import type { AppEnv, Backend } from "../app.ts";
import type { Env } from "../env.ts";
import type { Log } from "../log.ts";
import { openDatabase } from "./database/database.ts";
import { migrate } from "./database/migrate.ts";

export interface OpenBackend extends Backend {
  publishableKey: string;
  hasAdministrator: boolean;
  close(): Promise<void>;
}

export async function openBackend(env: Env, log: Log): Promise<OpenBackend> {
  const database = await openDatabase(env, log);
  await migrate(database.sql, log);
  return {
    auth: new Hono<AppEnv>(),
    rest: new Hono<AppEnv>(),
    api: new Hono<AppEnv>(),
    answers: () => database.answers(),
    publishableKey: "",
    hasAdministrator: false,
    close: () => database.close(),
  };
}
