import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type { Database } from "./database.types.ts";
import { runtimeSettings } from "./runtime-settings.ts";

/** Where the session is kept in local storage. */
export const sessionKey = "guidevane-session";

let client: SupabaseClient<Database> | undefined;

/** Made on first use, because the shell is also rendered at build time, where there is no browser. */
export function supabase(): SupabaseClient<Database> {
  client ??= createClient<Database>(
    runtimeSettings.supabaseUrl ?? globalThis.location.origin,
    runtimeSettings.publishableKey || "unset",
    {
      auth: { flowType: "implicit", persistSession: true, storageKey: sessionKey },
      // The query client decides what is tried again, and how often.
      db: { retry: false },
    },
  );
  return client;
}
