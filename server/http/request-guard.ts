// What is refused before any part of the app sees it.
import type { Env } from "../env.ts";
import { normalHost } from "./website/address.ts";

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const longestTarget = 8192;

export interface Refusal {
  status: 400 | 405 | 414 | 421;
  message: string;
}

/** The host names this deployment answers for, or null when SITE_URL is not set and any will do. */
export function allowedHosts(env: Env): Set<string> | null {
  if (!env.siteUrlIsSet) return null;
  const own = [new URL(env.SITE_URL).hostname, env.TOOLS_HOST, ...env.ALLOWED_HOSTS, "localhost", "127.0.0.1", "[::1]"];
  return new Set(own.filter((host) => host !== undefined).map((host) => host.toLowerCase()));
}

const hostsOf = new WeakMap<Env, Set<string> | null>();

export function guardRequest(
  env: Env,
  request: { method: string; host: string | undefined; url: string },
): Refusal | null {
  if (!methods.has(request.method)) return { status: 405, message: "Method not allowed" };
  if (request.url.length > longestTarget) return { status: 414, message: "The address is too long" };
  let hosts = hostsOf.get(env);
  if (hosts === undefined) hostsOf.set(env, (hosts = allowedHosts(env)));
  if (!hosts) return null;
  const host = normalHost(request.host);
  if (!host) return { status: 400, message: "The Host header is not a host name" };
  return hosts.has(host) ? null : { status: 421, message: "This server does not answer for that host" };
}
