import type { Server } from "node:http";
import net from "node:net";
import { exitAfterLog, type Log } from "./log.ts";

const patience = 10_000;
/** A request may already be on its way on a connection that looks idle; it gets this long to arrive. */
const graceForIdle = 1_000;

interface Parts {
  /** Ends answers that would never end by themselves. */
  endStreams: () => void;
  closeBackend: () => Promise<void>;
}

/** On SIGTERM, SIGINT or SIGHUP (its terminal is gone): take no new connections, finish what is under way, close the backend, leave within ten seconds. */
export function shutDownGracefully(server: Server, log: Log, { endStreams, closeBackend }: Parts): void {
  let leaving = false;
  const leave = (signal: string) => {
    if (leaving) return;
    leaving = true;
    log.info({ signal }, "shutting down");
    setTimeout(() => exitAfterLog(log, 1), patience).unref();
    // Every answer from now on ends its connection, so clients that keep one open move on by themselves.
    server.prependListener("request", (_request, response) => response.setHeader("Connection", "close"));
    // Not server.close(): that would also cut idle connections at once.
    net.Server.prototype.close.call(server, () => void closeBackend().finally(() => exitAfterLog(log, 0)));
    endStreams();
    setTimeout(() => setInterval(() => server.closeIdleConnections(), 50), graceForIdle).unref();
    setTimeout(() => server.closeAllConnections(), patience - 3000).unref();
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, leave);
}
