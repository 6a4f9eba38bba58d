// nginx with one worker on one core: bare, serving two files with the headers our server sends, and as deploy/nginx.conf
// has it, before the whole product.
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { readEnv } from "../../server/env.ts";
import { deployedConfiguration, startNginx } from "../../tools/check/nginx.ts";
import { exportSite } from "../../tools/operate/export.ts";
import { onCore } from "./load.ts";

// Set by nginx itself.
const own = new Set(["content-length", "content-encoding", "content-type", "etag", "date", "connection", "keep-alive"]);

export async function exportedSite(url: string): Promise<string> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "guidevane-exported-"));
  await exportSite(readEnv({ SITE_URL: url }), folder);
  return folder;
}

export async function startBareNginx(port: number, exported: string, origin: string, paths: readonly string[]) {
  const locations = await Promise.all(
    paths.map(async (url) => {
      const { headers } = await fetch(origin + url);
      const lines = [...headers]
        .filter(([name]) => !own.has(name))
        .map(([name, value]) => `add_header ${name} "${value}";`);
      return `location = ${url === "/" ? "/index.html" : url} { ${lines.join(" ")} }`;
    }),
  );
  return started(
    port,
    `types { text/html html; text/javascript js; }
  brotli_static on;
  server { listen 127.0.0.1:${port} backlog=2048; root ${exported}/files; ${locations.join("\n    ")} }`,
  );
}

export const startNginxBefore = (port: number, exported: string, origin: string) => {
  const log = path.join(exported, "access.log");
  return started(
    port,
    deployedConfiguration({ port, toolsHost: "tools.test", origins: [new URL(origin).host], exported, log }),
  );
};

async function started(port: number, inHttp: string) {
  const folder = mkdtempSync(path.join(os.tmpdir(), "guidevane-nginx-"));
  const nginx = await startNginx(folder, inHttp, onCore(0));
  return {
    url: `http://127.0.0.1:${port}`,
    pid: nginx.pid,
    async stop() {
      await nginx.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
