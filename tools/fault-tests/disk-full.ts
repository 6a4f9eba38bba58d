// A data directory on its own small disk is filled to the last byte and emptied again. Needs root, for the mount.
import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { startServer } from "../../e2e/start-server.ts";
import { asAdministrator } from "./as-administrator.ts";
import { findings } from "./findings.ts";

if (process.getuid?.() !== 0) {
  console.error("This fault test mounts a small disk in memory and needs root.");
  process.exit(1);
}
const place = mkdtempSync(path.join(os.tmpdir(), "guidevane-small-disk-"));
execFileSync("mount", ["-t", "tmpfs", "-o", "size=600m,mode=755", "tmpfs", place]);
const dataDir = path.join(place, "data");
const { expectThat, finish } = findings(
  "disk-full",
  "A data directory on a disk of 600 MB, filled to the last byte under a running server and emptied again.",
);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const server = await startServer({ DATA_DIR: dataDir, LOG_LEVEL: "warn" });
try {
  const client = await asAdministrator(server);
  const write = async (name: string) => await client.from("accounts").insert({ name });
  const read = async () => await client.from("accounts").select("name");
  expectThat("writes work with room", (await write("before")).error === null);

  const filler = path.join(place, "filler");
  const file = openSync(filler, "w");
  try {
    for (;;) writeSync(file, Buffer.alloc(1_000_000));
  } catch {
    // The disk is full now, to the last byte.
  }
  closeSync(file);
  await pause(2500);
  const refused = await write("during");
  expectThat(`writes are refused clearly: ${refused.status} ${refused.error?.message}`, refused.status === 507);
  expectThat("reads go on", (await read()).data?.length === 1);
  expectThat("pages go on", (await fetch(server.url)).status === 200);

  rmSync(filler);
  await pause(2500);
  expectThat("writes work again when space returns", (await write("after")).error === null);
  expectThat(
    "nothing acknowledged is lost",
    JSON.stringify((await read()).data?.map((row) => row.name).sort()) === '["after","before"]',
  );
} finally {
  await server.stop();
  execFileSync("umount", [place]);
  rmSync(place, { recursive: true, force: true });
}
finish();
