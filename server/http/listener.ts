// The HTTP server: answers pages from memory and plain reads without building a Request, hands the rest to the app, logs
// each request.
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { Socket } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import type { AppEnv } from "../app.ts";
import { clientAddress } from "./client-address.ts";
import type { Env } from "../env.ts";
import { type Deliver, frontDoor } from "./front-door.ts";
import type { Log, ServerLog } from "./log.ts";
import type { PlainGet } from "./plain-get.ts";
import { guardRequest } from "./request-guard.ts";
import type { StraightReads } from "./straight-reads.ts";
import { answerUnreadable, unclear } from "./unclear-requests.ts";
import type { Answer, PlainRequest, Website } from "./website/website.ts";

interface Listening {
  app: Hono<AppEnv>;
  website: Website;
  env: Env;
  log: ServerLog;
  patience?: Patience;
  /** Without it every call is the app's. */
  straight?: StraightReads | null;
}

/** How long a client may take, in milliseconds. */
interface Patience {
  headers: number;
  request: number;
  /** Without a byte in either direction: also for answers that nobody reads. */
  silence: number;
  keepAlive: number;
  /** How often headers and requests are looked after. */
  look: number;
}

const usualPatience = (env: Env): Patience => ({
  headers: 15_000,
  request: 60_000,
  // A statement may take its time and says nothing meanwhile; a large import has two minutes (docs/decisions/070).
  silence: Math.max(180_000, env.STATEMENT_TIMEOUT_MS + 10_000),
  keepAlive: 65_000,
  look: 5_000,
});

export function createListener({ app, website, env, log, straight, patience = usualPatience(env) }: Listening): Server {
  const believed = new Set(env.TRUSTED_PROXIES);
  const viaApp = getRequestListener((request, { incoming }) =>
    app.fetch(request, { clientAddress: clientAddress(incoming as IncomingMessage, believed) }),
  );

  const server = createServer(
    {
      // Slow clients are cut; a busy keep-alive connection is kept.
      headersTimeout: patience.headers,
      requestTimeout: patience.request,
      keepAliveTimeout: patience.keepAlive,
      maxHeaderSize: 16_384,
      connectionsCheckingInterval: patience.look,
      noDelay: true,
    },
    (request, response) => {
      const started = performance.now();
      response.once("close", () => record(log, request.method, request.url, response.statusCode, started));
      const refusal = unclear(request);
      if (refusal) return void response.writeHead(refusal, { Connection: "close", "Content-Length": 0 }).end();
      const plain = plainOf(request);
      if (isAllowed(plain)) {
        const answer = website.answer(plain);
        if (answer && isFile(answer)) {
          response.writeHead(answer.status, answer.headers).end(answer.body ?? undefined);
          return;
        }
        if (!answer && straight?.viaNode(request, response)) return;
      }
      void viaApp(request, response);
    },
  );
  server.maxRequestsPerSocket = 0;
  server.maxHeadersCount = 0; // Node would drop the rest silently; unclear-requests.ts refuses.
  server.timeout = patience.silence;
  answerUnreadable(server);

  const isAllowed = ({ method, host, target }: PlainRequest) => !guardRequest(env, { method, host, url: target });

  /** Only what the website holds as a file: redirects and refusals are the app's. */
  function fromMemory(request: PlainRequest): Answer | undefined {
    const answer = isAllowed(request) ? website.answer(request) : undefined;
    return answer && isFile(answer) ? answer : undefined;
  }

  const readAtTheDoor = (request: PlainGet, deliver: Deliver): boolean =>
    !!straight && isAllowed(request) && !website.answer(request) && straight.atTheDoor(request, deliver);

  putFrontDoorBefore(server, { answer: fromMemory, read: readAtTheDoor }, log, patience);
  return server;
}

const isFile = ({ headers }: Answer) => "ETag" in headers;

const plainOf = ({ method = "GET", url = "/", headers }: IncomingMessage): PlainRequest => ({
  method,
  target: url,
  host: headers.host,
  acceptEncoding: headers["accept-encoding"] as string | undefined,
  ifNoneMatch: headers["if-none-match"],
});

function putFrontDoorBefore(
  server: Server,
  ways: Pick<Parameters<typeof frontDoor>[0], "answer" | "read">,
  log: ServerLog,
  patience: Patience,
): void {
  const toHttp = server.listeners("connection") as ((socket: Socket) => void)[];
  const door = frontDoor({
    open: () => server.listening,
    ...ways,
    handOver: (socket) => toHttp.forEach((listener) => listener.call(server, socket)),
    recorder: ({ method, target }, status) => log.prepared({ method, path: loggedPath(target), status }),
    record: ({ method, target }, status, ms) => log.info({ method, path: loggedPath(target), status, ms }),
    firstByteTimeout: patience.headers,
    keepAliveTimeout: patience.keepAlive,
    silenceTimeout: patience.silence,
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

/** One line per request, without anything that could be personal: no query, no address, no agent, no ids of people. */
function record(log: Log, method: string | undefined, url = "", status: number, started: number): void {
  log.info({ method, path: loggedPath(url), status, ms: Math.round((performance.now() - started) * 10) / 10 });
}

function loggedPath(url: string): string {
  // A whole address as target may hold a name and a password before its host.
  const [path = ""] = (url.startsWith("/") ? url : url.replace(/^\w+:\/\/[^/?#]*/, "")).split(/[?#]/, 1);
  const withoutIds = path.length > 36 ? path.replace(/[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/gi, ":id") : path;
  return withoutIds.length > 200 ? `${withoutIds.slice(0, 200)}...` : withoutIds;
}
