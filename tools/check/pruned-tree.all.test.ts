// The steps of deploy/Containerfile in a folder: packages, build, development packages away, start with the Node that came along. Without a
// registry of images: its two base images hold nothing but Node and npm.
import { execFile, execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test, vi } from "vitest";
import { invoicesHouse } from "#server/testing/invoices-for-tests.ts";
import { eventually } from "#server/testing/eventually.ts";
import { freePort } from "#server/testing/started-server.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { printed } from "../../modules/invoices/server/invoice-files.ts";

vi.setConfig({ testTimeout: 3_600_000, hookTimeout: 600_000 });
// On a disk: packages are too much for memory.
const home = mkdtempSync("/var/tmp/guidevane-image-");
const app = path.join(home, "app");
afterAll(() => rmSync(home, { recursive: true, force: true }));

const onePixel =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** What follows RUN before the second FROM, in order, with its line breaks. */
const steps = () =>
  Array.from(
    readFileSync("deploy/Containerfile", "utf8")
      .split(/^FROM /m)[1]!
      .matchAll(/^RUN (.+)$/gm),
    ([, step]) => step!,
  );

/** As `COPY . .` with .dockerignore: the files of the repository, also those not yet committed. */
function copyRepository(): void {
  const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { encoding: "utf8" });
  for (const file of files.split("\n").filter((name) => name && existsSync(name)))
    cpSync(file, path.join(app, file), { dereference: false });
}

test("audit-4 O1: the steps of the Containerfile make a tree that starts, reads mail, makes PDF, e-invoice, spreadsheet and picture", async () => {
  const { sql } = await testDatabase();
  const house = await invoicesHouse(sql);
  const bill = await printed(sql, (await house.issued()).id);

  copyRepository();
  const node = path.dirname(realpathSync(process.execPath));
  const { HOME = home, npm_config_cache: cache = "" } = process.env;
  const environment = { PATH: `${node}:${process.env.PATH}`, HOME, ...(cache && { npm_config_cache: cache }) };
  expect(steps()).toHaveLength(2);
  for (const step of steps())
    await promisify(execFile)("/bin/sh", ["-c", step], { cwd: app, env: environment, maxBuffer: 2 ** 26 });
  for (const development of ["vite", "vitest", "playwright-core"])
    expect(existsSync(path.join(app, "node_modules", development))).toBe(false);

  const bundled = path.join(app, "node_modules/.bin/node");
  const port = await freePort();
  const settings = { NODE_ENV: "production", DATA_DIR: path.join(home, "data"), PORT: String(port), HOST: "127.0.0.1" };
  const server = spawn(bundled, ["server/main.ts"], { cwd: app, env: { PATH: "", ...settings } });
  let said = "";
  for (const stream of [server.stdout, server.stderr]) stream.setEncoding("utf8").on("data", (text) => (said += text));
  const ended = new Promise((resolve) => server.once("exit", resolve));
  const get = (target: string) => fetch(`http://127.0.0.1:${port}${target}`);
  try {
    await eventually(async () => {
      if (server.exitCode !== null) throw new Error(`It ended: ${said}`);
      expect((await get("/readyz")).status).toBe(200);
    });
    expect(await (await get("/")).text()).toContain("<h1");
    // Spreadsheets are made in the browser, by a script of the build.
    const [sheet] = globSync("build/app/client/assets/xlsx-worker*.js", { cwd: app });
    const asked = await get(sheet!.replace("build/app/client", ""));
    expect([asked.status, (await asked.text()).includes("spreadsheetml")]).toEqual([200, true]);

    // Operator's commands, too; `npm start` installs nothing again.
    const before = existsSync(path.join(app, "node_modules/vite"));
    const run = (name: string, ...args: string[]) =>
      promisify(execFile)("node", ["tools/run.mjs", name, ...args], { cwd: app, env: { ...environment, ...settings } });
    expect((await run("admin", "list")).stdout).toContain("There is no administrator yet");
    expect((await run("backup", path.join(home, "one.backup"))).stdout).toContain("tables");
    const second = await run("start").catch((error: { stdout: string; stderr: string }) => error);
    expect(second.stderr).toContain(`PORT ${port} is in use`);
    expect([before, existsSync(path.join(app, "node_modules/vite"))]).toEqual([false, false]);

    const work = execFile(bundled, ["tools/check/daily-work.ts"], { cwd: app, env: { PATH: "", ...settings } });
    work.stdin!.end(JSON.stringify({ bill, logo: onePixel }));
    let answer = "";
    work.stdout!.on("data", (text: string) => (answer += text));
    work.stderr!.on("data", (text: string) => (said += text));
    expect(await new Promise((resolve) => work.once("close", resolve)), said).toBe(0);
    expect(JSON.parse(answer)).toEqual({
      subject: "Grüße",
      pdf: "%PDF-",
      picture: true,
      xml: expect.stringContaining("urn:"),
    });
  } finally {
    server.kill("SIGTERM");
    await ended;
  }
});
