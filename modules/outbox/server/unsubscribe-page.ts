// Behind the address in every outreach mail (RFC 8058). Opening it changes nothing, because scanners open every link; the one-click
// POST of a mailbox and the button of the page are the same, need no session, and may come twice. It stays open when the module is off.
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { headers as privateHeaders } from "#server/platform/links/token-pages.ts";
import type { LastingContext, LastingParts, LastingRoutes } from "#server/platform/module-server.ts";
import type { Sql } from "#server/platform/database/sql.ts";
import { html } from "#server/platform/pages/document-page.ts";
import { noteText, wordsPage } from "#server/platform/pages/short-pages.ts";

const field = "List-Unsubscribe";
const oneClick = "One-Click";
const maxBytes = 2000;

const headers = {
  ...privateHeaders,
  "Content-Type": "text/html; charset=utf-8",
  // The page of anyone who wants to leave has no script at all.
  "Content-Security-Policy":
    "default-src 'none'; style-src 'unsafe-inline'; font-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
};
const shown = async (page: Promise<string>) => new Response(await page, { headers });

const question = () =>
  shown(
    wordsPage({
      title: "Unsubscribe",
      body: html`<p>
          With the button you get no more mail of this kind at this address. Answers to your own messages, and what you
          have ordered, still come.
        </p>
        <form method="post">
          <input type="hidden" name="${field}" value="${oneClick}" />
          <button class="btn btn-accent" type="submit">Unsubscribe</button>
        </form>
        <p class="muted">If you did not mean to, close the page. Nothing has changed.</p>`,
    }),
  );
const done = () =>
  shown(
    noteText({
      title: "You have unsubscribed",
      text: "No more mail of this kind comes to this address, from this moment on.",
      script: false,
    }),
  );

export function unsubscribePage(sql: Sql, { links, limits, notice, networkOf, isLive }: LastingParts): LastingRoutes {
  const routes: LastingRoutes = new Hono();
  const noticed = (name: "ended" | "wait" | "stale", status: number, more: Record<string, string> = {}) => {
    const { html: words, headers: own } = notice(name);
    const policy = own["Content-Security-Policy"] ?? headers["Content-Security-Policy"];
    return new Response(words, { status, headers: { ...headers, "Content-Security-Policy": policy, ...more } });
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
    return link instanceof Response ? link : question();
  });

  const small = bodyLimit({ maxSize: maxBytes, onError: () => noticed("stale", 413) });
  routes.post("/:token", small, async (c) => {
    const link = await open(c, "writes");
    if (link instanceof Response) return link;
    const form = await c.req.parseBody().catch(() => ({}) as Record<string, unknown>);
    if (form[field] !== oneClick) return question();
    const [row] = await sql<{ done: boolean }[]>`select private.unsubscribe(${link.subjectId}) as done`;
    return row?.done ? done() : noticed("ended", 410);
  });
  return routes;
}
