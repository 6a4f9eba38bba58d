import { expect, test } from "vitest";
import { readEnv } from "../../server/env.ts";
import { checkProxy, checkPublishing, checkSettings } from "./check-settings.ts";

const fixes = (source: Record<string, string>) =>
  checkSettings(readEnv(source), source)
    .filter(({ mark }) => mark === "fix")
    .map(({ words }) => words);

test("Stripe's key without its webhook secret, and the other way round", () => {
  expect(fixes({ STRIPE_SECRET_KEY: "sk_1" })).toEqual([
    expect.stringContaining("STRIPE_SECRET_KEY is set without STRIPE_WEBHOOK_SECRET"),
  ]);
  expect(fixes({ STRIPE_WEBHOOK_SECRET: "whsec_1" })).toEqual([
    expect.stringContaining("STRIPE_WEBHOOK_SECRET is set without STRIPE_SECRET_KEY"),
  ]);
  expect(fixes({ STRIPE_SECRET_KEY: "sk_1", STRIPE_WEBHOOK_SECRET: "whsec_1" })).toEqual([]);
});

test.each([
  ["DATABSE_URL", "DATABASE_URL"],
  ["STMP_URL", "SMTP_URL"],
  ["SITEURL", "SITE_URL"],
  ["TRUSTED_PROXY", "TRUSTED_PROXIES"],
  ["POSTMARK_SERVER_TOKN", "POSTMARK_SERVER_TOKEN"],
  ["AUTO_PUBLISHING", "AUTO_PUBLISH"],
])("%s looks like %s", (name, meant) => {
  expect(fixes({ [name]: "x" })).toEqual([`${name} is not a setting: was ${meant} meant?`]);
});

test("what is right, empty, or nothing like ours is not named", () => {
  const others = {
    PATH: "/bin",
    HOME: "/root",
    HOSTNAME: "a",
    PGHOST: "b",
    NODE_ENV: "c",
    LANG: "C",
    SHLVL: "1",
    PWD: "/",
  };
  expect(fixes({ ...others, SMTP_URL: "smtp://a", STMP_URL: "", OTEL_SERVICE_NAME: "d" })).toEqual([]);
  // Both are set: anyone who set the right one knows it.
  expect(fixes({ SITE_URL: "https://a.example", SITEURL: "https://a.example" })).toEqual([]);
});

test("publishing without a mail provider", () => {
  expect(checkPublishing(readEnv({}), true)).toMatchObject([
    { mark: "fix", words: expect.stringContaining("there is no mail provider") as string },
  ]);
  expect(checkPublishing(readEnv({}), false)).toEqual([]);
  expect(checkPublishing(readEnv({ SMTP_URL: "smtp://a" }), true)).toEqual([]);
});

test.each([
  ["https://a.example", "proxy", "ok"],
  ["https://a.example", "proxy without address", "fix"],
  ["https://a.example", "proxy not trusted", "fix"],
  ["https://a.example", "direct", "fix"],
  ["http://a.example", "direct", "ok"],
] as const)("a proxy at %s that came as %s: %s", (SITE_URL, source, mark) => {
  expect(checkProxy(readEnv({ SITE_URL }), source).mark).toBe(mark);
});
