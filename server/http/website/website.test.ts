import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { redirects } from "#content/redirects.ts";
import { smallSite } from "#server/testing/small-site.ts";

const site = await smallSite({ SITE_URL: "https://site.test", TOOLS_HOST: "tools.test", ALLOWED_HOSTS: "other.test" });
const { request } = site;
afterAll(site.remove);
const respond = (target: string) => site.website.respond(new Request(`https://site.test${target}`));

describe("pages", () => {
  test("a page is answered with its type, tag and policy", async () => {
    const response = await request("/");
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(response.headers.get("etag")).toMatch(/^"[\w-]{22}"$/);
    expect(response.headers.get("content-security-policy")).toContain("script-src 'self' 'sha256-");
    expect(response.headers.get("content-security-policy")).not.toMatch(/script-src[^;]*unsafe/);
    expect(await response.text()).toContain("<h1>Home</h1>");
  });

  test("the page names the deployment's own address", async () => {
    expect(await (await request("/")).text()).toContain('href="https://site.test/"');
    expect(await (await request("/robots.txt")).text()).toBe("Sitemap: https://site.test/sitemap.xml");
  });

  test("HEAD answers the headers alone", async () => {
    const get = await request("/education");
    const head = await request("/education", { method: "HEAD" });
    expect(head.status).toBe(200);
    expect(head.headers.get("content-length")).toBe(get.headers.get("content-length"));
    expect(await head.text()).toBe("");
  });

  test.each(["/auth", "/admin", "/admin/crm", "/admin/crm/accounts/1"])(
    "%s is the back-office shell with its settings",
    async (path) => {
      const response = await request(path);
      expect(response.status).toBe(200);
      expect(response.headers.get("cache-control")).toBe("no-store");
      const [, json = "{}"] = /id="runtime-settings">([^<]*)</.exec(await response.text()) ?? [];
      expect(JSON.parse(json)).toEqual({
        supabaseUrl: null,
        publishableKey: "sb_publishable_test",
        siteUrl: "https://site.test",
        passkeys: false,
        serverHasDatabase: true,
        flags: { contentIntelligence: true, crmRelMining: true, autoPublish: false },
        publishingIsFixed: false,
        clientArea: false,
      });
    },
  );

  test("a setting cannot end the script that holds it", async () => {
    const hostile = "</script><script>alert(1)</script>$&$`";
    const other = await smallSite({ SUPABASE_URL: "https://x.example", SUPABASE_PUBLISHABLE_KEY: hostile });
    const page = await (await other.request("/auth")).text();
    other.remove();
    expect(page).not.toContain("<script>alert");
    const [, json = "{}"] = /id="runtime-settings">([^<]*)</.exec(page) ?? [];
    expect(JSON.parse(json)).toMatchObject({ publishableKey: hostile });
  });

  test("/favicon.ico is there for those who never read a page", async () => {
    const response = await request("/favicon.ico");
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/x-icon"]);
  });

  test("the feed and the documentation as Markdown say what they are", async () => {
    for (const [path, type] of [
      ["/feed.xml", "application/rss+xml; charset=utf-8"],
      ["/docs/bootloader.md", "text/markdown; charset=utf-8"],
    ] as const) {
      const response = await request(path);
      expect([response.status, response.headers.get("content-type")]).toEqual([200, type]);
      expect(await response.text()).not.toContain("guidevane.example");
    }
  });

  test.each(["/build/torah-and-ai/availut", "/build/Any-Name-7/availut"])(
    "%s is the newsletter guide",
    async (path) => {
      expect(await (await request(path)).text()).toContain("<h1>Guide</h1>");
    },
  );

  test.each([
    "/build/a_b/availut",
    "/build//availut",
    "/build/a/b/availut",
    "/nothing",
    "/__spa-fallback.html",
    "/__spa-fallback",
    "/error/400",
    "/404",
    "/assets/app-abc12345.js.map",
  ])("%s is not found", async (path) => {
    const response = await request(path);
    expect(response.status).toBe(404);
    expect(await response.text()).toContain("Oops! Page not found");
  });
});

