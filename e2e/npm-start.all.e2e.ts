// `npm start` as those use it who stop it by a signal: a supervisor, a script, a container.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, inject, test } from "vitest";
import { postmasterFile } from "../server/platform/database/cluster-processes.ts";
import { freePort } from "./start-server.ts";

test("ending npm ends the server and its database, and nothing is left running", async () => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "guidevane-npm-start-"));
  // `cp` keeps the owner: as root, the database belongs to its own account.
  execFileSync("cp", ["-Rp", `${inject("preparedData")}/.`, dataDir]);
  const holder = path.join(dataDir, "running.json");
  const env = { ...process.env, DATA_DIR: dataDir, PORT: String(await freePort()), HOST: "127.0.0.1" };
  const npm = spawn("npm", ["start"], { env, stdio: ["ignore", "pipe", "inherit"] });
  try {
    let said = "";
    npm.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));
    await expect.poll(() => said, { timeout: 120_000 }).toContain("Guidevane is ready");
    const ended = once(npm, "exit");
    npm.kill("SIGTERM");
    await ended;
    await expect.poll(() => existsSync(holder)).toBe(false);
    expect(postmasterFile(path.join(dataDir, "postgres"))).toBeNull();
  } finally {
    npm.kill("SIGKILL");
    if (existsSync(holder)) process.kill((JSON.parse(readFileSync(holder, "utf8")) as { pid: number }).pid, "SIGKILL");
    rmSync(dataDir, { recursive: true, force: true });
  }
});
