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

export async function startRadicale(): Promise<Radicale | null> {
  const folder = mkdtempSync(path.join(tmpdir(), "radicale-"));
  const clean = () => rmSync(folder, { recursive: true, force: true });
  const got = spawnSync("apt-get", ["download", ...packages], { cwd: folder, timeout: 120_000 });
  if (got.status !== 0) {
    clean();
    return null;
  }
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".deb")))
    execFileSync("dpkg", ["-x", path.join(folder, file), folder]);
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
    env: { ...process.env, PYTHONPATH: path.join(folder, "usr/lib/python3/dist-packages") },
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
