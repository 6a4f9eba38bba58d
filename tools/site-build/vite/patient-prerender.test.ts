import { afterAll, expect, test } from "vitest";
import { preview } from "vite";
import { patientPrerender } from "./patient-prerender.ts";

const { timeout } = AbortSignal;
afterAll(() => {
  AbortSignal.timeout = timeout;
});

test("a request to the preview server waits for minutes, whatever limit it sets itself", async () => {
  const limits: number[] = [];
  AbortSignal.timeout = (ms) => {
    limits.push(ms);
    return timeout.call(AbortSignal, ms);
  };
  const server = await preview({
    configFile: false,
    logLevel: "silent",
    preview: { port: 0, host: "127.0.0.1" },
    plugins: [patientPrerender()],
  });
  await server.close();
  AbortSignal.timeout(10_000);
  expect(limits).toEqual([300_000]);
});
