// Pages that a secret address opens: what every one of them must do, whatever it shows. The module gives the content.
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { getCookie, setCookie } from "hono/cookie";
import type { AppEnv } from "#server/app.ts";
import { networkOf } from "#server/supabase/limits/network.ts";
import type { Limits } from "#server/supabase/limits/limits.ts";
import { documentScriptHash } from "../pages/document-script.ts";
import { isFormNonce, type Link, type LinkKind, type Links } from "./links.ts";

/** Who asks, as far as it is known. */
export interface Visit {
  token: string;
  /** Where the page is: "/p/...". */
  path: string;
  query: URLSearchParams;
  clientAddress: string;
  userAgent: string;
  request: Request;
}

export interface TokenPage {
  kind: LinkKind;
  /** HTML of the page (with its status, where it says what is wrong), or null when its subject is gone. GET changes nothing that matters. */
  show(link: Link, token: string, visit: Visit): Promise<string | { html: string; status: number } | null>;
  /** What a sent form does. `version` is the one the visitor saw: compare it with the present one. */
  act?(link: Link, form: Record<string, string>, version: string, visit: Visit): Promise<Response>;
  /** Files and further pages below the address, by name: { "proposal.pdf": ... }. Null when there is none. */
  files?: Readonly<Record<string, (link: Link, visit: Visit) => Promise<Response | null>>>;
  /** The page was in front of a person, who touched it. */
  seen?(link: Link, visit: Visit): Promise<void>;
}

export type Notice = "ended" | "wait" | "stale" | "password" | "password-wrong" | "password-locked";

export interface TokenPageParts {
  links: Links;
  limits: Limits;
  /** What is shown in place of the page (app/site/link-notice.tsx), with the headers of a public page. */
  notice(name: Notice): { html: Uint8Array<ArrayBuffer>; headers: Record<string, string> };
  /** Cookies are marked Secure where the site is served over https. */
  secure: boolean;
}

type Ctx = Context<AppEnv>;

/** Room for several comments on a long document. */
const maxFormBytes = 100_000;
/**
 * A minute, for each link from one network, and for each network: others who have the link are kept out by no one. The page says by itself that it was seen: that never takes an answer's place, and
 * colleagues who read behind one address are not in each other's way.
 */
const allowances = {
  reads: { link: 30, network: 30 },
  writes: { link: 5, network: 5 },
  seen: { link: 30, network: 300 },
} as const;
/** Wrong passwords of a link from one network; from everywhere together it slows down after three times as many. */
const passwordTries = { max: 5, seconds: 900 };
/** Of every page that a secret address opens. */
export const headers = {
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
  "X-Robots-Tag": "noindex, nofollow",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Content-Security-Policy":
    "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; " +
    `script-src 'self' ${documentScriptHash}; ` +
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
};

