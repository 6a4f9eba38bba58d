// Pages that a secret address opens: what every one of them must do, whatever it shows. The module gives the content.
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { getCookie, setCookie } from "hono/cookie";
import type { AppEnv } from "#server/app.ts";
import { networkOf } from "#server/supabase/limits/network.ts";
import type { Limits } from "#server/supabase/limits/limits.ts";
import { isFormNonce, type Link, type LinkKind, type Links } from "./links.ts";

export interface TokenPage {
  kind: LinkKind;
  /** HTML of the page, or null when its subject is gone. GET changes nothing. */
  show(link: Link, token: string): Promise<string | null>;
  /** What a sent form does. `version` is the one the visitor saw: compare it with the present one. */
  act?(link: Link, form: Record<string, string>, version: string): Promise<Response>;
  /** The page was in front of a person, who touched it. */
  seen?(link: Link): Promise<void>;
}

export interface TokenPageParts {
  links: Links;
  limits: Limits;
  /** The site's look around a title and a body of HTML. */
  frame(title: string, body: string): string;
  /** Cookies are marked Secure where the site is served over https. */
  secure: boolean;
}

type Ctx = Context<AppEnv>;

const maxFormBytes = 20_000;
const headers = {
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
  "X-Robots-Tag": "noindex, nofollow",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Content-Security-Policy":
    "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self'; font-src 'self'; script-src 'self'; " +
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
};

export function tokenPage({ links, limits, frame, secure }: TokenPageParts, page: TokenPage): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  const html = (body: string, status = 200) =>
    new Response(body, { status, headers: { ...headers, "Content-Type": "text/html; charset=utf-8" } });
  const network = (c: Ctx) => networkOf(c.env?.clientAddress ?? c.get("clientAddress") ?? "unknown");
  // The same words for a link that never was and one that has ended: the page tells nobody which.
  const noSuchPage = frame(
    "This link does not open anything",
    "<h1>This link does not open anything</h1><p>It may have ended, or the address is incomplete. Ask whoever sent it for a new one.</p>",
  );
  const slowDown = (seconds: number) => {
    const response = html(frame("One moment", "<h1>One moment</h1><p>Too many requests. Please try again soon.</p>"), 429);
    response.headers.set("Retry-After", String(seconds));
    return response;
  };

  async function open(c: Ctx, action: "reads" | "writes"): Promise<Link | Response> {
    const most = action === "reads" ? 30 : 5;
    const token = c.req.param("token") ?? "";
    const from = network(c);
    const strange = { name: "links unknown", of: from, most: 20, seconds: 3600 };
    const found = await links.find(page.kind, token);
    if (found === "unknown") {
      const wait = await limits.take(strange);
      return wait === null ? html(noSuchPage, 404) : slowDown(wait);
    }
    if (found === "ended") return html(noSuchPage, 410);
    const wait = await limits.take(
      { name: `links ${action} link`, of: found.id, most, seconds: 60 },
      { name: `links ${action} network`, of: from, most, seconds: 60 },
    );
    return wait === null ? found : slowDown(wait);
  }

  const cookieOf = (link: Link) => `link-${link.id}`;
  const isOpen = (c: Ctx, link: Link) => !link.hasPassword || links.isUnlocked(link.id, getCookie(c, cookieOf(link)));
  const passwordForm = (message = "") =>
    html(
      frame(
        "Password",
        `<h1>This page has a password</h1>${message && `<p role="alert">${message}</p>`}<form method="post" action="?password">` +
          '<label>Password <input type="password" name="password" required autofocus></label><button>Open</button></form>',
      ),
      message ? 403 : 200,
    );

  async function unlock(c: Ctx, link: Link, password: string): Promise<Response> {
    const unlocked = await links.unlock(link.id, password);
    if (unlocked === "wrong") return passwordForm("That is not the password.");
    if (unlocked === "locked") return passwordForm("Too many wrong passwords. Try again in a quarter of an hour.");
    // A cookie and not a part of the address: addresses are passed on.
    setCookie(c, cookieOf(link), unlocked.grant, { httpOnly: true, sameSite: "Strict", secure, path: c.req.path });
    for (const [name, value] of Object.entries(headers)) c.header(name, value);
    return c.redirect(c.req.path, 303);
  }

  routes.get("/:token", async (c) => {
    const link = await open(c, "reads");
    if (link instanceof Response) return link;
    if (!(await isOpen(c, link))) return passwordForm();
    const shown = await page.show(link, c.req.param("token"));
    return shown === null ? html(noSuchPage, 410) : html(shown);
  });

  const small = bodyLimit({ maxSize: maxFormBytes, onError: () => html(noSuchPage, 413) });
  routes.post("/:token/seen", small, async (c) => {
    const link = await open(c, "writes");
    if (link instanceof Response) return link;
    if (await isOpen(c, link)) await page.seen?.(link);
    return new Response(null, { status: 204, headers });
  });
  routes.post("/:token", small, async (c) => {
    const link = await open(c, "writes");
    if (link instanceof Response) return link;
    const form = await textFields(c);
    if (c.req.query("password") !== undefined && link.hasPassword) return unlock(c, link, form.password ?? "");
    if (!(await isOpen(c, link))) return passwordForm();
    const { nonce = "", version = "", ...fields } = form;
    if (!page.act || !isFormNonce(c.req.param("token"), version, nonce))
      return html(frame("Please open the page again", "<h1>Please open the page again</h1><p>Nothing was changed.</p>"), 403);
    const response = await page.act(link, fields, version);
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
    return response;
  });
  return routes;
}

async function textFields(c: Ctx): Promise<Record<string, string>> {
  const body = await c.req.parseBody();
  return Object.fromEntries(Object.entries(body).filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}