describe("caching", () => {
  test("the same tag gives 304 without a body", async () => {
    const tag = (await request("/", { headers: { "accept-encoding": "br" } })).headers.get("etag") ?? "";
    expect(tag).toMatch(/^W\//);
    for (const sent of [tag, tag.replace("W/", ""), `"other", ${tag}`, "*"]) {
      const again = await request("/", { headers: { "if-none-match": sent, "accept-encoding": "br" } });
      expect([sent, again.status]).toEqual([sent, 304]);
      expect(again.headers.get("etag")).toBe(tag);
      expect(await again.text()).toBe("");
    }
    expect((await request("/", { headers: { "if-none-match": '"other"' } })).status).toBe(200);
  });

  test("hashed assets never change; other files are checked again", async () => {
    expect((await request("/assets/app-abc12345.js")).headers.get("cache-control")).toBe(
      "public, max-age=31536000, immutable",
    );
    expect((await request("/favicon.svg")).headers.get("cache-control")).toBe("public, max-age=86400");
    expect((await request("/")).headers.get("cache-control")).toBe("public, max-age=0, must-revalidate");
  });
});

describe("encodings", () => {
  const encoded = async (acceptEncoding: string) =>
    request("/education", { headers: { "accept-encoding": acceptEncoding } });

  test("brotli is preferred, gzip is second, plain always works", async () => {
    const plain = await (await encoded("identity")).text();
    const br = await encoded("gzip, deflate, br");
    expect(br.headers.get("content-encoding")).toBe("br");
    expect(br.headers.get("vary")).toBe("Accept-Encoding");
    expect(brotliDecompressSync(Buffer.from(await br.arrayBuffer())).toString()).toBe(plain);
    const gzip = await encoded("gzip");
    expect(gzip.headers.get("content-encoding")).toBe("gzip");
    expect(gunzipSync(Buffer.from(await gzip.arrayBuffer())).toString()).toBe(plain);
  });

  test("a page is compressed harder when no other was asked for first for five seconds, and stays the same page", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const other = await smallSite({});
    onTestFinished(() => {
      vi.useRealTimers();
      other.remove();
    });
    const visit = (path = "/long") => other.request(path, { headers: { "accept-encoding": "br" } });
    const first = await visit();
    const quick = Buffer.from(await first.arrayBuffer());
    vi.advanceTimersByTime(4000);
    expect((await visit("/")).headers.get("content-encoding")).toBe("br");
    vi.advanceTimersByTime(4999);
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(1);
    expect(vi.getTimerCount()).toBe(0);
    await expect.poll(async () => Number((await visit()).headers.get("content-length"))).toBeLessThan(quick.length);
    const later = await visit();
    expect(brotliDecompressSync(Buffer.from(await later.arrayBuffer()))).toEqual(brotliDecompressSync(quick));
    expect(later.headers.get("etag")).toBe(first.headers.get("etag"));
  });

  test("q=0 refuses an encoding", async () => {
    expect((await encoded("br;q=0, gzip")).headers.get("content-encoding")).toBe("gzip");
    expect((await encoded("br;q=0, gzip;q=0.0")).headers.get("content-encoding")).toBeNull();
  });
});