export function tokenPage({ links, limits, notice, secure }: TokenPageParts, page: TokenPage): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  const html = (body: string, status = 200) =>
    new Response(body, { status, headers: { ...headers, "Content-Type": "text/html; charset=utf-8" } });
  const network = (c: Ctx) => networkOf(c.env?.clientAddress ?? c.get("clientAddress") ?? "unknown");
  const noticed = (name: Notice, status: number, more: Record<string, string> = {}) => {
    const { html: shown, headers: own } = notice(name);
    const policy = own["Content-Security-Policy"] ?? headers["Content-Security-Policy"];
    return new Response(shown, {
      status,
      headers: { ...headers, "Content-Security-Policy": policy, "Content-Type": "text/html; charset=utf-8", ...more },
    });
  };
  const slowDown = (seconds: number) => noticed("wait", 429, { "Retry-After": String(seconds) });

  async function open(c: Ctx, action: "reads" | "writes" | "seen"): Promise<Link | Response> {
    const { link: perLink, network: perNetwork } = allowances[action];
    const token = c.req.param("token") ?? "";
    const from = network(c);
    const strange = { name: "links unknown", of: from, max: 20, seconds: 3600 };
    const found = await links.find(page.kind, token);
    // The same words for a link that never was and one that has ended: the page tells no one which.
    if (found === "unknown") {
      const wait = await limits.take(strange);
      return wait === null ? noticed("ended", 404) : slowDown(wait);
    }
    if (found === "ended") return noticed("ended", 410);
    const wait = await limits.take(
      { name: `links ${action} link`, of: `${found.id} ${from}`, max: perLink, seconds: 60 },
      { name: `links ${action} network`, of: from, max: perNetwork, seconds: 60 },
    );
    return wait === null ? found : slowDown(wait);
  }

  const cookieOf = (link: Link) => `link-${link.id}`;
  const isOpen = (c: Ctx, link: Link) => !link.hasPassword || links.isUnlocked(link.id, getCookie(c, cookieOf(link)));
  async function unlock(c: Ctx, link: Link, password: string): Promise<Response> {
    // Counted before it is judged: many at once are not more than many in a row. The one who guesses is stopped, and no one else who has the link.
    const { max, seconds } = passwordTries;
    const fromThere = { name: "link password network", of: `${link.id} ${network(c)}`, max, seconds };
    const ofAll = { name: "link password", of: link.id, free: 3 * max };
    if ((await limits.take(fromThere)) !== null) return noticed("password-locked", 403);
    if ((await limits.slowDown(ofAll)) !== null) {
      await limits.giveBack(fromThere);
      return noticed("password-locked", 403);
    }
    const unlocked = await links.unlock(link.id, password);
    if (unlocked === "wrong") return noticed("password-wrong", 403);
    await limits.giveBack(fromThere);
    await limits.speedUp(ofAll);
    // A cookie and not a part of the address: addresses are passed on.
    setCookie(c, cookieOf(link), unlocked.grant, { httpOnly: true, sameSite: "Strict", secure, path: c.req.path });
    for (const [name, value] of Object.entries(headers)) c.header(name, value);
    return c.redirect(c.req.path, 303);
  }

  const visitOf = (c: Ctx): Visit => ({
    token: c.req.param("token") ?? "",
    path: new URL(c.req.url).pathname,
    query: new URL(c.req.url).searchParams,
    clientAddress: c.env?.clientAddress ?? c.get("clientAddress") ?? "unknown",
    userAgent: (c.req.header("user-agent") ?? "").slice(0, 500),
    request: c.req.raw,
  });

  routes.get("/:token", async (c) => {
    const link = await open(c, "reads");
    if (link instanceof Response) return link;
    if (!(await isOpen(c, link))) return noticed("password", 200);
    const shown = await page.show(link, c.req.param("token"), visitOf(c));
    if (shown === null) return noticed("ended", 410);
    return typeof shown === "string" ? html(shown) : html(shown.html, shown.status);
  });
  for (const [name, file] of Object.entries(page.files ?? {}))
    routes.get(`/:token/${name}`, async (c) => {
      const link = await open(c, "reads");
      if (link instanceof Response) return link;
      if (!(await isOpen(c, link))) return noticed("password", 200);
      const response = await file(link, visitOf(c));
      if (response === null) return noticed("ended", 410);
      for (const [header, value] of Object.entries(headers))
        if (!response.headers.has(header)) response.headers.set(header, value);
      return response;
    });

  const small = bodyLimit({ maxSize: maxFormBytes, onError: () => noticed("stale", 413) });
  routes.post("/:token/seen", small, async (c) => {
    const link = await open(c, "seen");
    if (link instanceof Response) return link;
    if (await isOpen(c, link)) await page.seen?.(link, visitOf(c));
    return new Response(null, { status: 204, headers });
  });
  routes.post("/:token", small, async (c) => {
    const link = await open(c, "writes");
    if (link instanceof Response) return link;
    const form = await textFields(c);
    if (c.req.query("password") !== undefined && link.hasPassword) return unlock(c, link, form.password ?? "");
    if (!(await isOpen(c, link))) return noticed("password", 200);
    const { nonce = "", version = "", ...fields } = form;
    if (!page.act || !isFormNonce(c.req.param("token"), version, nonce)) return noticed("stale", 403);
    const response = await page.act(link, fields, version, visitOf(c));
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
    return response;
  });
  return routes;
}

async function textFields(c: Ctx): Promise<Record<string, string>> {
  const body = await c.req.parseBody();
  return Object.fromEntries(
    Object.entries(body).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}
