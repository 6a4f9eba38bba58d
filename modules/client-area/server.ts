// The client's area, and a colleague's look at it.
import { setCookie } from "hono/cookie";
import { decodeJwt } from "jose";
import { site } from "#content/site.ts";
import type { ModuleServer } from "#server/platform/module-server.ts";
import { ownPages } from "./server/account.ts";
import { documentsSection } from "./server/documents.ts";
import { clientHost, maxFileBytes, sectionsFor } from "./server/host.ts";
import { messagesSection } from "./server/messages.ts";
import { cookieName, createSessions, hashOf, newToken } from "./server/sessions.ts";
import { takeFiles } from "./server/uploads.ts";

const isId = (text: unknown): text is string =>
  typeof text === "string" && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

/** `later` gets work that goes on after the answer: tests wait for it. */
export const serverWith = ({ later }: { later?: (work: Promise<void>) => void } = {}): ModuleServer => ({
  open({ sql, env, mail, storage, log }, { admin, clients, pages }) {
    const secure = env.SITE_URL.startsWith("https:");
    const sessions = createSessions({ sql, mail, siteUrl: env.SITE_URL });
    const take = takeFiles({ sql, storage, maxBytes: Math.min(maxFileBytes, env.DOCUMENT_MAX_MB * 1024 * 1024) });
    clients.add(documentsSection(take, storage));
    clients.add(messagesSection(take));
    const goOn = (work: Promise<void>) => {
      const watched = work.catch((error: unknown) =>
        log.warn({ reason: (error as Error).name }, "a code was not sent"),
      );
      later?.(watched);
    };
    pages("/client", (parts) =>
      clientHost({
        ...parts,
        sql,
        sessions,
        sections: clients,
        own: ownPages(sessions, (visit) => visit.ask((tx) => sectionsFor(clients, tx, visit.client))),
        secure,
        passkeys: { sql, sessions, siteUrl: env.SITE_URL, siteName: site.name, later: goOn },
      }),
    );

    /** Reading only, for a quarter of an hour, and no more than the session it is opened from may read. The cookie is the area's own, so that no address opens it. */
    admin.route("POST", "/see/:contact", { takes: "nothing", may: ["client-area read"] }, async (c) => {
      const contact = c.req.param("contact");
      const { sub, session_id: session } = decodeJwt((c.req.header("authorization") ?? "").replace(/^Bearer\s+/i, ""));
      if (!isId(contact) || !isId(sub)) return c.notFound();
      const token = newToken();
      const [row] = await sql.begin(async (tx) => {
        await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub })}, true)`;
        return tx<{ seen: boolean }[]>`
          select private.see_as_client(${contact}, ${sub}, ${isId(session) ? session : null}, ${hashOf(token)}) as seen`;
      });
      if (!row?.seen)
        return c.json(
          { code: 409, message: "This person has no access, or it waits for someone to confirm their address." },
          409,
        );
      setCookie(c, cookieName, token, { path: "/client", httpOnly: true, sameSite: "Lax", secure, maxAge: 900 });
      return c.json({ path: "/client" });
    });
  },
});

export const server: ModuleServer = serverWith();
