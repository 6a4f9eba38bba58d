// Public pages, the back-office shell and static files, answered from memory by map look-up.
import { redirects } from "#content/redirects.ts";
import type { Env } from "#server/env.ts";
import { loadSite, type SiteFile } from "./load-site.ts";
import { normalHost, splitTarget, withoutLastSlashes } from "./address.ts";

export interface PlainRequest {
  method: string;
  /** Path and query as sent. */
  target: string;
  host: string | undefined;
  acceptEncoding: string | undefined;
  ifNoneMatch: string | undefined;
}

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Buffer | null;
}

export interface Website {
  /** Undefined when the path belongs to the API. */
  answer(request: PlainRequest): Answer | undefined;
}

const apiPaths = /^\/(?:healthz$|auth\/v1(?:\/|$)|rest\/v1(?:\/|$)|api(?:\/|$))/;
const shellPaths = /^\/(?:auth|admin(?:\/.*)?)$/;
// The newsletter guide answers under any name made of letters, digits and dashes.
const guidePath = /^\/build\/[A-Za-z0-9-]+\/availut$/;
const guidePage = "/build/torah-and-ai/availut";
const toolsPage = "/standalone/gpt-extender-lite";
const shell = "/__spa-fallback";

export async function createWebsite(env: Env, publishableKey: string, roots?: string[]): Promise<Website> {
  const site = await loadSite(env, publishableKey, roots);
  const moved = new Map<string, string>(Object.entries(redirects));

  function answer(request: PlainRequest): Answer | undefined {
    const target = splitTarget(request.target);
    if (!target) return plain(400, "Bad request");
    const { path, query } = target;

    if (env.TOOLS_HOST && normalHost(request.host) === env.TOOLS_HOST) return onToolsHost(path, request);
    if (apiPaths.test(path)) return undefined;
    if (request.method !== "GET" && request.method !== "HEAD") return notAllowed(request.method);

    const file = site.get(path, "page") ?? site.get(path, "file");
    if (file) return serve(file, 200, request);
    if (shellPaths.test(path)) return serve(need(shell), 200, request);
    if (guidePath.test(path)) return serve(need(guidePage), 200, request);
    const to = moved.get(path);
    if (to) return redirect(301, withQuery(to, query));
    // Only towards a page that exists, so that the answer can never name another host.
    const bare = withoutLastSlashes(path);
    if (bare !== path && isPage(bare)) return redirect(301, bare + query);
    return serve(need("/404"), 404, request);
  }

  const isPage = (path: string) =>
    site.get(path, "page") !== undefined || shellPaths.test(path) || guidePath.test(path) || moved.has(path);

  function onToolsHost(path: string, request: PlainRequest): Answer {
    if (request.method !== "GET" && request.method !== "HEAD") return notAllowed(request.method);
    if (path === "/") return serve(need(toolsPage), 200, request);
    const file = site.get(path, "file");
    return file ? serve(file, 200, request) : redirect(302, "/");
  }

  function need(path: string): SiteFile {
    const file = site.get(path, "page");
    if (!file) throw new Error(`The build has no page ${path}: run npm run build`);
    return file;
  }

  return { answer };
}

function serve(file: SiteFile, status: number, request: PlainRequest): Answer {
  const form = file.bestFor(request.acceptEncoding ?? "");
  if (status === 200 && request.ifNoneMatch && matches(request.ifNoneMatch, form.etag))
    return { status: 304, headers: form.headersWhenUnchanged, body: null };
  return { status, headers: form.headers, body: request.method === "HEAD" ? null : form.body };
}

function matches(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag || ifNoneMatch === "*") return true;
  const bare = etag.replace(/^W\//, "");
  return ifNoneMatch.split(",").some((candidate) => candidate.trim().replace(/^W\//, "") === bare);
}

function withQuery(to: string, query: string): string {
  const [path = "", hash] = to.split("#");
  return path + query + (hash === undefined ? "" : `#${hash}`);
}

const redirect = (status: 301 | 302, location: string): Answer => ({
  status,
  headers: {
    Location: location,
    "Content-Length": "0",
    "Cache-Control": status === 301 ? "public, max-age=3600" : "no-store",
  },
  body: null,
});

const plain = (status: number, text: string, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store", ...headers },
  body: Buffer.from(`${text}\n`),
});

function notAllowed(method: string): Answer {
  const allow = { Allow: "GET, HEAD, OPTIONS" };
  if (method === "OPTIONS") return { status: 204, headers: allow, body: null };
  return plain(405, "Method not allowed", allow);
}
