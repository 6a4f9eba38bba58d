// The pattern of a request's route, for metrics and traces: a known, short list, whatever anybody asks for.
import { createMiddleware } from "hono/factory";
import { routePath } from "hono/route";
import type { AppEnv } from "../app.ts";
import type { Website } from "./website/website.ts";

/** Filled while a request is answered; the listener reads it afterwards. */
export interface Seen {
  /** Not set when the website answered. */
  route?: string;
}

export const noteRoute = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  if (c.env?.seen) c.env.seen.route = routePath(c);
});

export type RouteLabel = (seen: Seen, target: string | undefined, status: number) => string;

const nobodys = "(none)";
const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
export const methodLabel = (method = ""): string => (methods.has(method) ? method : "(other)");

export function createRouteLabel(website: Pick<Website, "paths">): RouteLabel {
  const pages = new Set(website.paths.filter((path) => !path.includes(".")));
  return ({ route }, target = "", status) => {
    const path = target.split("?", 1)[0] ?? "";
    if (route === "*" || route === "/*") return nobodys;
    // One handler takes them all; names of tables and functions are the caller's words.
    if (route === "/rest/v1/*") return path.startsWith("/rest/v1/rpc/") ? "/rest/v1/rpc/:function" : "/rest/v1/:table";
    if (route !== undefined) return route;
    if (status === 404 || status === 405 || status === 400) return nobodys;
    if (path.startsWith("/assets/")) return "/assets/*";
    if (path.startsWith("/admin/")) return "/admin/*";
    if (pages.has(path)) return path;
    return status >= 300 && status < 400 && status !== 304 ? "(redirect)" : "(file)";
  };
}
