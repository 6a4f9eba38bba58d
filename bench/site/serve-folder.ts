// A built folder behind our own server code: same compression, same headers, same speed for the peers as for us.
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { Hono } from "hono";
import { type AppEnv, createApp } from "../../server/app.ts";
import { readEnv } from "../../server/env.ts";
import { createListener } from "../../server/http/listener.ts";
import { createLog } from "../../server/http/log.ts";
import { createWebsite } from "../../server/http/website/website.ts";

export async function serveFolders(folders: string[]) {
  const env = readEnv({ LOG_LEVEL: "silent" });
  const log = createLog(env);
  const website = await createWebsite(env, "", folders);
  const server = createListener({
    app: createApp({ env, log, website, backend: null, api: new Hono<AppEnv>() }),
    website,
    env,
    log,
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
