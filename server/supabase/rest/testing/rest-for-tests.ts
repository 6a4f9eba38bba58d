// rest/v1 on a throwaway database, driven by supabase-js as the browser drives it, without a port.
import { randomUUID } from "node:crypto";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { afterAll } from "vitest";
import { CallerRefused, type Caller, type SentHeaders } from "#server/supabase/caller.ts";
import { createLog } from "#server/http/log.ts";
import { testDatabase, type TestDatabase } from "#server/testing/test-database.ts";
import { createRest, type Rest } from "../rest.ts";

export interface RestForTests {
  database: TestDatabase;
  rest: Rest;
  /** A client that acts as this caller; none is anonymous. */
  as(caller?: Partial<Caller>): SupabaseClient;
  /** A signed-in user, with the role admin or without. */
  user(options?: { admin?: boolean }): Promise<{ id: string; client: SupabaseClient; headers: Record<string, string> }>;
  fetch(path: string, init?: RequestInit & { caller?: Partial<Caller> }): Promise<Response>;
}

export async function restForTests(
  env: { REST_SCHEMAS?: string[]; REST_MAX_ROWS?: number; STATEMENT_TIMEOUT_MS?: number } = {},
  prepare?: (database: TestDatabase) => Promise<void>,
): Promise<RestForTests> {
  const database = await testDatabase();
  // Tables that a test makes are open to everyone, as in a Supabase project; our own migrations close what they make.
  await database.sql`alter default privileges grant execute on functions to public`;
  for (const what of ["tables", "sequences", "functions"])
    await database.sql.unsafe(`alter default privileges in schema public grant all on ${what} to anon, authenticated`);
  await prepare?.(database);
  const rest = await createRest({
    sql: database.sql,
    env: { REST_SCHEMAS: ["public"], REST_MAX_ROWS: 1000, STATEMENT_TIMEOUT_MS: 60_000, ...env },
    log: createLog({ LOG_LEVEL: "silent" }),
    identify: identifyByHeader,
  });
  afterAll(() => rest.close());
  const fetch = (input: RequestInfo | URL, init?: RequestInit) =>
    Promise.resolve(rest.routes.fetch(new Request(input, init)));
  const clientWith = (headers: Record<string, string>) =>
    createClient("http://test.invalid", "key", {
      global: { fetch, headers },
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    });
  return {
    database,
    rest,
    as: (caller = {}) => clientWith(headersFor(caller)),
    async user({ admin = false } = {}) {
      const id = randomUUID();
      await database.sql`insert into auth.users (id, email) values (${id}, ${`${id}@example.com`})`;
      if (admin) await database.sql`insert into public.user_roles (user_id, role) values (${id}, 'admin')`;
      const headers = headersFor({ role: "authenticated", userId: id });
      return { id, client: clientWith(headers), headers };
    },
    fetch: (path, { caller = {}, headers, ...init } = {}) =>
      fetch(`http://test.invalid/rest/v1${path}`, {
        ...init,
        headers: { ...headersFor(caller), ...Object.fromEntries(new Headers(headers)) },
      }),
  };
}

export function headersFor(caller: Partial<Caller>): Record<string, string> {
  const { role = "anon", userId = null } = caller;
  const claims = caller.claims ?? { role, ...(userId === null ? {} : { sub: userId }) };
  return { "x-test-caller": JSON.stringify({ role, claims, userId, sessionId: null }) };
}

async function identifyByHeader(headers: SentHeaders): Promise<Caller> {
  const text = headers.get("x-test-caller");
  if (text === null) throw new CallerRefused(401, "no_authorization", "No API key found in request");
  const caller: Caller = JSON.parse(text);
  return caller;
}
