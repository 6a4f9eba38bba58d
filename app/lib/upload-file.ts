// One file on its way up, in parts. A lost line costs the part that was under way at most: it waits, asks how far it has come, and
// goes on. The id is kept, so that a page that was closed goes on too when the same file is chosen again (docs/uploads.md).
import { RequestError } from "#app/lib/request-error.ts";
import { runtimeSettings } from "#app/lib/runtime-settings.ts";
import { supabase } from "#app/lib/supabase.ts";

export interface UploadTarget {
  folderId: string;
  documentId?: string | null;
  contactId?: string | null;
  dealId?: string | null;
  note?: string | null;
}

export interface Filed {
  documentId: string;
  versionId: string;
  no: number;
  isNew: boolean;
}

export interface SameContent {
  documentId: string;
  title: string;
  no: number;
  isCurrent: boolean;
  readOnly: boolean;
}

export interface UploadHooks {
  signal: AbortSignal;
  onProgress(sent: number): void;
  /** The line is lost; it is tried again. */
  onWaiting(waiting: boolean): void;
  /** The same content is there already: what to do. Null gives the upload up. */
  onSame(same: SameContent): Promise<{ as: "version" | "separate"; documentId?: string } | null>;
}

class LineLost extends Error {}

interface Answer {
  status: number;
  body: Record<string, unknown>;
}

interface Sending {
  method: string;
  json?: unknown;
  part?: { bytes: Blob; offset: number };
  signal: AbortSignal;
  onSent?: (bytes: number) => void;
}

/** XMLHttpRequest, because only it tells how much of a body has left. */
async function send(path: string, { method, json, part, signal, onSent }: Sending): Promise<Answer> {
  const { data } = await supabase().auth.getSession();
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    signal.addEventListener("abort", abort, { once: true });
    request.open(method, `/api/documents${path}`);
    request.setRequestHeader("apikey", runtimeSettings.publishableKey);
    request.setRequestHeader("Authorization", `Bearer ${data.session?.access_token ?? ""}`);
    if (part) {
      request.setRequestHeader("Upload-Offset", String(part.offset));
      request.setRequestHeader("Content-Type", "application/octet-stream");
      request.upload.addEventListener("progress", ({ loaded }) => onSent?.(loaded));
    } else if (json !== undefined) request.setRequestHeader("Content-Type", "application/json");
    request.timeout = 120_000;
    const lost = () => reject(signal.aborted ? signal.reason : new LineLost());
    request.addEventListener("error", lost);
    request.addEventListener("timeout", lost);
    request.addEventListener("abort", lost);
    request.addEventListener("load", () => {
      let body: Record<string, unknown> = {};
      try {
        body = JSON.parse(request.responseText || "{}") as Record<string, unknown>;
      } catch {
        // An answer of something between us and the server.
      }
      // A server that is starting again, or a proxy before it, is a line that is lost.
      if (request.status === 502 || request.status === 504 || (request.status === 503 && method === "PATCH"))
        reject(new LineLost());
      else resolve({ status: request.status, body });
    });
    request.send(part ? part.bytes : json === undefined ? null : JSON.stringify(json));
  });
}

const refused = ({ status, body }: Answer) =>
  new RequestError(typeof body.message === "string" ? body.message : `The server answered ${status}`, status);

const pauses = [500, 1000, 2000, 5000, 10_000];

/** Until the browser says that there is a line again, or some time has passed. */
const pause = (tried: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener("online", done);
      resolve();
    };
    const timer = setTimeout(done, pauses[Math.min(tried, pauses.length - 1)]);
    addEventListener("online", done);
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });

const keyOf = (file: File, { folderId, documentId }: UploadTarget) =>
  `upload ${folderId} ${documentId ?? ""} ${file.name} ${file.size} ${file.lastModified}`;

function remember(key: string, id: string | null) {
  try {
    if (id === null) localStorage.removeItem(key);
    else localStorage.setItem(key, id);
  } catch {
    // Then it begins again after a reload.
  }
}
const remembered = (key: string) => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

/** Null when it was given up. */
export async function uploadFile(file: File, target: UploadTarget, hooks: UploadHooks): Promise<Filed | null> {
  const { signal } = hooks;
  const key = keyOf(file, target);
  const persistently = async (path: string, sending: Omit<Sending, "signal">): Promise<Answer> => {
    for (let tried = 0; ; tried += 1) {
      try {
        const answer = await send(path, { ...sending, signal });
        hooks.onWaiting(false);
        return answer;
      } catch (error) {
        if (!(error instanceof LineLost)) throw error;
        // What was under way is asked for again: the server knows what it has.
        if (sending.part) throw error;
        hooks.onWaiting(true);
        await pause(tried, signal);
      }
    }
  };

  async function start(): Promise<{ id: string; received: number; partBytes: number }> {
    const earlier = remembered(key);
    if (earlier) {
      const known = await persistently(`/uploads/${earlier}`, { method: "GET" });
      if (known.status === 200) return known.body as never;
    }
    const made = await persistently("/uploads", {
      method: "POST",
      json: { ...target, fileName: file.name, size: file.size, type: file.type || null },
    });
    if (made.status !== 201) throw refused(made);
    remember(key, made.body.id as string);
    return made.body as never;
  }

  const { id, partBytes, ...begun } = await start();
  let { received } = begun;
  for (let tried = 0; received < file.size;) {
    hooks.onProgress(received);
    const from = received;
    try {
      const answer = await persistently(`/uploads/${id}`, {
        method: "PATCH",
        part: { bytes: file.slice(from, from + partBytes), offset: from },
        onSent: (bytes) => hooks.onProgress(Math.min(from + bytes, file.size)),
      });
      if (answer.status !== 200 && answer.status !== 409) throw refused(answer);
      received = Number(answer.body.received ?? from);
      tried = 0;
    } catch (error) {
      if (!(error instanceof LineLost)) throw error;
      hooks.onWaiting(true);
      await pause(tried, signal);
      tried += 1;
      const asked = await persistently(`/uploads/${id}`, { method: "GET" });
      if (asked.status !== 200) {
        remember(key, null);
        throw refused(asked);
      }
      received = Number(asked.body.received);
    }
  }
  hooks.onProgress(file.size);
  for (let choice = {}; ;) {
    const answer = await persistently(`/uploads/${id}/finish`, { method: "POST", json: choice });
    if (answer.status === 201 || answer.status === 200) {
      remember(key, null);
      return answer.body as never;
    }
    if (answer.body.error_code !== "same_content") throw refused(answer);
    const chosen = await hooks.onSame(answer.body.same as SameContent);
    if (chosen === null) {
      await send(`/uploads/${id}`, { method: "DELETE", signal }).catch(() => undefined);
      remember(key, null);
      return null;
    }
    choice = chosen;
  }
}
