// Behind the address in every outreach mail (RFC 8058). Opening it changes nothing, because scanners open every link; the one-click
// POST of a mailbox and the button of the page are the same, need no session, and may come twice. It stays open when the module is off.
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { framed } from "#server/platform/links/page-frame.ts";
import type { LastingContext, LastingParts, LastingRoutes } from "#server/platform/module-server.ts";
import type { Sql } from "#server/platform/database/sql.ts";

const field = "List-Unsubscribe";
const oneClick = "One-Click";
const maxBytes = 2000;

const headers = {
  "Content-Type": "text/html; charset=utf-8",
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
  "X-Robots-Tag": "noindex, nofollow",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Content-Security-Policy":
    "default-src 'none'; style-src 'unsafe-inline'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
};
const page = (title: string, content: string) => new Response(framed(title, content), { headers });

const question = `<p>With the button you get no more mail of this kind at this address. Answers to your own messages, and what you have ordered, still come.</p>
<form method="post"><input type="hidden" name="${field}" value="${oneClick}">
<button type="submit">Unsubscribe</button></form>
<p>If you did not mean to, close the page. Nothing has changed.</p>`;

export function unsubscribePage(sql: Sql, { links, limits, notice, networkOf, isLive }: LastingParts): LastingRoutes {
  const routes: LastingRoutes = new Hono();
  const noticed = (name: "ended" | "wait" | "stale", status: number, more: Record<string, string> = {}) => {
    const shown = notice(name);
    const policy = shown.headers["Content-Security-Policy"] ?? headers["Content-Security-Policy"];
    return new Response(shown.html, { status, headers: { ...headers, "Content-Security-Policy": policy, ...more } });
  };

  async function open(c: LastingContext, action: "reads" | "writes") {
    const found = await links.find("unsubscribe", c.req.param("token") ?? "");
    if (found === "unknown") {
      if (!(await isLive())) return c.notFound();
      const wait = await limits.take({ name: "links unknown", of: networkOf(c), max: 20, seconds: 3600 });
      return wait === null ? noticed("ended", 404) : noticed("wait", 429, { "Retry-After": String(wait) });
    }
    if (found === "ended") return noticed("ended", 410);
    // Not by network: the one-click requests of many people come from the few networks of their mailbox.
    const max = action === "reads" ? 30 : 5;
    const wait = await limits.take({ name: `links ${action} link`, of: found.id, max, seconds: 60 });
    return wait === null ? found : noticed("wait", 429, { "Retry-After": String(wait) });
  }

  routes.get("/:token", async (c) => {
    const link = await open(c, "reads");
    return link instanceof Response ? link : page("Unsubscribe", question);
  });

  const small = bodyLimit({ maxSize: maxBytes, onError: () => noticed("stale", 413) });
  routes.post("/:token", small, async (c) => {
    const link = await open(c, "writes");
    if (link instanceof Response) return link;
    const form = await c.req.parseBody().catch(() => ({}) as Record<string, unknown>);
    if (form[field] !== oneClick) return page("Unsubscribe", question);
    const [done] = await sql<{ done: boolean }[]>`select private.unsubscribe(${link.subjectId}) as done`;
    if (!done?.done) return noticed("ended", 410);
    return page(
      "You have unsubscribed",
      "<p>No more mail of this kind comes to this address, from this moment on.</p>",
    );
  });
  return routes;
}
