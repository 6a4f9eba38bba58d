// Passkeys of clients: added after signing in by the mailbox, then used instead of a code. They open the client's area and nothing else.
import { Hono } from "hono";
import { getCookie } from "hono/cookie";
import { z } from "zod";
import { asClient, ClientEnded } from "#server/platform/clients/client-area.ts";
import type { Sql } from "#server/platform/database/sql.ts";
import { isFormNonce } from "#server/platform/links/links.ts";
import { headers } from "#server/platform/links/token-pages.ts";
import type { LastingContext, LastingRoutes } from "#server/platform/module-server.ts";
import {
  authenticationOptions,
  registrationOptions,
  type StoredCredential,
  verifyAuthentication,
  verifyRegistration,
  webAuthnSite,
} from "#server/platform/webauthn.ts";
import { cookieName, hashOf, type Sessions } from "./sessions.ts";

export interface PasskeyParts {
  sql: Sql;
  sessions: Sessions;
  siteUrl: string;
  siteName: string;
  /** Work that goes on after the answer. */
  later(work: Promise<void>): void;
  enter(c: LastingContext, token: string): Promise<Response>;
}

/** What the button that adds one carries. */
export const addVersion = "passkey";
const maxKeys = 10;

const sent = z.object({
  challenge: z.string().max(200).optional(),
  nonce: z.string().max(100).optional(),
  credential: z.looseObject({ id: z.string().max(1500) }).optional(),
});

export function passkeyRoutes({ sql, sessions, siteUrl, siteName, enter }: PasskeyParts): LastingRoutes {
  const routes: LastingRoutes = new Hono();
  const site = webAuthnSite(siteUrl, siteName);
  const refuse = (c: LastingContext, message: string, status: 400 | 403 = 403) => c.json({ message }, status, headers);
  const read = async (c: LastingContext) => {
    const text = await c.req.text();
    if (text.length > 20_000) return {};
    try {
      return sent.parse(JSON.parse(text));
    } catch {
      return {};
    }
  };
  const keep = async (challenge: string, user: string | null) => {
    await sql`delete from private.client_challenges where expires_at < now()`;
    await sql`insert into private.client_challenges (challenge, user_id) values (${challenge}, ${user})`;
  };
  const take = async (challenge: string | undefined, user: string | null): Promise<boolean> => {
    const rows = await sql`
      delete from private.client_challenges
      where challenge = ${challenge ?? ""} and user_id is not distinct from ${user}::uuid and expires_at > now() returning 1`;
    return rows.length > 0;
  };
  /** The signed-in client, who sent this from a page of theirs. */
  async function self(c: LastingContext, nonce: string | undefined) {
    const token = getCookie(c, cookieName) ?? "";
    if (!isFormNonce(token, addVersion, nonce ?? "")) return null;
    return asClient(sql, hashOf(token), async (_, { userId, companies: [{ email }] }) =>
      userId === null ? null : { userId, email },
    ).catch((error: unknown) => {
      if (error instanceof ClientEnded) return null;
      throw error;
    });
  }

  routes.post("/options", async (c) => {
    const options = await authenticationOptions(site, null);
    await keep(options.challenge, null);
    return c.json({ options, challenge: options.challenge }, 200, headers);
  });

  routes.post("/enter", async (c) => {
    const { challenge, credential } = await read(c);
    const unknown = () => refuse(c, "This passkey opens nothing here. A code works as well.");
    if (!credential || !(await take(challenge, null))) return unknown();
    const [key] = await sql<{ id: string; user_id: string; credential: StoredCredential }[]>`
      select id, user_id, credential from private.client_passkeys
      where credential_id = ${Buffer.from(credential.id, "base64url").toString("base64")}`;
    if (!key) return unknown();
    const signCount = await verifyAuthentication(site, challenge!, credential, key.credential, "passkey");
    if (signCount === null) return unknown();
    await sql`
      update private.client_passkeys set used_at = now(), credential = jsonb_set(credential, '{authenticator,signCount}', to_jsonb(${signCount}::int))
      where id = ${key.id}`;
    const token = await sessions.openForPasskey(key.user_id, c.req.header("user-agent") ?? "");
    return token === null ? unknown() : enter(c, token);
  });

  routes.post("/new", async (c) => {
    const { nonce } = await read(c);
    const who = await self(c, nonce);
    if (!who) return refuse(c, "Please sign in again.");
    const known = await sql<{ credential: StoredCredential }[]>`
      select credential from private.client_passkeys where user_id = ${who.userId}`;
    if (known.length >= maxKeys) return refuse(c, "Remove a passkey first: ten are enough.", 400);
    const options = await registrationOptions(
      site,
      { id: who.userId, name: who.email },
      known.map(({ credential }) => credential),
      "passkey",
    );
    await keep(options.challenge, who.userId);
    return c.json({ options, challenge: options.challenge }, 200, headers);
  });

  routes.post("/add", async (c) => {
    const { nonce, challenge, credential } = await read(c);
    const who = await self(c, nonce);
    if (!who || !credential || !(await take(challenge, who.userId))) return refuse(c, "Please try again.");
    const stored = await verifyRegistration(site, challenge!, credential, "passkey");
    if (!stored) return refuse(c, "This passkey could not be read.", 400);
    await sql`
      insert into private.client_passkeys (user_id, credential, credential_id)
      values (${who.userId}, ${JSON.stringify(stored)}::jsonb, ${stored.id}) on conflict (credential_id) do nothing`;
    return c.json({ added: true }, 200, headers);
  });
  return routes;
}
