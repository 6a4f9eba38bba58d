// The exported site behind nginx, as deploy/nginx.conf has it: every page and file, with the same headers as without it.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { redirects } from "#content/redirects.ts";
import { readEnv } from "#server/env.ts";
import { loadSite } from "#server/http/website/load-site.ts";
import { hasNoAddress } from "#server/http/website/paths.ts";
import { deployedConfiguration, type Running, startNginx } from "../tools/check/nginx.ts";
import { exportSite } from "../tools/operate/export.ts";
import { problemsOf, test } from "./fixtures.ts";
import { freePort, type RunningServer, startServer } from "./start-server.ts";

const toolsHost = "tools.test";
const folder = mkdtempSync(path.join(os.tmpdir(), "guidevane-nginx-"));
let behind: RunningServer;
let nginx: Running;
let front = "";
let paths: string[] = [];

beforeAll(async () => {
  const port = await freePort();
  front = `http://localhost:${port}`;
  const settings = { SITE_URL: front, TOOLS_HOST: toolsHost, TRUSTED_PROXIES: "127.0.0.1" };
  behind = await startServer(settings);
  const env = readEnv(settings);
  await exportSite(env, path.join(folder, "export"));
  paths = (await loadSite(env, "")).paths.filter((url) => !hasNoAddress.test(url));
  const { port: origin } = new URL(behind.url);
  nginx = await startNginx(
    folder,
    deployedConfiguration({
      port,
      toolsHost,
      origins: [`127.0.0.1:${origin}`],
      exported: path.join(folder, "export"),
      log: path.join(folder, "guidevane.log"),
    }),
  );
}, 600_000);
afterAll(async () => {
  await nginx?.stop();
  await behind?.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Seen {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}

/** Without a client's own wishes: what is sent is what is asked. */
function ask(origin: string, target: string, headers: Record<string, string> = {}, method = "GET"): Promise<Seen> {
  const { port, host } = new URL(origin);
  return new Promise((resolve, reject) => {
    const request = http.request(
      { host: "127.0.0.1", port, path: target, method, headers: { host, ...headers } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
        );
      },
    );
    request.on("error", reject).end();
  });
}
const both = (target: string, headers?: Record<string, string>, method?: string) =>
  Promise.all([ask(front, target, headers, method), ask(behind.url, target, headers, method)]);

// Each server has its own way of saying when, by whom and in which version; what only nginx saw is in no log of ours to be found by its id.
const ownWords = [
  "date",
  "server",
  "etag",
  "last-modified",
  "accept-ranges",
  "connection",
  "keep-alive",
  "x-request-id",
];
const compared = ({ headers }: Seen, without: string[] = []) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => ![...ownWords, ...without].includes(name)));
const unpacked = ({ headers, body }: Seen) =>
  headers["content-encoding"] === "br"
    ? brotliDecompressSync(body)
    : headers["content-encoding"] === "gzip"
      ? gunzipSync(body)
      : body;

