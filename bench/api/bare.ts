// The least an answer over HTTP can cost: Node's own server before the same driver and the same statement, in one process.
// No token, no session, no claims, one header. What our server takes on top of it is its own doing.
import { createServer } from "node:http";
import { loadCatalog } from "#server/supabase/rest/catalog/load-catalog.ts";
import { type DirectOptions, directPool, prepared, statementOf } from "./direct.ts";
import type { Scenario } from "./scenarios.ts";

export async function serveBarely(scenario: Scenario, options: DirectOptions, port: number): Promise<() => void> {
  const sql = directPool(options);
  const { text } = statementOf(await loadCatalog(sql, ["public"]), scenario, 0);
  const body = 2;
  const server = createServer((_request, response) => {
    void sql
      .unsafe(text, [], prepared)
      .raw()
      .then(([row]) => {
        const bytes = (row as Buffer[])[body] ?? Buffer.alloc(0);
        return response.writeHead(200, { "content-length": bytes.length }).end(bytes);
      });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return () => {
    server.closeAllConnections();
    server.close();
    void sql.end({ timeout: 1 });
  };
}
