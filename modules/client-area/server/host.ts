// /client and everything below it. Without a session, or with one that has ended, a visitor sees the sign-in and nothing else; a page that is not
// there and one that is another company's are the same page.
import { Hono } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import {
  asClient,
  type Client,
  ClientEnded,
  type ClientHandler,
  type ClientPage,
  type ClientSection,
  type ClientSections,
  type ClientVisit,
  isOpenTo,
} from "#server/platform/clients/client-area.ts";
import type { Sql, TransactionSql } from "#server/platform/database/sql.ts";
import { isFormNonce } from "#server/platform/links/links.ts";
import { headers } from "#server/platform/links/token-pages.ts";
import type { LastingContext, LastingRoutes, PageParts } from "#server/platform/module-server.ts";
import { html } from "#server/platform/pages/document-page.ts";
import { clientPage, signInPage } from "./frame.ts";
import { homePage } from "./home.ts";
import { type PasskeyParts, passkeyRoutes } from "./passkeys.ts";
import { clientScript } from "./script.ts";
import { cookieName, deviceCookie, deviceDays, hashOf, newToken, type Sessions, stayDays } from "./sessions.ts";
import { askPage, codePage, endedPage, linkPage, waitPage } from "./sign-in.ts";
import { countTry, mayAskForCode, type SignInCaller } from "./sign-in-limits.ts";

type Ctx = LastingContext;

export interface HostParts extends PageParts {
  sql: Sql;
  sessions: Sessions;
  sections: ClientSections;
  /** Pages of the area itself that are no section: account, more. */
  own: readonly { path: string; method: "GET" | "POST"; handle: ClientHandler }[];
  secure: boolean;
  passkeys: Omit<PasskeyParts, "enter">;
}

const maxFormBytes = 64_000;
export const maxFileBytes = 25 * 1024 * 1024;
const perMinute = { reads: 120, writes: 30 };

const mailAddress = /^[^@\s<>]{1,64}@[^@\s<>]{1,190}$/;
const addressIn = (form: Record<string, string>) => (form.email ?? "").trim().toLowerCase().slice(0, 254);
/** Only a page of the area. */
const safeNext = (to: string | undefined) => (/^\/client(?:\/[\w./?=-]*)?$/.test(to ?? "") ? to! : "");

/** What is on, what Settings do not leave out, and what a colleague who looks may read. */
export async function sectionsFor(
  sections: ClientSections,
  tx: TransactionSql,
  client: Pick<Client, "viewerAreas">,
): Promise<ClientSection[]> {
  const [live, [set]] = await Promise.all([
    sections.live(tx),
    tx<{ hidden: string[] }[]>`select private.client_area_hidden() as hidden`,
  ]);
  return live.filter((section) => !set?.hidden.includes(section.key) && isOpenTo(client, section));
}

