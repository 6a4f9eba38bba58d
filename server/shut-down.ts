import type { Server } from "node:http";
import type { Log } from "./log.ts";

const patience = 10_000;

/** On SIGTERM or SIGINT: finish what is under way, close idle connections, close the backend, leave within ten seconds. */
export function shutDownGracefully(server: Server, log: Log, closeBackend: () => Promise<void>): void {
  let leaving = false;
  const leave = (signal: string) => {
    if (leaving) return;
    leaving = true;
    log.info({ signal }, "shutting down");
    const forced = setTimeout(() => {
      server.closeAllConnections();
    }, patience - 2000);
    // Answers still to come tell the client not to reuse the connection.
    server.on("request", (_request, response) => response.setHeader("Connection", "close"));
    server.close(() => {
      clearTimeout(forced);
      void closeBackend().finally(() => process.exit(0));
    });
    server.closeIdleConnections();
    setInterval(() => server.closeIdleConnections(), 50).unref();
    setTimeout(() => process.exit(1), patience).unref();
  };
  process.on("SIGTERM", leave);
  process.on("SIGINT", leave);
}
