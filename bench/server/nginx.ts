// nginx with one worker, serving our own answers from files: same bytes, same headers, its access log on.
import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { onCore } from "./load.ts";

// Set by nginx itself.
const own = new Set(["content-length", "content-encoding", "content-type", "etag", "date", "connection", "keep-alive"]);
// Debian builds the modules apart from the server.
const modules = ["ngx_http_brotli_static_module.so"].map((name) => `/usr/lib/nginx/modules/${name}`);

export async function startNginx(port: number, origin: string, paths: string[]) {
  const root = mkdtempSync(path.join(os.tmpdir(), "guidevane-nginx-"));
  chmodSync(root, 0o755);
  const locations: string[] = [];
  for (const url of paths) {
    const name = url === "/" ? "/index.html" : url;
    const file = path.join(root, "files", name);
    mkdirSync(path.dirname(file), { recursive: true });
    const plain = await fetch(origin + url, { headers: { "Accept-Encoding": "identity" } });
    writeFileSync(file, Buffer.from(await plain.arrayBuffer()));
    writeFileSync(`${file}.br`, await compressed(origin + url));
    const headers = [...plain.headers].filter(([header]) => !own.has(header));
    locations.push(
      `location = ${name} { ${headers.map(([header, value]) => `add_header ${header} "${value}";`).join(" ")} }`,
    );
  }
  writeFileSync(
    path.join(root, "nginx.conf"),
    `${modules
      .filter(existsSync)
      .map((module) => `load_module ${module};`)
      .join("\n")}
user root;
worker_processes 1;
pid ${root}/pid;
error_log ${root}/error.log;
events { worker_connections 2048; }
http {
  types { text/html html; text/javascript js; }
  access_log ${root}/access.log;
  sendfile on; tcp_nopush on; tcp_nodelay on; keepalive_requests 100000000;
  open_file_cache max=1000 inactive=600s; open_file_cache_valid 600s;
  brotli_static on;
  server { listen 127.0.0.1:${port} backlog=2048; root ${root}/files; ${locations.join("\n    ")} }
}
`,
  );
  const [command = "", ...args] = [...onCore(0), "nginx", "-p", root, "-c", `${root}/nginx.conf`, "-g", "daemon off;"];
  const child = spawn(command, args, { stdio: ["ignore", "inherit", "inherit"] });
  const url = `http://127.0.0.1:${port}`;
  for (let i = 0; i < 100 && !(await answers(url)); i++) await new Promise((resolve) => setTimeout(resolve, 50));
  return {
    url,
    async stop() {
      const gone = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await gone;
      rmSync(root, { recursive: true, force: true });
    },
  };
}

const answers = (url: string) =>
  fetch(url).then(
    (response) => response.ok,
    () => false,
  );

/** The body as it goes over the wire: fetch would unpack it. */
function compressed(url: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    void import("node:http").then(({ get }) =>
      get(url, { headers: { "Accept-Encoding": "br" } }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () => resolve(Buffer.concat(chunks)));
      }).on("error", reject),
    );
  });
}
