// The HTTP server: answers pages from memory without building a Request, hands the rest to the app, logs each request.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import type { AppEnv } from "./app.ts";
import { clientAddress } from "./client-address.ts";
import type { Env } from "./env.ts";
import { frontDoor } from "./front-door.ts";
import type { Log } from "./log.ts";
import { guardRequest } from "./request-guard.ts";
import type { Answer, PlainRequest, Website } from "./website.ts";

interface Listening {
  app: Hono<AppEnv>;
  website: Website;
  env: Env;
  log: Log;
}

const headersTimeout = 15_000;
const keepAliveTimeout = 65_000;

export function createListener({ app, website, env, log }: Listening): Server {
  const believed = new Set(env.TRUSTED_PROXIES);
  const viaApp = getRequestListener((request, { incoming }) =>
    app.fetch(request, { clientAddress: clientAddress(incoming as IncomingMessage, believed) }),
  );

  const server = createServer(
    {
      // Slow clients are cut; a busy keep-alive connection is kept.
      headersTimeout,
      requestTimeout: 60_000,
      keepAliveTimeout,
      maxHeaderSize: 16_384,
      connectionsCheckingInterval: 5_000,
      noDelay: true,
    },
    (request, response) => {
      const started = performance.now();
      response.once("close", () => record(log, request.method, request.url, response.statusCode, started));
      if (sendFromMemory(request, response)) return;
      void viaApp(request, response);
    },
  );
  server.maxRequestsPerSocket = 0;

  /** Only what the website holds as a file: redirects, refusals and the API are the app's. */
  function fromMemory(request: PlainRequest): Answer | undefined {
    if (guardRequest(env, { method: request.method, host: request.host, url: request.target })) return undefined;
    const answer = website.answer(request);
    return answer && "ETag" in answer.headers ? answer : undefined;
  }

  function sendFromMemory(request: IncomingMessage, response: ServerResponse): boolean {
    const { method = "GET", url = "/", headers } = request;
    const answer = fromMemory({
      method,
      target: url,
      host: headers.host,
      acceptEncoding: headers["accept-encoding"] as string | undefined,
      ifNoneMatch: headers["if-none-match"],
    });
    if (!answer) return false;
    response.writeHead(answer.status, answer.headers);
    response.end(answer.body ?? undefined);
    return true;
  }

  putFrontDoorBefore(server, fromMemory, log);
  return server;
}

function putFrontDoorBefore(server: Server, answer: (request: PlainRequest) => Answer | undefined, log: Log): void {
  const toHttp = server.listeners("connection") as ((socket: Socket) => void)[];
  const door = frontDoor({
    // Once the server takes no more connections, its answers must end theirs: Node's side says so to the client.
    answer: (request) => (server.listening ? answer(request) : undefined),
    handOver: (socket) => toHttp.forEach((listener) => listener.call(server, socket)),
    record: (request, status, started) => record(log, request.method, request.target, status, started),
    firstByteTimeout: headersTimeout,
    keepAliveTimeout,
  });
  server.removeAllListeners("connection").on("connection", door.welcome);
  // Shutting down closes the connections Node's server knows of; those still at the door are ours to close.
  const { closeIdleConnections, closeAllConnections } = server;
  server.closeIdleConnections = () => {
    door.close();
    closeIdleConnections.call(server);
  };
  server.closeAllConnections = () => {
    door.destroy();
    closeAllConnections.call(server);
  };
}

/** One line per request, without anything that could be personal: no query, no address, no agent, no names in paths. */
function record(log: Log, method: string | undefined, url = "", status: number, started: number): void {
  const [path = ""] = url.split("?", 1);
  log.info({
    method,
    path: path.length > 200 ? `${path.slice(0, 200)}...` : path,
    status,
    ms: Math.round((performance.now() - started) * 10) / 10,
  });
}
