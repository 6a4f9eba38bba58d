// The headers of every answer of the API: nothing is kept, framed or guessed, and who may read it from another origin.
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

type Plain = Record<string, string | string[]>;

export interface ApiHeaders {
  /** An answer's own headers, and these where it has none of the name. */
  around(headers: Plain, origin: string | undefined): Plain;
  /** The same for an answer that has become a Response. */
  addTo(headers: Headers, origin: string | undefined): void;
}

export function createApiHeaders(env: Env): ApiHeaders {
  const base = inSmallLetters({ ...safeHeaders(env), "Access-Control-Expose-Headers": exposedHeaders.join(",") });
  const byOrigin = new Map(
    allowedOrigins(env).map((origin) => [origin, { ...base, "access-control-allow-origin": origin }]),
  );
  const headersFor = (origin: string | undefined): Record<string, string> => byOrigin.get(origin ?? "") ?? base;
  return {
    around: (headers, origin) => ({ ...headersFor(origin), ...headers, vary: withOrigin(headers["vary"]) }),
    addTo(headers, origin) {
      for (const [name, value] of Object.entries(headersFor(origin))) if (!headers.has(name)) headers.set(name, value);
      headers.set("vary", withOrigin(headers.get("vary") ?? undefined));
    },
  };
}

const inSmallLetters = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

function withOrigin(vary: string | string[] | undefined): string {
  const own = [vary ?? []].flat().join(", ");
  if (own === "") return "Origin";
  return /(^|,)\s*(origin|\*)\s*(,|$)/i.test(own) ? own : `${own}, Origin`;
}
