// nginx for tests and measurements: found on the machine, or unpacked from Debian's packages into a folder of ours. Nothing
// is installed, no service is started and no right is needed beyond a user's own.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const packages = ["nginx", "libnginx-mod-http-brotli-static", "libbrotli1"];
const unpacked = path.resolve("node_modules/.cache/nginx");
const byHand =
  "This needs nginx with its brotli module. Debian and Ubuntu: apt-get install nginx libnginx-mod-http-brotli-static";

interface Nginx {
  binary: string;
  /** `load_module` lines. */
  modules: string;
  env: NodeJS.ProcessEnv;
}

export function findNginx(): Nginx {
  const found = installed("/") ?? installed(unpacked);
  if (found) return found;
  unpack();
  const fetched = installed(unpacked);
  if (!fetched) throw new Error(byHand);
  return fetched;
}

function installed(root: string): Nginx | null {
  const binary = path.join(root, "usr/sbin/nginx");
  const module = path.join(root, "usr/lib/nginx/modules/ngx_http_brotli_static_module.so");
  if (!existsSync(binary) || !existsSync(module)) return null;
  const libraries = globSync(path.join(root, "usr/lib/*-linux-gnu")).join(":");
  return {
    binary,
    modules: `load_module ${module};`,
    env: root === "/" ? process.env : { ...process.env, LD_LIBRARY_PATH: libraries },
  };
}

/** Debian's packages, fetched by apt with its checks of signatures, unpacked without installing them. */
function unpack(): void {
  const folder = path.join(unpacked, "packages");
  mkdirSync(folder, { recursive: true });
  const run = (command: string, ...args: string[]) => execFileSync(command, args, { cwd: folder, stdio: "pipe" });
  try {
    if (process.getuid?.() === 0) run("apt-get", "update");
    run("apt-get", "download", ...packages);
    for (const file of globSync(path.join(folder, "*.deb"))) run("dpkg", "-x", file, unpacked);
  } catch (error) {
    const said = (error as { stderr?: Buffer }).stderr?.toString().trim() ?? (error as Error).message;
    throw new Error(`${byHand}\n${said}`, { cause: error });
  }
}

export interface Running {
  pid: number;
  stop(): Promise<void>;
}

/** `inHttp` is the inside of the http block. Logs and temporary files go to `folder`. */
export async function startNginx(folder: string, inHttp: string, command: readonly string[] = []): Promise<Running> {
  const { binary, modules, env } = findNginx();
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const file = path.join(folder, "nginx.conf");
  writeFileSync(
    file,
    `${modules}
${process.getuid?.() === 0 ? "user root;" : ""}
daemon off;
master_process off; # one process, so that nothing is left behind however it ends
pid ${folder}/pid;
error_log ${folder}/error.log;
events { worker_connections 2048; }
http {
  ${temporary.join("\n  ")}
  access_log ${folder}/access.log;
  sendfile on; tcp_nopush on; tcp_nodelay on; keepalive_requests 100000000;
  open_file_cache max=1000 inactive=600s; open_file_cache_valid 600s;
${inHttp}
}
`,
  );
  const [first = "", ...rest] = [...command, binary, "-p", folder, "-e", `${folder}/error.log`, "-c", file];
  execFileSync(binary, ["-t", "-q", "-p", folder, "-e", `${folder}/error.log`, "-c", file], { env, stdio: "pipe" });
  const child = spawn(first, rest, { env, stdio: ["ignore", "inherit", "inherit"] });
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const end = () => child.kill("SIGKILL");
  process.once("exit", end);
  // It has written its id once it listens.
  while (!existsSync(`${folder}/pid`) || readFileSync(`${folder}/pid`, "utf8").trim() === "") {
    if (child.exitCode !== null)
      throw new Error(`nginx did not start:\n${readFileSync(`${folder}/error.log`, "utf8")}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    pid: child.pid ?? 0,
    async stop() {
      process.off("exit", end);
      child.kill("SIGTERM");
      await gone;
    },
  };
}

/** deploy/nginx.conf as it stands, but for ports, certificates and folders: those of a machine, not of a test. */
export function deployedConfiguration(at: {
  port: number;
  toolsHost: string;
  /** Host and port of each instance. */
  origins: readonly string[];
  exported: string;
  log: string;
}): string {
  const changes: [string | RegExp, string][] = [
    [/^\s*ssl_.*\n/gm, ""],
    // The first of the two servers that listen there sets the backlog and takes whatever no server is named for.
    ["listen 443 ssl http2;", `listen 127.0.0.1:${at.port} backlog=2048 default_server;`],
    ["listen 443 ssl http2;", `listen 127.0.0.1:${at.port};`],
    // A second port could be taken by someone else.
    ["listen 80;", `listen unix:${at.log}.socket;`],
    [/\btools\.example\.com/g, at.toolsHost],
    [/\bwww\.example\.com/g, "localhost"],
    [/\/var\/log\/nginx\/guidevane\.log/g, at.log],
    [/\/srv\/guidevane/g, at.exported],
    ["server 127.0.0.1:3000;", at.origins.map((origin) => `server ${origin};`).join(" ")],
  ];
  return changes.reduce(
    (servers, [from, to]) => {
      if (servers.search(from) === -1) throw new Error(`deploy/nginx.conf no longer says ${from}`);
      return servers.replace(from, () => to);
    },
    readFileSync("deploy/nginx.conf", "utf8"),
  );
}
