// The headers of every answer of the API: nothing is kept, framed or guessed, and who may read it from another origin.
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../app.ts";
import type { Env } from "../env.ts";
import { commonHeaders } from "./website/security-headers.ts";

export const safeHeaders = (env: Env): Record<string, string> => ({
  ...commonHeaders(env),
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
});

export const allowedOrigins = (env: Env): string[] => [new URL(env.SITE_URL).origin, ...env.CORS_ORIGINS];

export const exposedHeaders = [
  "Content-Range",
  "Content-Profile",
  "Location",
  "Preference-Applied",
  "X-Supabase-Api-Version",
  "Retry-After",
  "X-Request-Id",
];

/** Also tells the routes behind it where the request came from. */
export function addApiHeaders(env: Env) {
  const base = inSmallLetters({ ...safeHeaders(env), "Access-Control-Expose-Headers": exposedHeaders.join(",") });
  const byOrigin = new Map(
    allowedOrigins(env).map((origin) => [origin, { ...base, "access-control-allow-origin": origin }]),
  );
  return createMiddleware<AppEnv>(async (c, next) => {
    c.set("clientAddress", c.env?.clientAddress ?? "unknown");
    const added = byOrigin.get(c.req.header("origin") ?? "") ?? base;
    c.set("apiHeaders", added);
    await next();
    if (c.get("apiHeaders") === null) return;
    const { headers } = c.res;
    for (const [name, value] of Object.entries(added)) if (!headers.has(name)) headers.set(name, value);
    headers.set("vary", withOrigin(headers.get("vary") ?? ""));
  });
}

/**
 * The same for a response that is not made yet, from headers in small letters. It is for the data API, which answers most
 * requests: adding to a response that exists costs a tenth of all the server does for a list.
 */
export function takeApiHeaders(c: Context<AppEnv>, own: Record<string, string>): Record<string, string> {
  const added = c.get("apiHeaders");
  if (!added) return own;
  c.set("apiHeaders", null);
  return { ...added, ...own, vary: withOrigin(own.vary ?? "") };
}

const inSmallLetters = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

function withOrigin(vary: string): string {
  if (vary === "") return "Origin";
  return /(^|,)\s*(origin|\*)\s*(,|$)/i.test(vary) ? vary : `${vary}, Origin`;
}
