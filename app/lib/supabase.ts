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
      // Links in mail work in the browser that asked for them alone, and app/auth/mail-link.ts follows them: a session that is
      // there is never replaced because of what an address brings (docs/decisions/027).
      auth: { flowType: "pkce", detectSessionInUrl: false, persistSession: true, storageKey: sessionKey },
      // The query client decides what is tried again, and how often.
      db: { retry: false },
    },
  );
  return client;
}
