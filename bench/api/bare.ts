// The least an answer over HTTP can cost: Node's own server before the same driver and the same statement, in one process.
// No token, no session, no claims, one header. What our server takes on top of it is its own doing.
import { createServer } from "node:http";
import { ask, type DirectOptions, directPool, readCatalog, statementOf } from "./direct.ts";
import type { Scenario } from "./scenarios.ts";

export async function serveBarely(scenario: Scenario, options: DirectOptions, port: number): Promise<() => void> {
  const pool = directPool(options);
  const statement = statementOf(await readCatalog(options), scenario, 0);
  const body = 2;
  const server = createServer((_request, response) => {
    void ask(pool, statement).then((row) => {
      const words = row[body] ?? "";
      return response.writeHead(200, { "content-length": Buffer.byteLength(words) }).end(words);
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return () => {
    server.closeAllConnections();
    server.close();
    void pool.end();
  };
}
