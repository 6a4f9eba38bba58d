// Secret addresses that open one page each (a proposal, a payment, a file). Only the hash of a token is kept, so neither
// the database nor a list in the back office can open one; the address is shown once, when it is made.
import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { compare, hash } from "@node-rs/bcrypt";
import { currentTime } from "#domain/clock.ts";
import type { Sql, Statements } from "#server/platform/database/sql.ts";

/** What a link opens: each token page names its own, such as "proposal". */
export type LinkKind = string;

export interface Link {
  id: string;
  kind: LinkKind;
  subjectId: string;
  hasPassword: boolean;
}

export interface NewLink {
  kind: LinkKind;
  subjectId: string;
  createdBy?: string;
  expiresAt?: Date;
  password?: string;
  maxUses?: number;
  /** A secret of the receiver that is kept nowhere: the same one leads to the same token, also when it is sent again. */
  follows?: string;
}

export interface LinkInList {
  id: string;
  hint: string;
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
  hasPassword: boolean;
  uses: number;
  lastUsedAt: Date | null;
}

export interface Links {
  /** The token is known to the caller alone: it goes into an address and nowhere else. */
  issue(link: NewLink, within?: Statements): Promise<{ id: string; token: string; hint: string }>;
  /** The token that was issued as following from this secret, or null. */
  reissue(follows: string, of: Pick<NewLink, "kind" | "subjectId">, within?: Statements): Promise<string | null>;
  /**
   * The link that leads on from a page behind another one. Its token follows from the other's, so that it is the same each time;
   * it ends and is revoked with the other.
   */
  leadOn(from: { id: string; token: string }, to: Pick<NewLink, "kind" | "subjectId">): Promise<string>;
  find(kind: LinkKind, token: string): Promise<Link | "unknown" | "ended">;
  /** Counts a use by a person; false when it was used up in the meantime. */
  use(id: string, within?: Statements): Promise<boolean>;
  list(kind: LinkKind, subjectId: string): Promise<LinkInList[]>;
  revoke(id: string, within?: Statements): Promise<void>;
  setPassword(id: string, password: string | null): Promise<void>;
  setEnd(id: string, expiresAt: Date | null, within?: Statements): Promise<void>;
  /** A grant for a cookie when the password is right. Tries are counted by the page (token-pages.ts). */
  unlock(id: string, password: string): Promise<{ grant: string } | "wrong">;
  isUnlocked(id: string, grant: string | undefined): Promise<boolean>;
}

const grantHours = 2;
const passwordCost = 10;

const hashOf = (token: string) => createHash("sha256").update(token).digest();
/** Follows from the secret itself: not even its hash, which is in every backup, leads there. */
const following = (secret: string, { kind, subjectId }: Pick<NewLink, "kind" | "subjectId">) =>
  createHmac("sha256", secret).update(`${kind}:${subjectId}`).digest("base64url");
const looksLikeToken = (token: string) => /^[\w-]{43}$/.test(token);

/** What a form of a token page carries, so that only who opened this version of the page can send it. */
export const formNonce = (token: string, version: string): string =>
  createHmac("sha256", token).update(`form:${version}`).digest("base64url");

export function isFormNonce(token: string, version: string, given: string): boolean {
  const wanted = Buffer.from(formNonce(token, version));
  const sent = Buffer.from(given);
  return sent.length === wanted.length && timingSafeEqual(sent, wanted);
}

