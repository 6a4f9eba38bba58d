// Calls to this server's own endpoints under /api, with the session's token.
import type * as z from "zod/mini";
import { RequestError } from "./request-error.ts";
import { runtimeSettings } from "./runtime-settings.ts";
import { supabase } from "./supabase.ts";
import { parsed } from "./typed-answers.ts";

interface Call {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  body?: unknown;
  signal?: AbortSignal;
  /** Sent even if the page is left at this moment. */
  keepalive?: boolean;
}

/** The response, or a RequestError whose message can be shown. */
export async function fetchApi(path: string, call: Call = {}): Promise<Response> {
  const { data } = await supabase().auth.getSession();
  const answer = await fetch(`/api${path}`, {
    method: call.method ?? "GET",
    headers: {
      apikey: runtimeSettings.publishableKey,
      Authorization: `Bearer ${data.session?.access_token ?? ""}`,
      ...(call.body !== undefined && { "Content-Type": "application/json" }),
    },
    ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
    ...(call.signal && { signal: call.signal }),
    ...(call.keepalive && { keepalive: true }),
  }).catch(() => {
    throw new RequestError("No connection to the server. Try again when it is back.", 0);
  });
  if (answer.ok) return answer;
  const { message, id } = (await answer.json().catch(() => ({}))) as { message?: string; id?: string };
  const requestId = answer.status >= 500 ? answer.headers.get("x-request-id") : null;
  // A refusal names what it left behind, such as a message that waits in the outbox.
  throw new RequestError(message ?? `The server answered ${answer.status}`, answer.status, "", id ?? null, requestId);
}

/** What an endpoint answers, if it is what the schema says. */
export async function callApi<Value>(path: string, schema: z.ZodMiniType<Value>, call?: Call): Promise<Value> {
  return parsed(path, schema, await (await fetchApi(path, call)).json());
}
