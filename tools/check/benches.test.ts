// Benchmarks and the pages of peers are outside of what types and other tests reach.
import { spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import net, { type AddressInfo } from "node:net";
import path from "node:path";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { usedBetween } from "../../bench/api/cpu.ts";
import { load } from "../../bench/api/load.ts";
import { homePage } from "../../bench/api/scenarios.ts";
import { record } from "../../bench/record.ts";

afterEach(() => vi.restoreAllMocks());
const results = () => readFileSync("bench/RESULTS.md", "utf8");

test("audit-4 O4: the pages of peers import only what our files export", () => {
  const missing = globSync("bench/peers/{astro/src/{pages,own},next/{app,own}}/**/*.{astro,ts,tsx}").flatMap((file) =>
    Array.from(
      readFileSync(file, "utf8").matchAll(/import \{([^}]+)\} from "(?:(?:\.\.\/)+(?:product)\/|#)([^"]+)"/g),
      ([, names = "", source = ""]) => ({ names, source }),
    ).flatMap(({ names, source }) => {
      const text = existsSync(source) ? readFileSync(source, "utf8") : "";
      return names
        .split(",")
        .map((name) => name.replace(/^\s*type\s/, "").trim())
        .filter((name) => name && !new RegExp(`export (?:const|function|interface|type|class) ${name}\\b`).test(text))
        .map((name) => `${path.relative("bench/peers", file)}: ${name} of ${source}`);
    }),
  );
  expect(missing).toEqual([]);
});

test("audit-4 O5: a processor time below nothing is refused, as is any figure that cannot be", () => {
  expect(usedBetween({ own: 1, children: 2 }, { own: 1.5, children: 2.5 })).toEqual({ own: 0.5, children: 0.5 });
  expect(() => usedBetween({ own: 1, children: 2 }, { own: 1.5, children: 1.2 })).toThrow("cannot be");
  for (const body of ["| GET / | -789 ms |", "| GET / | NaN |", "Infinity MB"])
    expect(() => record("Impossible", "npm run bench", body)).toThrow("cannot be");
});

test("audit-4 O5: a server that breaks off ends the measurement", async () => {
  const server = net.createServer((socket) => void socket.once("data", () => socket.destroy()).on("error", () => {}));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  await expect(load(homePage, { port, connections: 4, seconds: 60, headers: {} })).rejects.toThrow();
});

test("audit-4 O7: without a name the benchmarks are listed, and nothing runs", () => {
  const before = results();
  const { status, stdout } = spawnSync(process.execPath, ["bench/bench.ts"], { encoding: "utf8" });
  expect([status, stdout]).toEqual([0, expect.stringContaining("Usage: npm run bench -- NAME [--write]")]);
  expect(stdout).toContain("api, admin, server, site");
  expect(results()).toBe(before);
});

test("audit-4 O7: a run prints its figures, and writes them only when it is told to", () => {
  const before = results();
  const printed = vi.spyOn(console, "log").mockImplementation(() => {});
  record("Load", "npm run bench -- load", "| page | 332 a second |");
  expect(printed.mock.calls.join("\n")).toContain("| page | 332 a second |");
  expect(results()).toBe(before);
});