export function clientHost(parts: HostParts): LastingRoutes {
  const { sql, sessions, sections, own, secure, limits, networkOf } = parts;
  const routes: LastingRoutes = new Hono();
  const shown = (body: string, status = 200) =>
    new Response(body, { status, headers: { ...headers, "Content-Type": "text/html; charset=utf-8" } });
  const onward = (c: Ctx, to: string) => {
    for (const [name, value] of Object.entries(headers)) c.header(name, value);
    return c.redirect(to, 303);
  };
  const remember = (c: Ctx, token: string, stay: boolean) =>
    setCookie(c, cookieName, token, {
      path: "/client",
      httpOnly: true,
      sameSite: "Lax",
      secure,
      ...(stay && { maxAge: stayDays * 86_400 }),
    });
  const callerOf = (c: Ctx): SignInCaller => ({
    network: networkOf(c),
    device: (getCookie(c, deviceCookie) ?? "").slice(0, 100) || null,
  });
  /** Wherever a client has signed in: strangers who guess or ask elsewhere are then not in their way. */
  async function rememberDevice(c: Ctx, session: string): Promise<void> {
    const device = callerOf(c).device ?? newToken();
    await sessions.rememberDevice(session, device);
    setCookie(c, deviceCookie, device, {
      path: "/client",
      httpOnly: true,
      sameSite: "Lax",
      secure,
      maxAge: deviceDays * 86_400,
    });
  }
  const tokenOf = (c: Ctx) => getCookie(c, cookieName) ?? "";
  const pathOf = (c: Ctx) => new URL(c.req.url).pathname;
  const welcome = async () => {
    const [row] = await sql<{ welcome: string }[]>`select welcome from public.client_area_settings`;
    return row?.welcome ?? "";
  };
  async function signIn(c: Ctx, error = "", status = 200): Promise<Response> {
    const path = pathOf(c);
    const to = c.req.method === "GET" && path !== "/client" ? safeNext(path) : "";
    return shown(await askPage(await welcome(), to, error), status);
  }

  // Forms of other sites are not ours, and nothing that a browser did not send has a session.
  routes.use(async (c, next) => {
    const from = c.req.header("sec-fetch-site");
    if (c.req.method !== "GET" && c.req.method !== "HEAD" && from && from !== "same-origin" && from !== "none")
      return shown(await refusedPage(), 403);
    const isWrite = c.req.method === "POST";
    const max = isWrite ? perMinute.writes : perMinute.reads;
    // Not by the cookie as it was sent: another made-up one with each request would get past.
    const wait = await limits.take({
      name: `client ${isWrite ? "writes" : "reads"}`,
      of: (await sessions.isSession(tokenOf(c))) ? tokenOf(c) : networkOf(c),
      max,
      seconds: 60,
    });
    if (wait === null) return next();
    c.header("Retry-After", String(wait));
    return shown(await signInPage("One moment", "That was a lot at once. Please try again in a minute.", html``), 429);
  });

  routes.get(
    "/script.js",
    () => new Response(clientScript, { headers: { ...headers, "Content-Type": "text/javascript; charset=utf-8" } }),
  );

  // Signing in -------------------------------------------------------------------------------------------------------------------
  const small = parts.limitBody(maxFormBytes);
  const fields = async (c: Ctx) => {
    const body = await c.req.parseBody();
    return Object.fromEntries(
      Object.entries(body).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
    );
  };

  routes.post("/code", small, async (c) => {
    const form = await fields(c);
    const email = addressIn(form);
    if (!mailAddress.test(email)) return signIn(c, "Please write your address, such as name@company.com.", 422);
    // Answered at once, for every address; whom it belongs to is looked up afterwards.
    const caller = callerOf(c);
    parts.passkeys.later(
      (async () => {
        const device = (await sessions.isKnownDevice(email, caller.device)) ? caller.device : null;
        if (await mayAskForCode(limits, { ...caller, device }, email))
          await sessions.sendCode(email, { isKnown: device !== null });
      })(),
    );
    return shown(await codePage(email, safeNext(form.next)));
  });

  async function enter(c: Ctx, email: string, stay: boolean, to: string): Promise<Response> {
    const token = await sessions.open(email, c.req.header("user-agent") ?? "", stay);
    if (token === null) return shown(await endedPage(email, to), 403);
    remember(c, token, stay);
    await rememberDevice(c, token);
    return onward(c, to || "/client");
  }
  routes.post("/enter", small, async (c) => {
    const form = await fields(c);
    const email = addressIn(form);
    const to = safeNext(form.next);
    const { network, device } = callerOf(c);
    const isKnown = await sessions.isKnownDevice(email, device);
    const counted = await countTry(limits, { network, device: isKnown ? device : null }, email);
    if (!counted) return shown(await waitPage(email, to), 429);
    const { why } = await sessions.useCode(email, (form.code ?? "").replaceAll(/\D/g, "").slice(0, 6));
    if (why !== "wrong") await counted.succeeded();
    if (why === "wrong") return shown(await codePage(email, to, true), 403);
    return why ? shown(await endedPage(email, to), 403) : enter(c, email, form.stay === "yes", to);
  });
  routes.get("/enter/:token", async (c) => shown(await linkPage(c.req.param("token").slice(0, 60))));
  routes.post("/enter/:token", small, async (c) => {
    const form = await fields(c);
    const { email } = await sessions.useLink(c.req.param("token"));
    return email ? enter(c, email, form.stay === "yes", "") : shown(await endedPage("", ""), 403);
  });
  routes.route(
    "/passkey",
    passkeyRoutes({
      ...parts.passkeys,
      async enter(c, token) {
        remember(c, token, true);
        await rememberDevice(c, token);
        return c.json({ to: "/client" }, 200, headers);
      },
    }),
  );
  routes.get("/leave", async (c) => {
    // Of a colleague's look: only that one ends by a link. It leads back to whom they looked as.
    const [seen] = await sql<{ contact_id: string }[]>`
      delete from private.client_sessions where token_hash = ${hashOf(tokenOf(c))} and viewer_id is not null
      returning contact_id`;
    deleteCookie(c, cookieName, { path: "/client", secure });
    return onward(c, seen ? `/admin/crm/contacts/${seen.contact_id}` : "/admin");
  });

  // Signed in ---------------------------------------------------------------------------------------------------------------------
  interface Opened {
    client: Client;
    sections: ClientSection[];
    unread: number;
  }
  const isSignedIn = (hash: Buffer) => asClient(sql, hash, async (_, client) => client);

  async function openedIn(tx: TransactionSql, client: Client): Promise<Opened> {
    const [shownHere, [count]] = await Promise.all([
      sectionsFor(sections, tx, client),
      tx<
        { unread: number }[]
      >`select count(*)::int as unread from private.client_thread where is_ours and read_at is null`,
    ]);
    return { client, sections: shownHere, unread: count?.unread ?? 0 };
  }

  async function respond(page: ClientPage, opened: Opened, at: string): Promise<Response> {
    return shown(await clientPage(page, { ...opened, at }), page.status ?? 200);
  }
  const missing = (): ClientPage => ({
    title: "There is nothing here",
    lead: "It may have been taken back, or it never was.",
    status: 404,
    body: html`<div class="wrap cl-body">
      <p><a class="btn btn-solid" href="/client">To your area</a></p>
    </div>`,
  });
  const readOnly = (): ClientPage => ({
    title: "Reading only",
    lead: "You see what a client sees. Nothing can be changed here.",
    status: 403,
    body: html`<div class="wrap cl-body">
      <p><a class="btn btn-solid" href="/client">Back</a></p>
    </div>`,
  });
  const stale = (): ClientPage => ({
    title: "Please look again",
    lead: "This form is from an earlier page, so nothing was done.",
    status: 403,
    body: html`<div class="wrap cl-body">
      <p><a class="btn btn-solid" href="/client">To your area</a></p>
    </div>`,
  });

  async function visit(c: Ctx): Promise<Response> {
    const token = tokenOf(c);
    const hash = hashOf(token);
    const opened = await asClient(sql, hash, openedIn);
    const path = pathOf(c);
    const at = path.split("/")[2] ?? "";
    const method = c.req.method === "POST" ? "POST" : "GET";
    const found = find(path, method, opened.sections, own);
    if (!found) return respond(missing(), opened, at);
    const body = method === "POST" ? await c.req.parseBody({ all: true }) : {};
    const form: Record<string, string> = {};
    const files: File[] = [];
    for (const [name, value] of Object.entries(body))
      for (const one of [value].flat()) {
        if (typeof one === "string") form[name] ??= one;
        else if (one.size > 0 || one.name) files.push(one);
      }
    const { nonce = "", version = "", ...rest } = form;
    if (method === "POST") {
      if (opened.client.viewer) return respond(readOnly(), opened, at);
      if (!isFormNonce(token, version, nonce)) return respond(stale(), opened, at);
    }
    const visited: ClientVisit = {
      client: opened.client,
      ask: (work) => asClient(sql, hash, work),
      path,
      params: found.params,
      query: new URL(c.req.url).searchParams,
      request: c.req.raw,
      clientAddress: c.env?.clientAddress ?? "unknown",
      userAgent: (c.req.header("user-agent") ?? "").slice(0, 500),
      formToken: token,
      form: rest,
      files,
      version,
    };
    const answer = await found.handle(visited);
    if (answer === null) return respond(missing(), opened, at);
    if (!(answer instanceof Response)) return respond(answer, opened, at);
    for (const [name, value] of Object.entries(headers)) if (!answer.headers.has(name)) answer.headers.set(name, value);
    return answer;
  }

  const guarded = (handle: (c: Ctx) => Promise<Response>) => async (c: Ctx) => {
    try {
      return await handle(c);
    } catch (error) {
      if (!(error instanceof ClientEnded)) throw error;
      if (tokenOf(c)) deleteCookie(c, cookieName, { path: "/client", secure });
      return signIn(c, "", c.req.method === "GET" ? 200 : 403);
    }
  };
  routes.get(
    "/",
    guarded(async (c) => {
      if (!tokenOf(c)) throw new ClientEnded();
      const [opened, page] = await asClient(sql, hashOf(tokenOf(c)), async (tx, client) => {
        const found = await openedIn(tx, client);
        return [found, await homePage(tx, client, found.sections)] as const;
      });
      return respond(page, opened, "");
    }),
  );
  routes.get("/*", guarded(visit));
  // Who sends is known before a large body is read.
  const known = guarded(async (c) => {
    const { userId, sessionId } = await isSignedIn(hashOf(tokenOf(c)));
    c.set("caller", `client ${userId ?? sessionId}`);
    return new Response(null);
  });
  const large = parts.limitBody(maxFileBytes + 100_000);
  routes.post("/*", async (c, next) => {
    const refused = await known(c);
    if (refused.body) return refused;
    return (/^\/client\/(?:documents|messages)$/.test(pathOf(c)) ? large : small)(c, next);
  });
  routes.post("/*", guarded(visit));
  return routes;
}

const refusedPage = () => signInPage("Not from here", "Please use the form on our own page.", html``);

/** The page of a path: "/client/proposals/7" is "/:id" of the section proposals. */
function find(
  path: string,
  method: "GET" | "POST",
  sections: readonly ClientSection[],
  own: HostParts["own"],
): { handle: ClientHandler; params: Record<string, string> } | null {
  const all = [
    ...own,
    ...sections.flatMap(({ key, pages }) =>
      pages.map((page) => ({ ...page, path: `/${key}${page.path}`.replace(/\/$/, "") })),
    ),
  ];
  for (const page of all) {
    if (page.method !== method) continue;
    const pattern = new RegExp(
      `^/client${page.path.replaceAll(".", "\\.").replaceAll(/:(\w+)/g, "(?<$1>[\\w-]{1,80})")}$`,
    );
    const match = pattern.exec(path);
    if (match) return { handle: page.handle, params: { ...match.groups } };
  }
  return null;
}
