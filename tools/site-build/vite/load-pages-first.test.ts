import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { preview } from "vite";
import { loadPagesFirst } from "./load-pages-first.ts";

const root = mkdtempSync(path.join(os.tmpdir(), "guidevane-pages-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

test("the pages' code is loaded before the preview that prerenders them takes a request, however long it takes", async () => {
  mkdirSync(path.join(root, "build/app/server"), { recursive: true });
  const released = Promise.withResolvers<void>();
  const loaded: string[] = [];
  Object.assign(globalThis, { pagesForTest: { released: released.promise, loaded } });
  writeFileSync(
    path.join(root, "build/app/server/index.js"),
    "await globalThis.pagesForTest.released; globalThis.pagesForTest.loaded.push('pages');",
  );
  const listening = preview({
    root,
    configFile: false,
    logLevel: "silent",
    preview: { port: 0, host: "127.0.0.1" },
    plugins: [loadPagesFirst()],
  }).then((server) => {
    loaded.push("preview");
    return server;
  });
  released.resolve();
  const server = await listening;
  expect(loaded).toEqual(["pages", "preview"]);
  await server.close();
});