export function createLinks(sql: Sql, now: () => Date = currentTime): Links {
  return {
    async issue({ kind, subjectId, createdBy, expiresAt, password, maxUses, follows }, within = sql) {
      const token = follows ? following(follows, { kind, subjectId }) : randomBytes(32).toString("base64url");
      const hint = token.slice(-4);
      const passwordHash = password === undefined ? null : await hash(password, passwordCost);
      const [row] = await within<{ id: string }[]>`
        insert into private.access_links (kind, subject_id, token_hash, hint, created_by, expires_at, password_hash, max_uses)
        values (${kind}, ${subjectId}, ${hashOf(token)}, ${hint}, ${createdBy ?? null}, ${expiresAt ?? null},
          ${passwordHash}, ${maxUses ?? null})
        returning id`;
      return { id: row!.id, token, hint };
    },
    async reissue(follows, of, within = sql) {
      const token = following(follows, of);
      const rows = await within`
        select from private.access_links where token_hash = ${hashOf(token)} and kind = ${of.kind}`;
      return rows.length > 0 ? token : null;
    },
    async leadOn(from, { kind, subjectId }) {
      const token = following(from.token, { kind, subjectId });
      await sql`
        insert into private.access_links (kind, subject_id, parent_id, token_hash, hint, expires_at)
        select ${kind}, ${subjectId}, id, ${hashOf(token)}, ${token.slice(-4)}, expires_at
        from private.access_links where id = ${from.id}
        on conflict (token_hash) do nothing`;
      return token;
    },
    async find(kind, token) {
      // Asked in any case, so that a malformed token takes as long as an unknown one.
      const [row] = await sql<{ id: string; subject_id: string; has_password: boolean; ended: boolean }[]>`
        select link.id, link.subject_id, link.password_hash is not null as has_password,
          link.revoked_at is not null or link.expires_at <= ${now()} or link.uses >= link.max_uses
            or parent.revoked_at is not null or parent.expires_at <= ${now()} as ended
        from private.access_links as link left join private.access_links as parent on parent.id = link.parent_id
        where link.token_hash = ${hashOf(token)} and link.kind = ${kind}`;
      if (!row || !looksLikeToken(token)) return "unknown";
      return row.ended ? "ended" : { id: row.id, kind, subjectId: row.subject_id, hasPassword: row.has_password };
    },
    async use(id, within = sql) {
      const used = await within`
        update private.access_links set uses = uses + 1, last_used_at = ${now()}
        where id = ${id} and revoked_at is null and (max_uses is null or uses < max_uses)
        returning id`;
      return used.length > 0;
    },
    list: (kind, subjectId) => sql<LinkInList[]>`
      select id, hint, created_at as "createdAt", expires_at as "expiresAt", revoked_at as "revokedAt",
        password_hash is not null as "hasPassword", uses, last_used_at as "lastUsedAt"
      from private.access_links where kind = ${kind} and subject_id = ${subjectId} order by id desc`,
    async revoke(id, within = sql) {
      await within`update private.access_links set revoked_at = coalesce(revoked_at, ${now()}) where id = ${id}`;
    },
    async setPassword(id, password) {
      const passwordHash = password === null ? null : await hash(password, passwordCost);
      await sql`
        update private.access_links
        set password_hash = ${passwordHash}, password_version = password_version + 1
        where id = ${id}`;
    },
    async setEnd(id, expiresAt, within = sql) {
      await within`update private.access_links set expires_at = ${expiresAt} where id = ${id}`;
    },
    async unlock(id, password) {
      const [row] = await sql<{ password_hash: string; password_version: number }[]>`
        select password_hash, password_version from private.access_links where id = ${id} and password_hash is not null`;
      if (!row || !(await compare(password, row.password_hash))) return "wrong";
      const ends = now().getTime() + grantHours * 3_600_000;
      return { grant: `${ends}.${seal(row, id, ends)}` };
    },
    async isUnlocked(id, grant) {
      const [ends = "", given = ""] = (grant ?? "").split(".");
      const [row] = await sql<{ password_hash: string | null; password_version: number }[]>`
        select password_hash, password_version from private.access_links where id = ${id}`;
      if (!row) return false;
      if (row.password_hash === null) return true;
      if (!(Number(ends) > now().getTime())) return false;
      const wanted = Buffer.from(seal({ ...row, password_hash: row.password_hash }, id, Number(ends)));
      const sent = Buffer.from(given);
      return sent.length === wanted.length && timingSafeEqual(sent, wanted);
    },
  };
}

/** Made with the password's hash, which only the database has: a new password ends every grant of the old one. */
const seal = (row: { password_hash: string; password_version: number }, id: string, ends: number) =>
  createHmac("sha256", row.password_hash).update(`${id}:${row.password_version}:${ends}`).digest("base64url");
