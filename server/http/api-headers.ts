// The headers of every answer of the API: nothing is kept, framed or guessed, and who may read it from another origin.
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
];

/** Also tells the routes behind it where the request came from. */
export function addApiHeaders(env: Env) {
  const base = { ...safeHeaders(env), "Access-Control-Expose-Headers": exposedHeaders.join(",") };
  const origins = new Set(allowedOrigins(env));
  return createMiddleware<AppEnv>(async (c, next) => {
    c.set("clientAddress", c.env?.clientAddress ?? "unknown");
    await next();
    const { headers } = c.res;
    for (const [name, value] of Object.entries(base)) if (!headers.has(name)) headers.set(name, value);
    const origin = c.req.header("origin");
    if (origin && origins.has(origin) && !headers.has("Access-Control-Allow-Origin"))
      headers.set("Access-Control-Allow-Origin", origin);
    headers.set("Vary", withOrigin(headers.get("vary") ?? ""));
  });
}

function withOrigin(vary: string): string {
  if (vary === "") return "Origin";
  return /(^|,)\s*(origin|\*)\s*(,|$)/i.test(vary) ? vary : `${vary}, Origin`;
}
