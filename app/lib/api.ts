// Calls to this server's own endpoints under /api, with the session's token.
import { RequestError } from "./request-error.ts";
import { runtimeSettings } from "./runtime-settings.ts";
import { supabase } from "./supabase.ts";

export async function callApi<T>(path: string, init: { method?: "GET" | "POST"; body?: unknown } = {}): Promise<T> {
  const { data } = await supabase().auth.getSession();
  const answer = await fetch(`/api${path}`, {
    method: init.method ?? "GET",
    headers: {
      apikey: runtimeSettings.publishableKey,
      Authorization: `Bearer ${data.session?.access_token ?? ""}`,
      ...(init.body !== undefined && { "Content-Type": "application/json" }),
    },
    ...(init.body !== undefined && { body: JSON.stringify(init.body) }),
  }).catch(() => {
    throw new RequestError("No connection to the server. Try again when it is back.", 0);
  });
  const body = (await answer.json().catch(() => ({}))) as { message?: string };
  if (!answer.ok) throw new RequestError(body.message ?? `The server answered ${answer.status}`, answer.status);
  return body as T;
}
