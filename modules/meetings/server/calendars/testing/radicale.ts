// A real CalDAV server for the second tier: Debian's Radicale, unpacked into a folder and never installed. Null where it cannot be had.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const packages = [
  "python3-radicale",
  "python3-dateutil",
  "python3-defusedxml",
  "python3-passlib",
  "python3-pkg-resources",
  "python3-six",
  "python3-vobject",
];

export interface Radicale {
  access: { url: string; user: string; password: string };
  calendarUrl: string;
  stop(): Promise<void>;
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

/** Debian's packages in a folder of their own. Null where they cannot be had. */
function unpacked(names: readonly string[]): { folder: string; python: string; clean: () => void } | null {
  const folder = mkdtempSync(path.join(tmpdir(), "radicale-"));
  const clean = () => rmSync(folder, { recursive: true, force: true });
  const got = spawnSync("apt-get", ["download", ...names], { cwd: folder, timeout: 120_000 });
  if (got.status !== 0) {
    clean();
    return null;
  }
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".deb")))
    execFileSync("dpkg", ["-x", path.join(folder, file), folder]);
  return { folder, python: path.join(folder, "usr/lib/python3/dist-packages"), clean };
}

export interface PythonReader {
  /** What a script that imports vobject prints, read as JSON; `ics` is its input. */
  run<T>(script: string, ics: string): T;
  clean(): void;
}

/** The reader of calendar files that Radicale and others stand on, by itself. */
export function vobject(): PythonReader | null {
  const got = unpacked(["python3-vobject", "python3-dateutil", "python3-six"]);
  return (
    got && {
      clean: got.clean,
      run: <T>(script: string, ics: string) =>
        JSON.parse(
          execFileSync("python3", ["-c", script], {
            input: ics,
            encoding: "utf8",
            env: { ...process.env, PYTHONPATH: got.python },
          }),
        ) as T,
    }
  );
}

export async function startRadicale(): Promise<Radicale | null> {
  const got = unpacked(packages);
  if (!got) return null;
  const { folder, python, clean } = got;
  writeFileSync(path.join(folder, "users"), "noor:s3cret\n");
  const port = await freePort();
  const flags = [
    `--server-hosts=127.0.0.1:${port}`,
    `--storage-filesystem-folder=${path.join(folder, "data")}`,
    "--auth-type=htpasswd",
    `--auth-htpasswd-filename=${path.join(folder, "users")}`,
    "--auth-htpasswd-encryption=plain",
    "--auth-delay=0",
  ];
  const child = spawn("python3", ["-m", "radicale", "--config", "", ...flags], {
    env: { ...process.env, PYTHONPATH: python },
    stdio: "ignore",
  });
  const stop = async () => {
    if (child.exitCode === null) {
      const ended = new Promise((resolve) => void child.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
    }
    clean();
  };
  const url = `http://127.0.0.1:${port}/`;
  const authorization = `Basic ${Buffer.from("noor:s3cret").toString("base64")}`;
  for (let tries = 0; tries < 300 && child.exitCode === null; tries += 1) {
    const made = await fetch(`${url}noor/work/`, { method: "MKCALENDAR", headers: { authorization } }).catch(
      () => null,
    );
    if (made && (made.status === 201 || made.status === 409))
      return { access: { url, user: "noor", password: "s3cret" }, calendarUrl: `${url}noor/work/`, stop };
    await pause(100);
  }
  await stop();
  return null;
}
