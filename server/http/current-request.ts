// Which request the code that runs now works for: every log line, error body and message can name it.
import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";

export const requestIdHeader = "X-Request-Id";

interface CurrentRequest {
  id: string;
  claims?: Record<string, unknown>;
}

const current = new AsyncLocalStorage<CurrentRequest>();

/** A proxy may have given the request its id already; one that could break a log or a header is not taken over. */
const isId = /^[A-Za-z0-9_-]{8,64}$/;

/** Only a trusted proxy names requests: otherwise anybody could write another request's id into our log. */
export function requestIdOf(request: IncomingMessage, isFromTrustedProxy: boolean): string {
  const given = request.headers["x-request-id"];
  return isFromTrustedProxy && typeof given === "string" && isId.test(given) ? given : randomUUID();
}

export const duringRequest = <T>(id: string, work: () => T): T => current.run({ id }, work);

/** Undefined outside of requests: at start, in jobs. */
export const currentRequestId = (): string | undefined => current.getStore()?.id;

/** From here on the request's transactions act for this caller, so that the audit log can name them. */
export function actFor(claims: { sub: string; session_id: string | null } | { role: "service_role" }): void {
  const request = current.getStore();
  if (request) request.claims = claims;
}

let command: string | null = null;

/** Everything that this process does is done by a command of the operator. */
export function actAsCommand(name: string): void {
  command = name;
}

/** What a transaction is told about who it works for. */
export function transactionContext(): [setting: string, value: string][] {
  const request = current.getStore();
  if (!request) return command === null ? [] : [["guidevane.actor", command]];
  const headers: [string, string] = ["request.headers", JSON.stringify({ "x-request-id": request.id })];
  return request.claims ? [headers, ["request.jwt.claims", JSON.stringify(request.claims)]] : [headers];
}
