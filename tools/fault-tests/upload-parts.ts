// Uploads to a running server as the back office does: in parts, continued after a lost line.
import type { SupabaseClient } from "@supabase/supabase-js";

export interface Uploader {
  /** Null when the server is gone. */
  call(path: string, init?: RequestInit): Promise<Response | null>;
}

export async function uploaderOf(url: string, client: SupabaseClient): Promise<Uploader> {
  const { data } = await client.auth.getSession();
  const headers = { Authorization: `Bearer ${data.session?.access_token ?? ""}` };
  return {
    call: (path, init = {}) =>
      fetch(`${url}/api/documents${path}`, {
        ...init,
        headers: { ...headers, ...(init.headers as Record<string, string> | undefined) },
      }).catch(() => null),
  };
}

export const json = (body: unknown, method = "POST"): RequestInit => ({
  method,
  body: JSON.stringify(body),
  headers: { "Content-Type": "application/json" },
});

export const part = (bytes: Uint8Array, offset: number): RequestInit => ({
  method: "PATCH",
  body: bytes as BodyInit,
  headers: { "Upload-Offset": String(offset), "Content-Type": "application/octet-stream" },
});
