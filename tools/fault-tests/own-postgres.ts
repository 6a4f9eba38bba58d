// A PostgreSQL of the operator's own, for fault tests: the embedded one behind a TCP port on loopback.
import { mkdtempSync, rmSync } from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import pino from "pino";
import { socketIn } from "../../server/platform/database/database.ts";
import { startEmbedded } from "../../server/platform/database/embedded.ts";

export async function startOwnPostgres(): Promise<{ url: string; stop(): Promise<void> }> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "guidevane-own-"));
  const server = await startEmbedded({ dataDir, log: pino({ level: "silent" }), maxConnections: 60 });
  // Without waiting to fill packets: this is a wire, and must add nothing to what is measured behind it.
  const front = net.createServer({ noDelay: true }, (client) => {
    const inner = net.connect(socketIn(server.socketDirectory));
    client.pipe(inner).pipe(client);
    for (const end of [client, inner]) end.on("error", () => [client, inner].forEach((other) => other.destroy()));
  });
  await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
  return {
    url: `postgres://postgres@127.0.0.1:${(front.address() as net.AddressInfo).port}/postgres`,
    async stop() {
      front.close();
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
