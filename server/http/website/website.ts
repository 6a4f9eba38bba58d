// Public pages, the back-office shell and static files, served from memory by map look-up.
import { redirects } from "#content/redirects.ts";
import type { Env } from "#server/env.ts";
import { type Firm, firmOf } from "#server/platform/firm.ts";
import { safeHeaders } from "../api-headers.ts";
import { normalHost, splitTarget, withoutLastSlashes } from "./address.ts";
import { loadSite, type Site, type SiteFile } from "./load-site.ts";
import { pageScripts } from "./page-scripts.ts";
import {
  apiPaths,
  guidePage,
  guidePath,
  hasNoAddress,
  modulePaths,
  sentPage,
  shell,
  shellPaths,
  toolsPage,
} from "./paths.ts";
import { withAnswerDay } from "./sent-page.ts";

export interface Website {
  /** Undefined when the path belongs to the API or to a module. */
  respond(request: Request): Response | undefined;
  /** A prerendered page without an address, for modules that show it under theirs. */
  hiddenPage(path: string): { html: Uint8Array<ArrayBuffer>; headers: Record<string, string> };
  /** For such a path that no one knows: the 404 page, or JSON below the API. */
  notFound(request: Request): Response;
  /** Of every page, file, redirect and entrance to the back office. */
  paths: string[];
}

/** `live` says which modules are on: pages that know of one are then different. `firm` is who the pages name. */
export async function createWebsite(
  env: Env,
  publishableKey: string,
  roots?: string[],
  live: () => ReadonlySet<string> = () => none,
  firm: () => Firm = () => defaultFirm,
): Promise<Website> {
  const site = await loadSite(env, publishableKey, roots, firm);
  const moved = new Map<string, string>(Object.entries(redirects));
  const safe = safeHeaders(env);
  const scriptsFor = scriptsOf(site);

  function respond(request: Request): Response | undefined {
    const target = splitTarget(targetOf(request));
    if (!target) return refuse(400, "Bad Request", request);
    const { path, query } = target;

    if (env.TOOLS_HOST && normalHost(header(request, "host")) === env.TOOLS_HOST) return onToolsHost(path, request);
    if (apiPaths.test(path) || modulePaths.test(path)) return undefined;
    if (!isRead(request)) return notAllowed(request);

    if (path === sentPage && live().has("inquiries")) return sent(query, request);
    const file = site.get(path, "page", live()) ?? site.get(path, "file");
    if (file && !hasNoAddress.test(path)) return serve(file, 200, request);
    if (shellPaths.test(path)) return serve(need(shell), 200, request, scriptsFor(path));
    if (guidePath.test(path)) return serve(need(guidePage), 200, request);
    const bare = withoutLastSlashes(path);
    const to = moved.get(path) ?? moved.get(bare);
    if (to) return redirect(301, withQuery(to, query));
    // Only towards a page that exists, so that the redirect can never name another host.
    if (bare !== path && isPage(bare)) return redirect(301, bare + query);
    return serve(need("/404"), 404, request);
  }

  /** The page after sending without JavaScript: the one page with something in it that differs from visitor to visitor. */
  function sent(query: string, request: Request): Response {
    const page = withAnswerDay((holds) => need(sentPage, holds).bestFor(""), query);
    return new Response(request.method === "HEAD" ? null : page.html, { headers: page.headers });
  }

  function notFound(request: Request): Response {
    const path = splitTarget(targetOf(request))?.path ?? "";
    if (!apiPaths.test(path)) return serve(need("/404"), 404, request);
    const isHosted = /^\/(?:auth|rest)\/v1/.test(path) && env.SUPABASE_URL !== undefined;
    const message = isHosted ? "This deployment uses a hosted backend" : "Not found";
    return Response.json({ code: 404, message }, { status: 404, headers: safe });
  }

  const isPage = (path: string) =>
    site.get(path, "page") !== undefined || shellPaths.test(path) || guidePath.test(path);

  function onToolsHost(path: string, request: Request): Response {
    if (!isRead(request)) return notAllowed(request);
    if (path === "/") return serve(need(toolsPage), 200, request);
    const file = site.get(path, "file");
    return file ? serve(file, 200, request) : redirect(302, "/");
  }

  function need(path: string, holds = live()): SiteFile {
    const file = site.get(path, "page", holds);
    if (!file) throw new Error(`The build has no page ${path}: run npm run build`);
    return file;
  }

  function notAllowed(request: Request): Response {
    const allow = { Allow: "GET, HEAD, OPTIONS" };
    if (request.method === "OPTIONS") return new Response(null, { status: 204, headers: { ...safe, ...allow } });
    return refuse(405, "Method Not Allowed", request, allow);
  }

  /** People get the error screen, programs a line of text. */
  function refuse(status: 400 | 405, text: string, request: Request, headers: Record<string, string> = {}): Response {
    if (/\btext\/html\b/.test(header(request, "accept") ?? "")) {
      const form = need(`/error/${status}`).bestFor(header(request, "accept-encoding") ?? "");
      return new Response(form.body, { status, headers: { ...form.headers, ...headers, "Cache-Control": "no-store" } });
    }
    return new Response(`${text}\n`, {
      status,
      headers: { ...safe, "Content-Type": "text/plain; charset=utf-8", ...headers },
    });
  }

  function hiddenPage(path: string) {
    const { body, headers } = need(path).bestFor("");
    return { html: body, headers };
  }

  const redirect = (status: 301 | 302, location: string): Response =>
    new Response(null, {
      status,
      headers: {
        ...safe,
        Location: location,
        "Content-Length": "0",
        "Cache-Control": status === 301 ? "public, max-age=3600" : "no-store",
      },
    });

  return { respond, notFound, hiddenPage, paths: [...site.paths, ...moved.keys(), "/auth", "/admin"] };
}

const none: ReadonlySet<string> = new Set();
const defaultFirm = firmOf();
const header = (request: Request, name: string): string | undefined => request.headers.get(name) ?? undefined;
/** Path and query, behind scheme and host. */
const targetOf = ({ url }: Request): string => url.slice(url.indexOf("/", 8));
const isRead = ({ method }: Request): boolean => method === "GET" || method === "HEAD";

/** A build for tests may have no back office. */
function scriptsOf(site: Site): (path: string) => Record<string, string> {
  const built = site.paths.find((path) => /^\/assets\/manifest-\w+\.js$/.test(path));
  const file = built === undefined ? undefined : site.get(built, "file");
  const find = file && pageScripts(Buffer.from(file.bestFor("").body).toString("utf8"));
  return (path) => {
    const link = find?.(path);
    return link ? { Link: link } : {};
  };
}

function serve(file: SiteFile, status: number, request: Request, more: Record<string, string> = {}): Response {
  const form = file.bestFor(header(request, "accept-encoding") ?? "");
  const ifNoneMatch = header(request, "if-none-match");
  if (status === 200 && ifNoneMatch && matches(ifNoneMatch, form.etag))
    return new Response(null, { status: 304, headers: { ...form.headersWhenUnchanged, ...more } });
  return new Response(request.method === "HEAD" ? null : form.body, { status, headers: { ...form.headers, ...more } });
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
