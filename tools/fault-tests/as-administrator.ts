import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type { RunningServer } from "../../e2e/start-server.ts";

/** supabase-js as the browser uses it, signed in as the server's administrator. */
export async function asAdministrator(server: RunningServer): Promise<SupabaseClient> {
  const page = await (await fetch(`${server.url}/auth`)).text();
  const [, settings = "{}"] = /id="runtime-settings">([^<]*)</.exec(page) ?? [];
  const { publishableKey } = JSON.parse(settings) as { publishableKey: string };
  const client = createClient(server.url, publishableKey, { auth: { persistSession: false, autoRefreshToken: false } });
  const { error } = await client.auth.signInWithPassword(server.admin);
  if (error) throw error;
  return client;
}
