// Signing in by the mailbox: a code and a link in one mail, the same answer for every address, a session in a cookie.
import { createHash, randomBytes, randomInt } from "node:crypto";
import { site } from "#content/site.ts";
import { currentMillis } from "#domain/clock.ts";
import type { Sql } from "#server/platform/database/sql.ts";
import type { Mail } from "#server/platform/mail/mail.ts";
import { escapeHtml } from "#server/platform/safe-text.ts";

export const cookieName = "client";
export const stayDays = 30;
export const deviceCookie = "client-device";
export const deviceDays = 365;
/** Without "stay signed in" the browser forgets the cookie when it closes, and the server half a day later. */
const shortHours = 12;

export const hashOf = (token: string): Buffer => createHash("sha256").update(token).digest();
export const newToken = (): string => randomBytes(32).toString("base64url");
const newCode = () => String(randomInt(1_000_000)).padStart(6, "0");

export interface Proved {
  email?: string;
  why?: "wrong" | "ended";
}

export function createSessions({ sql, mail, siteUrl }: { sql: Sql; mail: Pick<Mail, "send">; siteUrl: string }) {
  /** Writes a code for any address; the mail goes to people with access. The caller has answered already. */
  async function sendCode(
    email: string,
    { session = null, isKnown = false }: { session?: string | null; isKnown?: boolean } = {},
  ): Promise<void> {
    const code = newCode();
    const token = newToken();
    await sql.begin(async (tx) => {
      const [row] = await tx<{ whom: "client" | "staff" | null }[]>`
        select private.write_client_code(${email}, ${code}, ${hashOf(token)}, ${session}, ${isKnown}) as whom`;
      if (!row?.whom || (session !== null && row.whom !== "client")) return;
      const words =
        row.whom === "staff"
          ? staffMail(siteUrl)
          : codeMail(code, session === null ? `${siteUrl}/client/enter/${token}` : null);
      const expiresAt = new Date(currentMillis() + 600_000);
      await mail.send({ to: email, ...words }, { within: tx, expiresAt });
    });
  }

  const proved = async (rows: Promise<{ proved: Proved }[]>) => (await rows)[0]?.proved ?? { why: "ended" as const };

  return {
    sendCode,
    useCode: (email: string, code: string, session: string | null = null): Promise<Proved> =>
      proved(sql`select private.use_client_code(${email}, ${code}, ${session}) as proved`),
    useLink: (token: string): Promise<Proved> =>
      proved(sql`select private.use_client_link(${hashOf(token)}) as proved`),
    /** The cookie's value, or null where no access is given. */
    async open(email: string, userAgent: string, stay: boolean): Promise<string | null> {
      const token = newToken();
      const until = new Date(currentMillis() + (stay ? stayDays * 24 : shortHours) * 3_600_000);
      const [row] = await sql<{ id: string | null }[]>`
        select private.open_client_session(${email}, ${hashOf(token)}, ${userAgent}, ${until}) as id`;
      return row?.id ? token : null;
    },
    /** Null where none of their access is in force. */
    async openForPasskey(userId: string, userAgent: string): Promise<string | null> {
      const token = newToken();
      const until = new Date(currentMillis() + stayDays * 86_400_000);
      const opened = await sql`
        insert into private.client_sessions (user_id, token_hash, user_agent, expires_at)
        select ${userId}::uuid, ${hashOf(token)}, ${userAgent.slice(0, 300)}, ${until}
        where exists (select from private.client_access_in_force where user_id = ${userId}) returning id`;
      if (opened.length === 0) return null;
      await sql`
        select private.record_client_event('signed in', account_id, contact_id) from private.client_access_in_force
        where user_id = ${userId}`;
      return token;
    },
    /** Whether this cookie is of a session that has not ended; one that someone made up is not. */
    async isSession(token: string): Promise<boolean> {
      if (token === "") return false;
      const [row] = await sql`
        select from private.client_sessions where token_hash = ${hashOf(token)} and expires_at > private.now()`;
      return row !== undefined;
    },
    async isKnownDevice(email: string, device: string | null): Promise<boolean> {
      if (device === null) return false;
      const [row] = await sql<{ known: boolean }[]>`
        select private.client_device_is_known(${email}, ${hashOf(device)}) as known`;
      return row?.known === true;
    },
    async rememberDevice(session: string, device: string): Promise<void> {
      await sql`
        select private.remember_client_device(user_id, ${hashOf(device)}) from private.client_sessions
        where token_hash = ${hashOf(session)} and user_id is not null`;
    },
    async confirm(session: string): Promise<void> {
      await sql`update private.client_sessions set confirmed_at = now() where id = ${session}`;
    },
  };
}
export type Sessions = ReturnType<typeof createSessions>;

const page = (paragraphs: string[], link: string | null) =>
  `<!doctype html><html lang="en"><body>${paragraphs.map((words) => `<p>${escapeHtml(words)}</p>`).join("")}${
    link ? `<p><a href="${escapeHtml(link)}">Open my area</a></p>` : ""
  }</body></html>`;

function codeMail(code: string, link: string | null) {
  const first = link
    ? `Your code for the client area of ${site.name}: ${code}`
    : `Your code to confirm that it is you: ${code}`;
  const rest = [
    "It works for ten minutes, once. Type it only on our own page; we never ask for it by phone or mail.",
    "If you did not ask for it, ignore this mail: nothing was opened.",
  ];
  return {
    subject: `${code} is your code`,
    text: [first, ...(link ? [`Or open your area with this link:\n${link}`] : []), ...rest, site.name].join("\n\n"),
    html: page([first, ...rest, site.name], link),
    ...(link && { link }),
  };
}

function staffMail(siteUrl: string) {
  const words = [
    `Someone typed this address at the client area of ${site.name}. It belongs to a colleague, and colleagues sign in at ${siteUrl}/auth.`,
    "If it was not you, ignore this mail.",
  ];
  return { subject: "Your way in is the back office", text: words.join("\n\n"), html: page(words, null) };
}
