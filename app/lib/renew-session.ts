import { supabase } from "./supabase.ts";

let asking: Promise<unknown> | null = null;

/** The server refused our token: get a new one. When that is refused too, the client signs out and the guard takes over. */
export function renewSession() {
  asking ??= supabase()
    .auth.refreshSession()
    .finally(() => (asking = null));
  return asking;
}
