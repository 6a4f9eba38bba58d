// Reads on the straight way: from Node's request to rest/v1 and back, without the router and without building
// a web Request and Response (docs/decisions/035). Only what is entirely plain goes here; everything else is the app's.
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { createApiHeaders } from "./api-headers.ts";
import type { SentHeaders } from "../supabase/caller.ts";
import type { Reply } from "../supabase/rest/respond.ts";
import type { RestCall } from "../supabase/rest/rest-request.ts";
import type { Env } from "../env.ts";
import type { Deliver } from "./front-door.ts";
import { type Log, loggable } from "./log.ts";
import type { PlainGet } from "./plain-get.ts";

export interface StraightParts {
  env: Env;
  log: Log;
  answer(call: RestCall): Promise<Reply>;
}

/** Both answer the request and say so, or leave it untouched. It must have passed the guard. */
export interface StraightReads {
  /** What Node's HTTP server has read. */
  viaNode(request: IncomingMessage, response: ServerResponse): boolean;
  /** What the front door has read. */
  atTheDoor(request: PlainGet, deliver: Deliver): boolean;
}

export function createStraightReads({ env, log, answer }: StraightParts): StraightReads {
  const apiHeaders = createApiHeaders(env);
  return {
    viaNode(request, response) {
      const { method, url = "", headers, rawHeaders } = request;
      // A header sent twice means different things to different readers.
      if (method !== "GET" || Object.keys(headers).length * 2 !== rawHeaders.length) return false;
      return read(url, new IncomingHeaders(headers), (reply) => {
        if (reply) response.writeHead(reply.status, reply.headers).end(reply.body);
        else response.destroy();
      });
    },
    atTheDoor: ({ target: url, headers }, deliver) => !headers.areTwice && read(url, headers, deliver),
  };

  function read(url: string, headers: SentHeaders, deliver: Deliver): boolean {
    const call = plainRead(url, headers);
    if (!call) return false;
    void send(call, deliver);
    return true;
  }

  async function send(call: RestCall, deliver: Deliver): Promise<void> {
    try {
      const { status, headers, body } = await answer(call);
      const all = apiHeaders.around(headers, call.headers.get("origin") ?? undefined);
      all["content-length"] = String(body === null ? 0 : Buffer.byteLength(body));
      deliver({ status, headers: all, body });
    } catch (error) {
      log.error({ err: loggable(error) }, "request failed");
      deliver(null);
    }
  }
}

/** A table or a function by its plain name, and a query of characters that no URL parser changes. */
const target = /^(\/rest\/v1\/(?:rpc\/)?\w+)(?:\?([\w!$%&()*+,\-./:;=?@[\]~|{}^`]*))?$/;
const plainHost = /^[a-z0-9.-]+(?::[1-5]?\d{1,4})?$/;
const longestTarget = 4096;

function plainRead(url: string, headers: SentHeaders): RestCall | null {
  if (url.length > longestTarget || !plainHost.test(headers.get("host") ?? "")) return null;
  const [, path, search = ""] = target.exec(url) ?? [];
  if (path === undefined) return null;
  if (headers.has("content-length") || headers.has("transfer-encoding")) return null;
  return { method: "GET", path, search, headers, body: noBody };
}

const noBody = () => Promise.resolve(Buffer.alloc(0));

class IncomingHeaders implements SentHeaders {
  said?: string;
  bearer?: string | null;
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
