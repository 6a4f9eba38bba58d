import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { type Plugin, preview } from "vite";
import { loadPagesFirst } from "./load-pages-first.ts";

const root = mkdtempSync(path.join(os.tmpdir(), "guidevane-pages-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

test("the pages' code is loaded before anything else is done for the preview that prerenders them", async () => {
  mkdirSync(path.join(root, "build/app/server"), { recursive: true });
  const order: string[] = [];
  Object.assign(globalThis, { orderForTest: order });
  writeFileSync(path.join(root, "build/app/server/index.js"), "globalThis.orderForTest.push('pages');");
  const next: Plugin = { name: "next", configurePreviewServer: () => void order.push("next") };
  const server = await preview({
    root,
    configFile: false,
    logLevel: "silent",
    preview: { port: 0, host: "127.0.0.1" },
    plugins: [loadPagesFirst(), next],
  });
  await server.close();
  expect(order).toEqual(["pages", "next"]);
});
