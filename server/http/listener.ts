// The HTTP server: refuses what cannot be read in one way only, hands the rest to the app, logs each request.
import { createServer, type IncomingMessage, type Server } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import type { AppEnv } from "../app.ts";
import type { Env } from "../env.ts";
import { clientAddress, plainAddress } from "./client-address.ts";
import type { Log } from "./log.ts";
import { createLoggedPath } from "./logged-path.ts";
import { answerUnreadable, refusalOfUnclear } from "./unclear-requests.ts";
import type { Website } from "./website/website.ts";

interface Listening {
  app: Hono<AppEnv>;
  /** Its paths may stand in the log. */
  website: Website;
  env: Env;
  log: Log;
  timeouts?: Timeouts;
}

/** How long a client may take, in milliseconds. */
export interface Timeouts {
  headers: number;
  request: number;
  /** Without a byte in either direction: also for responses that nobody reads. */
  silence: number;
  keepAlive: number;
  /** How often headers and requests are looked after. */
  checkEvery: number;
}

const usualTimeouts = (env: Env): Timeouts => ({
  headers: 15_000,
  request: 60_000,
  // A statement may take its time and says nothing meanwhile; a large import has two minutes (docs/decisions/070).
  silence: Math.max(180_000, env.STATEMENT_TIMEOUT_MS + 10_000),
  keepAlive: 65_000,
  checkEvery: 5_000,
});

export function createListener({ app, website, env, log, timeouts = usualTimeouts(env) }: Listening): Server {
  const trusted = new Set(env.TRUSTED_PROXIES.map((address) => plainAddress(address) ?? address));
  const loggedPath = createLoggedPath([...website.paths, ...app.routes.map(({ path }) => path)]);
  const respond = getRequestListener((request, { incoming }) =>
    app.fetch(request, { clientAddress: clientAddress(incoming as IncomingMessage, trusted) }),
  );

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
      // Nothing that could be personal: no query, no address, no agent.
      response.once("close", () => {
        const ms = Math.round((performance.now() - started) * 10) / 10;
        log.info({ method: request.method, path: loggedPath(request.url), status: response.statusCode, ms });
      });
      const refusal = refusalOfUnclear(request);
      if (refusal) response.writeHead(refusal, { Connection: "close", "Content-Length": 0 }).end();
      else void respond(request, response);
    },
  );
  server.maxRequestsPerSocket = 0;
  server.maxHeadersCount = 0; // Node would drop the rest silently; unclear-requests.ts refuses.
  server.timeout = timeouts.silence;
  answerUnreadable(server);
  return server;
}
