// METRICS_PORT: /metrics on a port of this machine alone, for a Prometheus beside the server, without a key.
import { createServer, type Server } from "node:http";
import { metricsType } from "./probes.ts";

export function createMetricsServer(metrics: () => Promise<string>): Server {
  return createServer((request, response) => {
    if (request.url !== "/metrics" || request.method !== "GET") return void response.writeHead(404).end();
    return void metrics().then(
      (text) => response.writeHead(200, { "Content-Type": metricsType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
}