describe("redirects", () => {
  test.each(Object.entries(redirects))("%s goes to %s for good and keeps the query", async (from, to) => {
    const response = await request(`${from}?utm=a%20b`);
    expect(response.status).toBe(301);
    const [path, hash] = to.split("#");
    expect(response.headers.get("location")).toBe(`${path}?utm=a%20b${hash ? `#${hash}` : ""}`);
  });

  test("a moved address with a slash behind it moves once", async () => {
    const response = await request("/workshops/?a=1");
    expect([response.status, response.headers.get("location")]).toEqual([301, "/education?a=1"]);
  });

  test("thousands of slashes cost little, wherever they stand", () => {
    const times = [1, 2, 3].map(() => {
      const start = performance.now();
      expect(respond(`${"/".repeat(8000)}x`)?.status).toBe(404);
      return performance.now() - start;
    });
    expect(Math.min(...times)).toBeLessThan(30);
  });

  test("a trailing slash is taken off", async () => {
    const response = await request("/education/?a=1");
    expect([response.status, response.headers.get("location")]).toEqual([301, "/education?a=1"]);
  });

  test.each(["//evil.test/", "//evil.test//", "/\\evil.test/", "/%2f%2fevil.test/"])(
    "%s never leads to another host",
    async (path) => {
      const response = respond(path);
      const location = response?.headers.get("location");
      if (location) expect(new URL(location, "https://site.test").host).toBe("site.test");
      else expect(response?.status).toBe(404);
    },
  );
});

describe("the tools host", () => {
  test.each(["tools.test", "TOOLS.test", "tools.test:8080", "tools.test."])(
    "%s shows the extension page at /",
    async (host) => {
      const response = await request("/", { host });
      expect(response.status).toBe(200);
      expect(await response.text()).toContain("<h1>GPT Extender Lite</h1>");
    },
  );

  test.each(["/education", "/admin", "/nothing", "/auth/v1/health", "/rest/v1/accounts", "/workshops"])(
    "%s leads to /",
    async (path) => {
      const response = await request(path, { host: "tools.test" });
      expect([response.status, response.headers.get("location")]).toEqual([302, "/"]);
    },
  );

  test("assets still load", async () => {
    expect((await request("/assets/app-abc12345.js", { host: "tools.test" })).status).toBe(200);
  });

  test.each(["nottools.test", "tools.test.evil.test", "x-tools.test"])("%s is not the tools host", async (host) => {
    expect((await request("/", { host })).status).toBe(421);
  });
});

describe("bad requests", () => {
  test("unknown hosts are refused, configured ones answered", async () => {
    expect((await request("/", { host: "evil.test" })).status).toBe(421);
    expect((await request("/", { host: "a b" })).status).toBe(400);
    expect((await request("/", { host: "other.test" })).status).toBe(200);
    expect((await request("/", { host: "127.0.0.1:9" })).status).toBe(200);
  });

  test("without SITE_URL any host is answered", async () => {
    const anywhere = await smallSite();
    expect((await anywhere.request("/", { host: "whatever.test" })).status).toBe(200);
    anywhere.remove();
  });

  test.each(["/%", "/%zz", "/%ff", "/a%00b"])("%s cannot be read: people see the error screen", async (target) => {
    const forPeople = await request(target, { headers: { accept: "text/html,*/*;q=0.8" } });
    expect([forPeople.status, forPeople.headers.get("content-type")]).toEqual([400, "text/html; charset=utf-8"]);
    expect(forPeople.headers.get("cache-control")).toBe("no-store");
    expect(forPeople.headers.get("content-security-policy")).toContain("script-src");
    expect(await forPeople.text()).toMatch(/Unexpected Application Error!.*400 Bad Request/);
    const forPrograms = await request(target);
    expect([forPrograms.status, await forPrograms.text()]).toEqual([400, "Bad Request\n"]);
  });

  test("pages take no other methods", async () => {
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      const response = await request("/education", { method });
      expect([method, response.status, response.headers.get("allow")]).toEqual([method, 405, "GET, HEAD, OPTIONS"]);
      expect(await response.text()).toBe("Method Not Allowed\n");
      const forPeople = await request("/education", { method, headers: { accept: "text/html" } });
      expect([forPeople.status, forPeople.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
      expect(await forPeople.text()).toMatch(/Unexpected Application Error!.*405 Method Not Allowed/);
    }
    expect((await request("/education", { method: "PROPFIND" })).status).toBe(405);
    expect((await request("/education", { method: "OPTIONS" })).status).toBe(204);
  });

  test("an address of 10,000 characters is refused", async () => {
    expect((await request(`/${"a".repeat(10_000)}`)).status).toBe(414);
  });
});

describe("/healthz", () => {
  test("has exactly the specified fields", async () => {
    const response = await request("/healthz");
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toContain("application/json");
    expect(await response.json()).toEqual({
      ok: true,
      version: "1.0.0",
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
      environment: "production",
      features: { contentIntelligence: true, crmRelMining: true, autoPublish: false },
    });
  });
});
