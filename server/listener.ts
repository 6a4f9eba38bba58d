// The HTTP server: answers pages from memory without building a Request, hands the rest to the app, logs each request.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import type { AppEnv } from "./app.ts";
import { clientAddress } from "./client-address.ts";
import type { Env } from "./env.ts";
import type { Log } from "./log.ts";
import { guardRequest } from "./request-guard.ts";
import type { Website } from "./website.ts";

interface Listening {
  app: Hono<AppEnv>;
  website: Website;
  env: Env;
  log: Log;
}

export function createListener({ app, website, env, log }: Listening): Server {
  const believed = new Set(env.TRUSTED_PROXIES);
  const viaApp = getRequestListener((request, { incoming }) =>
    app.fetch(request, { clientAddress: clientAddress(incoming as IncomingMessage, believed) }),
  );

  const server = createServer(
    {
      // Slow clients are cut; a busy keep-alive connection is kept.
      headersTimeout: 15_000,
      requestTimeout: 60_000,
      keepAliveTimeout: 65_000,
      maxHeaderSize: 16_384,
      connectionsCheckingInterval: 5_000,
      noDelay: true,
    },
    (request, response) => {
      const started = performance.now();
      response.once("close", () => record(log, request, response, started));
      if (answerFromMemory(request, response)) return;
      void viaApp(request, response);
    },
  );
  server.maxRequestsPerSocket = 0;

  function answerFromMemory(request: IncomingMessage, response: ServerResponse): boolean {
    const { method = "GET", url = "/", headers } = request;
    if (guardRequest(env, { method, host: headers.host, url })) return false;
    const answer = website.answer({
      method,
      target: url,
      host: headers.host,
      acceptEncoding: headers["accept-encoding"] as string | undefined,
      ifNoneMatch: headers["if-none-match"],
    });
    if (!answer || !("ETag" in answer.headers)) return false;
    response.writeHead(answer.status, answer.headers);
    response.end(answer.body ?? undefined);
    return true;
  }
  return server;
}

/** One line per request, without anything that could be personal: no query, no address, no agent, no names in paths. */
function record(log: Log, request: IncomingMessage, response: ServerResponse, started: number): void {
  const [path = ""] = (request.url ?? "").split("?", 1);
  log.info({
    method: request.method,
    path: path.length > 200 ? `${path.slice(0, 200)}...` : path,
    status: response.statusCode,
    ms: Math.round((performance.now() - started) * 10) / 10,
  });
}
