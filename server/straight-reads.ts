// Reads on the straight way: from Node's request to rest/v1 and back, without the router and without building
// a web Request and Response (docs/decisions/035). Only what is entirely plain goes here; everything else is the app's.
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { createApiHeaders } from "./api-headers.ts";
import type { SentHeaders } from "./backend/caller.ts";
import type { Reply } from "./backend/rest/respond.ts";
import type { RestCall } from "./backend/rest/rest-request.ts";
import type { Env } from "./env.ts";
import { type Log, loggable } from "./log.ts";

export interface StraightParts {
  env: Env;
  log: Log;
  answer(call: RestCall): Promise<Reply>;
}

/** Answers the request and says so, or leaves it untouched. It must have passed the guard. */
export type StraightReads = (request: IncomingMessage, response: ServerResponse) => boolean;

export function createStraightReads({ env, log, answer }: StraightParts): StraightReads {
  const apiHeaders = createApiHeaders(env);
  return (request, response) => {
    const call = plainRead(request);
    if (!call) return false;
    send(call, request, response).catch((error: unknown) => {
      log.error({ err: loggable(error) }, "request failed");
      response.destroy();
    });
    return true;
  };

  async function send(call: RestCall, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { status, headers, body } = await answer(call);
    const length = body === null ? 0 : Buffer.byteLength(body);
    const all = { ...apiHeaders.around(headers, request.headers.origin), "content-length": length };
    response.writeHead(status, all).end(body);
  }
}

/** A table or a function by its plain name, and a query of characters that no URL parser changes. */
const target = /^(\/rest\/v1\/(?:rpc\/)?\w+)(?:\?([\w!$%&()*+,\-./:;=?@[\]~|{}^`]*))?$/;
const plainHost = /^[a-z0-9.-]+(?::[1-5]?\d{1,4})?$/;
const longestTarget = 4096;

function plainRead({ method, url = "", headers, rawHeaders }: IncomingMessage): RestCall | null {
  if (method !== "GET" || url.length > longestTarget || !plainHost.test(headers.host ?? "")) return null;
  const [, path, search = ""] = target.exec(url) ?? [];
  if (path === undefined) return null;
  if (headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined) return null;
  // A header sent twice means different things to different readers.
  if (Object.keys(headers).length * 2 !== rawHeaders.length) return null;
  return { method, path, search, headers: new IncomingHeaders(headers), body: () => Promise.resolve(Buffer.alloc(0)) };
}

class IncomingHeaders implements SentHeaders {
  readonly #headers: IncomingHttpHeaders;

  constructor(headers: IncomingHttpHeaders) {
    this.#headers = headers;
  }

  get(name: string): string | null {
    const value = this.#headers[name.toLowerCase()];
    return value === undefined ? null : asText(value);
  }

  has(name: string): boolean {
    return this.#headers[name.toLowerCase()] !== undefined;
  }

  forEach(visit: (value: string, name: string) => void): void {
    for (const name in this.#headers) visit(asText(this.#headers[name]), name);
  }
}

const asText = (value: string | string[] | undefined): string =>
  Array.isArray(value) ? value.join(", ") : (value ?? "");
