// Which request the code that runs now works for: every log line, error body and message can name it.
import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";

export const requestIdHeader = "X-Request-Id";

const current = new AsyncLocalStorage<string>();

/** A proxy may have given the request its id already; one that could break a log or a header is not taken over. */
const isId = /^[A-Za-z0-9_-]{8,64}$/;

/** Only a trusted proxy names requests: otherwise anybody could write another request's id into our log. */
export function requestIdOf(request: IncomingMessage, isFromTrustedProxy: boolean): string {
  const given = request.headers["x-request-id"];
  return isFromTrustedProxy && typeof given === "string" && isId.test(given) ? given : randomUUID();
}

export const duringRequest = <T>(id: string, work: () => T): T => current.run(id, work);

/** Undefined outside of requests: at start, in jobs. */
export const currentRequestId = (): string | undefined => current.getStore();
