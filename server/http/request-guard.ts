// What is refused before any other part of the app sees it.
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../app.ts";
import type { Env } from "../env.ts";
import { safeHeaders } from "./api-headers.ts";
import { normalHost } from "./website/address.ts";

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const maxAddressLength = 8192;

export function guardRequests(env: Env) {
  const hosts = allowedHosts(env);
  const headers = safeHeaders(env);
  return createMiddleware<AppEnv>(async (c, next) => {
    const refuse = (status: 400 | 405 | 414 | 421, message: string) =>
      c.json({ code: status, message }, status, headers);
    if (!methods.has(c.req.method)) return refuse(405, "Method not allowed");
    if (c.req.url.length > maxAddressLength) return refuse(414, "The address is too long");
    if (!hosts) return next();
    const host = normalHost(c.req.header("host"));
    if (!host) return refuse(400, "The Host header is not a host name");
    return hosts.has(host) ? next() : refuse(421, "This server does not answer for that host");
  });
}

/** The host names this deployment answers for, or null when SITE_URL is not set and any will do. */
function allowedHosts(env: Env): Set<string> | null {
  if (!env.siteUrlIsSet) return null;
  const own = [new URL(env.SITE_URL).hostname, env.TOOLS_HOST, ...env.ALLOWED_HOSTS, "localhost", "127.0.0.1", "[::1]"];
  return new Set(own.filter((host) => host !== undefined).map((host) => host.toLowerCase()));
}
