import { isAuthRetryableFetchError } from "@supabase/supabase-js";
import { supabase } from "./supabase.ts";

let asking: Promise<void> | null = null;

/**
 * The server refused our token: get a new one. When that is refused too, the session is over and the guard takes over.
 * The client alone would keep a session whose token has time left, though the server has ended it.
 */
export function renewSession(): Promise<void> {
  asking ??= renew().finally(() => (asking = null));
  return asking;
}

async function renew() {
  const { auth } = supabase();
  const { error } = await auth.refreshSession();
  if (error && !isAuthRetryableFetchError(error)) await auth.signOut({ scope: "local" });
}
