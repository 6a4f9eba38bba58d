// The HTTP server: refuses what cannot be read in one way only, hands the rest to the app, logs each request.
import { createServer, type IncomingMessage, type Server } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import type { AppEnv } from "../app.ts";
import type { Env } from "../env.ts";
import { requestSeconds } from "../platform/operations/metrics.ts";
import { traceRequest } from "../platform/operations/tracing.ts";
import { addressSource, clientAddress, plainAddress } from "./client-address.ts";
import { duringRequest, requestIdHeader, requestIdOf } from "./current-request.ts";
import type { Log } from "./log.ts";
import { createLoggedPath } from "./logged-path.ts";
import { createRouteLabel, methodLabel, type Seen } from "./route-label.ts";
import { answerUnreadable, refusalOfUnclear } from "./unclear-requests.ts";
import type { Website } from "./website/website.ts";

/** What answers requests. */
export interface Serving {
  app: Hono<AppEnv>;
  /** Its paths may be in the log. */
  website: Pick<Website, "paths">;
}

/** A server that can be given something else to answer with, while it listens. */
export type Listener = Server & { serve(serving: Serving): void };

interface Listening extends Serving {
  env: Env;
  log: Log;
  timeouts?: Timeouts;
}

/** How long a client may take, in milliseconds. */
export interface Timeouts {
  headers: number;
  request: number;
  /** Without a byte in either direction: also for responses that no one reads. */
  silence: number;
  keepAlive: number;
  /** How often headers and requests are looked after. */
  checkEvery: number;
}

const usualTimeouts = (env: Env): Timeouts => ({
  headers: 15_000,
  request: 60_000,
  // A statement may take its time and says nothing in the meantime; a large import has two minutes (docs/decisions/070).
  silence: Math.max(180_000, env.STATEMENT_TIMEOUT_MS + 10_000),
  keepAlive: 65_000,
  checkEvery: 5_000,
});

export function createListener({ app, website, env, log, timeouts = usualTimeouts(env) }: Listening): Listener {
  const trusted = new Set(env.TRUSTED_PROXIES.map((address) => plainAddress(address) ?? address));
  const seenBy = new WeakMap<object, Seen>();
  const ready = ({ app: answering, website: site }: Serving) => ({
    app: answering,
    loggedPath: createLoggedPath([...site.paths, ...answering.routes.map(({ path }) => path)]),
    routeLabel: createRouteLabel(site),
  });
  let current = ready({ app, website });
  const respond = getRequestListener((request, { incoming }) => {
    const message = incoming as IncomingMessage;
    const address = { clientAddress: clientAddress(message, trusted), addressSource: addressSource(message, trusted) };
    return current.app.fetch(request, { ...address, seen: seenBy.get(message) ?? {} });
  });

  const server = createServer(
    {
      // Slow clients are cut; a busy keep-alive connection is kept.
      headersTimeout: timeouts.headers,
      requestTimeout: timeouts.request,
      keepAliveTimeout: timeouts.keepAlive,
      maxHeaderSize: 16_384,
      connectionsCheckingInterval: timeouts.checkEvery,
      noDelay: true,
    },
    (request, response) => {
      const started = performance.now();
      const peer = plainAddress(request.socket.remoteAddress ?? "") ?? "";
      const id = requestIdOf(request, trusted.has(peer));
      const seen: Seen = {};
      const { loggedPath, routeLabel } = current;
      seenBy.set(request, seen);
      response.setHeader(requestIdHeader, id);
      duringRequest(id, () =>
        traceRequest(methodLabel(request.method), request.headers, (span) => {
          // Nothing that could be personal: no query, no address, no agent.
          response.once("close", () => {
            const ms = performance.now() - started;
            const { method, url } = request;
            const status = response.statusCode;
            log.info({ method, path: loggedPath(url), status, ms: Math.round(ms * 10) / 10, request: id });
            const labels = { method: methodLabel(method), route: routeLabel(seen, url, status), status };
            requestSeconds.observe(labels, ms / 1000);
            span.rename(`${labels.method} ${labels.route}`);
            span.set({ "http.route": labels.route, "http.response.status_code": status, "guidevane.request_id": id });
            span.end(status >= 500);
          });
          const refusal = refusalOfUnclear(request);
          if (refusal) response.writeHead(refusal, { Connection: "close", "Content-Length": 0 }).end();
          else void respond(request, response);
        }),
      );
    },
  );
  server.maxRequestsPerSocket = 0;
  server.maxHeadersCount = 0; // Node would drop the rest silently; unclear-requests.ts refuses.
  server.timeout = timeouts.silence;
  answerUnreadable(server, log);
  return Object.assign(server, { serve: (serving: Serving) => void (current = ready(serving)) });
}
