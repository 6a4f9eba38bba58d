// Which other sites' scripts may read our answers: none, unless the operator names them.
import { afterAll, expect, test } from "vitest";
import { smallSite } from "../testing/small-site.ts";

const site = await smallSite({ SITE_URL: "https://site.test", CORS_ORIGINS: "https://partner.test" });
afterAll(site.remove);

const ask = async (origin: string, method = "GET") =>
  (
    await site.request("/healthz", {
      method,
      host: "site.test",
      headers: { origin, "access-control-request-method": "POST", "access-control-request-headers": "apikey" },
    })
  ).headers;

test.each(["https://site.test", "https://partner.test"])("%s may", async (origin) => {
  for (const method of ["GET", "OPTIONS"])
    expect((await ask(origin, method)).get("access-control-allow-origin")).toBe(origin);
  expect((await ask(origin)).get("vary")).toContain("Origin");
});

test.each([
  "https://evil.test",
  "http://site.test",
  "https://site.test.evil.test",
  "https://site.test:8443",
  "https://xsite.test",
  "null",
])("%s may not", async (origin) => {
  for (const method of ["GET", "OPTIONS"])
    expect((await ask(origin, method)).get("access-control-allow-origin")).toBeNull();
});

test("nobody's cookies or passwords are asked along", async () => {
  expect((await ask("https://partner.test", "OPTIONS")).get("access-control-allow-credentials")).toBeNull();
});

test("pages are for nobody else", async () => {
  const page = await site.request("/", { host: "site.test", headers: { origin: "https://partner.test" } });
  expect(page.headers.get("access-control-allow-origin")).toBeNull();
  expect(page.headers.get("cross-origin-resource-policy")).toBe("same-origin");
});
