// server/main.ts as its own process, without pages, on a database that can be taken away: what only a real start shows.
import { type ChildProcess, spawn } from "node:child_process";
import net from "node:net";

export interface Door {
  port: number;
  open(): Promise<void>;
  /** Cuts every connection, and refuses new ones. */
  shut(): Promise<void>;
}

/** A way to a PostgreSQL's socket over TCP that can be shut. */
export async function doorTo(socket: string): Promise<Door> {
  const sockets = new Set<net.Socket>();
  const make = () =>
    net.createServer((near) => {
      const far = net.connect(socket);
      for (const end of [near, far]) {
        sockets.add(end);
        end.on("error", () => {});
        end.on("close", () => (near.destroy(), far.destroy(), sockets.delete(end)));
      }
      near.pipe(far).pipe(near);
    });
  let server = make();
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  await listen(0);
  const { port } = server.address() as net.AddressInfo;
  return {
    port,
    async open() {
      server = make();
      await listen(port);
    },
    async shut() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const end of sockets) end.destroy();
      await closed;
    },
  };
}

export interface StartedServer {
  url: string;
  child: ChildProcess;
  output(): string;
  /** The log's lines so far. */
  lines(): Record<string, unknown>[];
  exited: Promise<{ code: number | null; signal: string | null }>;
  stop(): Promise<void>;
}

/** Returns at once: what to wait for is the test's to say. */
export function startMain(settings: Record<string, string>): StartedServer {
  const child = spawn(process.execPath, ["server/main.ts"], {
    env: {
      PATH: process.env.PATH ?? "",
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? "",
      HOST: "127.0.0.1",
      PAGES_BY_VITE: "true",
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  const exited = new Promise<{ code: number | null; signal: string | null }>((resolve) =>
    child.once("close", (code, signal) => resolve({ code, signal })),
  );
  return {
    url: `http://127.0.0.1:${settings.PORT}`,
    child,
    output: () => output,
    lines: () =>
      output
        .split("\n")
        .filter((line) => line.startsWith("{"))
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    exited,
    async stop() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}

/** A port that nothing listens on, from below those that systems hand out by themselves. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 20_000);
    const isFree = await new Promise<boolean>((resolve) => {
      const probe = net.createServer().once("error", () => resolve(false));
      probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}
