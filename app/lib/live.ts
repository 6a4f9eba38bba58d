// The stream of what happens (GET /api/live): opened while the window can be seen, opened again when it breaks, slower each time. The
// token is in a header, never in an address, so this reads a fetch and not an EventSource.
import { pingMs } from "#domain/live.ts";

export interface LiveEvent {
  event: string;
  data: unknown;
}

/** `open`: changes arrive. `closed`: none arrive for now, so screens poll. `paused`: the page is hidden. */
export type LiveState = "closed" | "open" | "paused";

export interface LiveParts {
  connect(signal: AbortSignal): Promise<Response>;
  onEvent(event: LiveEvent): void;
  onState(state: LiveState): void;
}

/** 1 s, 2 s, 4 s ... and never more than 30 s; spread, so that not all windows come back at once after a restart. */
export const backoff = (failures: number, random = Math.random()) =>
  Math.min(1000 * 2 ** failures, 30_000) * (0.5 + random / 2);
/** A hidden window stays connected for a moment: people look something up and come back. */
const hiddenMs = 10_000;
/** A server writes at least every `pingMs`. Nothing for so long: the connection is dead, and no one has said so. */
const silentMs = pingMs * 2.5;

/** Server-sent events as they arrive; `heard` is called for each piece, comments too. */
export async function* readEvents(body: ReadableStream<Uint8Array>, heard: () => void): AsyncGenerator<LiveEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  try {
    let text = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      heard();
      const parts = (text + decoder.decode(value, { stream: true })).split("\n\n");
      text = parts.pop() ?? "";
      for (const part of parts) {
        const lines = part.split("\n");
        const valueOf = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
        const data = valueOf("data");
        if (data !== undefined) yield { event: valueOf("event") ?? "message", data: JSON.parse(data) };
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Returns how to end it. */
export function openLive({ connect, onEvent, onState }: LiveParts): () => void {
  let ended = false;
  let failures = 0;
  let current: AbortController | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let hiding: ReturnType<typeof setTimeout> | undefined;

  async function run(): Promise<void> {
    if (ended || current || document.hidden) return;
    clearTimeout(retry);
    const stop = new AbortController();
    current = stop;
    let silence: ReturnType<typeof setTimeout> | undefined;
    const heard = () => {
      clearTimeout(silence);
      silence = setTimeout(() => stop.abort(), silentMs);
    };
    try {
      heard();
      const answer = await connect(stop.signal);
      if (!answer.body) return;
      for await (const event of readEvents(answer.body, heard)) {
        if (stop.signal.aborted) break;
        if (event.event === "open") {
          failures = 0;
          onState("open");
        }
        onEvent(event);
      }
    } catch {
      // Refused, or cut off: what follows is the same.
    } finally {
      clearTimeout(silence);
      stop.abort();
      current = null;
      if (!ended) {
        onState(document.hidden ? "paused" : "closed");
        retry = setTimeout(() => void run(), backoff(failures++));
      }
    }
  }
  const onVisibility = () => {
    clearTimeout(hiding);
    if (document.hidden) hiding = setTimeout(() => current?.abort(), hiddenMs);
    else if (!current) {
      failures = 0;
      void run();
    }
  };
  document.addEventListener("visibilitychange", onVisibility);
  void run();
  return () => {
    ended = true;
    clearTimeout(retry);
    clearTimeout(hiding);
    document.removeEventListener("visibilitychange", onVisibility);
    current?.abort();
  };
}