describe("behind nginx", () => {
  test("every page and file is the same, with the same headers, in every compression", async () => {
    expect(paths.length).toBeGreaterThan(100);
    for (const url of paths)
      for (const encoding of ["br, gzip", "gzip", "identity"]) {
        const [ours, theirs] = await both(url, { "accept-encoding": encoding });
        expect([url, ours.status]).toEqual([url, theirs.status]);
        // The server compresses harder after a page's first visitor.
        expect([url, encoding, compared(ours, ["content-length"])]).toEqual([
          url,
          encoding,
          compared(theirs, ["content-length"]),
        ]);
        if (!url.endsWith("security.txt")) expect([url, unpacked(ours).equals(unpacked(theirs))]).toEqual([url, true]);
      }
  }, 120_000);

  test("a visitor who has a page already is told so", async () => {
    const { headers } = await ask(front, "/education", { "accept-encoding": "br" });
    const again = await ask(front, "/education", { "accept-encoding": "br", "if-none-match": headers.etag ?? "" });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    expect(again.headers["content-security-policy"]).toBe(headers["content-security-policy"]);
  });

  test("addresses that moved lead on, with their query", async () => {
    const moved = [...Object.keys(redirects), "/education/", "/docs/bootloader/", "/build/Any-Name/availut/"];
    for (const from of moved) {
      const [ours, theirs] = await both(`${from}?utm=a%20b`);
      expect([from, ours.status, ours.headers.location]).toEqual([from, 301, theirs.headers.location]);
      const own = ["content-type", "content-length"];
      expect([from, compared(ours, own)]).toEqual([from, compared(theirs, own)]);
    }
  });

  test("what is not there, not a page or not to be read is the same too", async () => {
    const html = { accept: "text/html", "accept-encoding": "gzip" };
    for (const [target, method, status] of [
      ["/nothing", "GET", 404],
      ["/404", "GET", 404],
      ["/error/400", "GET", 404],
      ["/education.html", "GET", 404],
      ["/education/index.html", "GET", 404],
      ["/index.html.br", "GET", 404],
      ["/build/a_b/availut", "GET", 404],
      ["/education", "POST", 405],
      ["/education", "DELETE", 405],
      ["/%zz", "GET", 400],
    ] as const) {
      const [ours, theirs] = await both(target, html, method);
      expect([target, method, ours.status, theirs.status]).toEqual([target, method, status, status]);
      // nginx's own parser refuses before it looks at headers: that page goes out as it is.
      const own = status === 400 ? ["content-length", "content-encoding", "vary"] : ["content-length"];
      expect([target, compared(ours, own)]).toEqual([target, compared(theirs, own)]);
      expect([target, unpacked(ours).equals(unpacked(theirs))]).toEqual([target, true]);
    }
  });

  test("links 6: the API, the back office and pages behind tokens come from the server, and no log holds a token", async () => {
    for (const target of ["/healthz", "/auth/v1/health", "/rest/v1/accounts", "/api/integrations", "/admin", "/auth"]) {
      const [ours, theirs] = await both(target);
      expect([target, ours.status]).toEqual([target, theirs.status]);
      expect([target, compared(ours)]).toEqual([target, compared(theirs)]);
    }
    for (const target of ["/p/a-secret", "/pay/a-secret", "/d/a-secret", "/u/a-secret"]) await ask(front, target);
    await expect.poll(() => behind.output().match(/"path":"\/(?:p|pay|d|u|:x)\/:x"/g)?.length).toBe(4);
    const log = readFileSync(path.join(folder, "guidevane.log"), "utf8");
    expect(log).toContain(" GET /pay/:x 404 ");
    expect(log).not.toMatch(/a-secret|utm=|127\.0\.0\.1/);
  });

  test("the tools host shows its one page and sends everything else there", async () => {
    const host = { host: toolsHost, "accept-encoding": "br" };
    const asset = paths.find((url) => url.startsWith("/assets/") && url.endsWith(".js")) ?? "";
    for (const target of ["/", asset, "/favicon.ico", "/education", "/admin", "/auth/v1/health", "/nothing", "/404"]) {
      const [ours, theirs] = await both(target, host);
      expect([target, ours.status, ours.headers.location]).toEqual([target, theirs.status, theirs.headers.location]);
      const own = ours.status === 302 ? ["content-type", "content-length"] : ["content-length"];
      expect([target, compared(ours, own)]).toEqual([target, compared(theirs, own)]);
    }
  });

  test("people walk through it as through the server's own: pages, islands, sign-in", async ({ open }) => {
    const page = await open({ baseURL: front });
    for (const [target, heading] of [
      ["/", 1],
      ["/education", 1],
      ["/contact", 1],
      ["/docs/bootloader/quickstart", 1],
    ] as const) {
      await page.goto(target);
      await page.getByRole("heading", { level: heading }).first().waitFor();
    }
    await page.goto("/auth");
    await page.getByLabel("Email").fill(behind.admin.email);
    await page.getByLabel("Password", { exact: true }).fill(behind.admin.password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.waitForURL("**/admin");
    expect(problemsOf(page)).toEqual([]);
  });
});
