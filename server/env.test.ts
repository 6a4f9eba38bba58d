import { expect, test } from "vitest";
import { BadSetting, readEnv } from "./env.ts";

test("nothing set gives the documented defaults", () => {
  const env = readEnv({});
  expect(env).toMatchObject({
    PORT: 3000,
    DATA_DIR: "data",
    SITE_URL: "http://localhost:3000",
    siteUrlIsSet: false,
  });
  // Not set is not the same as false: it leaves the decision to the switch in Settings.
  expect(env.AUTO_PUBLISH).toBeUndefined();
});

test("an empty value counts as not set", () => {
  expect(readEnv({ PORT: "", SITE_URL: "" }).PORT).toBe(3000);
});

test.each([
  ["PORT", "abc"],
  ["PORT", "70000"],
  ["SITE_URL", "guidevane"],
  ["SITE_URL", "ftp://guidevane.example"],
  ["AUTO_PUBLISH", "yes"],
  ["ADMIN_EMAIL", "nobody"],
  ["PASSWORD_MIN_LENGTH", "3"],
  ["LOG_LEVEL", "loud"],
  ["TRUSTED_PROXIES", "127.0.0.1, proxy.internal"],
  ["CORS_ORIGINS", "https://a.example/"],
  ["CORS_ORIGINS", "a.example"],
  ["ALLOWED_HOSTS", "https://a.example"],
  ["TOOLS_HOST", "tools.example:8080"],
])("%s=%s is refused by name", (name, value) => {
  expect(() => readEnv({ [name]: value })).toThrow(BadSetting);
  expect(() => readEnv({ [name]: value })).toThrow(new RegExp(`^These settings are not right:\\n(.*\\n)*  ${name}: `));
});

test("lists of hosts, origins and addresses are read as such", () => {
  expect(
    readEnv({
      TRUSTED_PROXIES: "127.0.0.1, ::1",
      CORS_ORIGINS: "https://a.example, http://b.example:8080",
      ALLOWED_HOSTS: "A.example,b.example",
      TOOLS_HOST: "Tools.example",
    }),
  ).toMatchObject({
    TRUSTED_PROXIES: ["127.0.0.1", "::1"],
    CORS_ORIGINS: ["https://a.example", "http://b.example:8080"],
    ALLOWED_HOSTS: ["A.example", "b.example"],
    TOOLS_HOST: "tools.example",
  });
});

test("settings that need each other are asked for together", () => {
  expect(() => readEnv({ SUPABASE_URL: "https://x.example" })).toThrow(
    "SUPABASE_PUBLISHABLE_KEY: is needed because SUPABASE_URL is set",
  );
  expect(() => readEnv({ ADMIN_EMAIL: "a@b.example" })).toThrow("ADMIN_PASSWORD: is needed because ADMIN_EMAIL is set");
});

test("a bad secret is not printed", () => {
  expect(() => readEnv({ DATABASE_URL: "postgres://u:hunter2@h/d", PORT: "x" })).toThrow(/^(?!.*hunter2)/s);
});
