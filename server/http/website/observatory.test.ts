// The rules of Mozilla's HTTP Observatory that apply to a site without cookies, redirects to TLS by its proxy, or
// third-party scripts, with Mozilla's points. Every page must reach 100 or more.
import { afterAll, expect, test } from "vitest";
import { smallSite } from "#server/testing/small-site.ts";

const site = await smallSite({ SITE_URL: "https://site.test" });
afterAll(site.remove);

type Directives = Map<string, string[]>;

function directivesOf(policy: string): Directives {
  return new Map(
    policy.split(";").map((part) => {
      const [name = "", ...values] = part.trim().split(/\s+/);
      return [name, values];
    }),
  );
}

function policyPoints(policy: Directives): number {
  const scripts = policy.get("script-src") ?? policy.get("default-src") ?? ["*"];
  const broad = (values: string[]) => values.some((value) => ["*", "http:", "https:", "data:"].includes(value));
  if (
    scripts.includes("'unsafe-inline'") ||
    broad(scripts) ||
    broad(policy.get("object-src") ?? policy.get("default-src") ?? ["*"])
  )
    return -20;
  if (scripts.includes("'unsafe-eval'")) return -10;
  if ((policy.get("style-src") ?? []).includes("'unsafe-inline'")) return 0;
  return policy.get("default-src")?.[0] === "'none'" ? 10 : 5;
}

function score(headers: Headers): number {
  const policy = directivesOf(headers.get("content-security-policy") ?? "");
  const age = Number(/max-age=(\d+)/.exec(headers.get("strict-transport-security") ?? "")?.[1] ?? 0);
  const privateReferrer = ["no-referrer", "same-origin", "strict-origin", "strict-origin-when-cross-origin"];
  const penalties = [
    headers.get("content-security-policy") === null ? -25 : Math.min(0, policyPoints(policy)),
    age === 0 ? -20 : age < 15_768_000 ? -10 : 0,
    headers.get("x-content-type-options") === "nosniff" ? 0 : -5,
    policy.has("frame-ancestors") || headers.has("x-frame-options") ? 0 : -20,
    headers.get("access-control-allow-origin") === "*" ? -50 : 0,
    headers.has("set-cookie") ? -40 : 0,
  ];
  const total = 100 + penalties.reduce((sum, points) => sum + points, 0);
  const bonuses = [
    Math.max(0, policyPoints(policy)),
    policy.get("frame-ancestors")?.[0] === "'none'" ? 5 : 0,
    privateReferrer.includes(headers.get("referrer-policy") ?? "") ? 5 : 0,
    headers.get("cross-origin-resource-policy") === "same-origin" ? 10 : 0,
  ];
  return total >= 90 ? total + bonuses.reduce((sum, points) => sum + points, 0) : total;
}

test.each(["/", "/contact", "/auth", "/admin", "/nothing", "/healthz"])("%s scores 100 or more", async (path) => {
  expect(score((await site.request(path, { host: "site.test" })).headers)).toBeGreaterThanOrEqual(100);
});

test.each(["/auth", "/admin"])("%s loads nothing from anyone else", async (path) => {
  const policy = directivesOf(
    (await site.request(path, { host: "site.test" })).headers.get("content-security-policy") ?? "",
  );
  for (const [name, values] of policy)
    expect([
      name,
      values.filter((value) => !value.startsWith("'") && value !== "data:" && value !== "mailto:"),
    ]).toEqual([name, []]);
  expect(policy.get("base-uri")).toEqual(["'none'"]);
  expect(policy.get("object-src")).toEqual(["'none'"]);
});

test("a page with its headers taken away scores below 100", () => {
  expect(score(new Headers())).toBeLessThan(100);
  expect(
    score(new Headers({ "content-security-policy": "default-src 'self'; script-src 'unsafe-inline'" })),
  ).toBeLessThan(100);
});

test("only https deployments promise https", async () => {
  const plain = await smallSite({ SITE_URL: "http://site.test" });
  expect((await plain.request("/", { host: "site.test" })).headers.get("strict-transport-security")).toBeNull();
  expect((await site.request("/", { host: "site.test" })).headers.get("strict-transport-security")).toMatch(
    /max-age=\d{8}/,
  );
  plain.remove();
});

test.each(["/", "/contact", "/auth", "/admin/crm", "/nothing", "/healthz", "/api/nothing"])(
  "%s carries every header, not only those that score",
  async (path) => {
    const { headers } = await site.request(path, { host: "site.test" });
    expect(Object.fromEntries(headers)).toMatchObject({
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "strict-origin-when-cross-origin",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "permissions-policy": expect.stringMatching(/camera=\(\).*geolocation=\(\).*microphone=\(\)/) as string,
      "strict-transport-security": "max-age=63072000; includeSubDomains",
    });
    const policy = directivesOf(headers.get("content-security-policy") ?? "");
    expect(policy.get("default-src")).toEqual(["'none'"]);
    expect(policy.get("frame-ancestors")).toEqual(["'none'"]);
  },
);

test.each(["/", "/contact", "/auth", "/admin/crm", "/nothing"])(
  "%s lets nothing rebase it, embed an object or take its forms",
  async (path) => {
    const { headers } = await site.request(path, { host: "site.test" });
    const policy = directivesOf(headers.get("content-security-policy") ?? "");
    expect(policy.get("base-uri")).toEqual(["'none'"]);
    expect(policy.get("object-src")).toEqual(["'none'"]);
    expect(policy.get("form-action")).toEqual(["'self'", "mailto:"]);
  },
);
