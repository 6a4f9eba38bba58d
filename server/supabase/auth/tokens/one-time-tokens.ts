// What travels in mail: a link with a long random token, and beside it a short code. Stored are only keyed hashes.
import { randomBytes, randomInt, randomUUID } from "node:crypto";
import type { Env } from "#server/env.ts";
import type { Keys } from "./keys.ts";
import type { Db } from "../users.ts";

export type TokenType =
  | "confirmation_token"
  | "recovery_token"
  | "email_change_token_new"
  | "email_change_token_current"
  | "reauthentication_token";

export interface MailToken {
  id: string;
  /** For the link, and for `token_hash` in verifyOtp. */
  token: string;
  /** Six digits to type. */
  code: string;
}

export interface FoundToken {
  id: string;
  userId: string;
  type: TokenType;
  relatesTo: string;
}

export interface OneTimeTokens {
  /** Replaces an earlier token of the same kind. */
  make(db: Db, userId: string, type: TokenType, relatesTo: string, pkce?: boolean): Promise<MailToken>;
  /** Locks the account, so that a token is used once, however often it arrives. */
  findByToken(db: Db, token: string, types: TokenType[]): Promise<FoundToken | null>;
  /** Locks the account as well. Counts a wrong code against every code that was meant for this mailbox; the fifth ends them. */
  findByCode(db: Db, mailbox: string, code: string, types: TokenType[]): Promise<FoundToken | null>;
  drop(db: Db, userId: string, types?: TokenType[]): Promise<void>;
}

const maxWrongTries = 5;

export function createOneTimeTokens(
  env: Pick<Env, "LINK_SECONDS" | "OTP_SECONDS">,
  keys: Keys,
  now: () => Date,
): OneTimeTokens {
  const linkHash = (token: string) => keys.derive("mail link", token);
  const codeHash = (id: string, code: string) => keys.derive("mail code", `${id} ${code}`);
  const since = (seconds: number) => new Date(now().getTime() - seconds * 1000);

  return {
    async make(db, userId, type, relatesTo, pkce = false) {
      const id = randomUUID();
      const token = `${pkce ? "pkce_" : ""}${randomBytes(28).toString("hex")}`;
      const code = String(randomInt(1_000_000)).padStart(6, "0");
      await db`delete from auth.one_time_tokens where user_id = ${userId} and token_type = ${type}`;
      await db`
        with token as (
          insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, created_at, updated_at)
          values (${id}, ${userId}, ${type}, ${linkHash(token)}, ${relatesTo},
            ${now()}::timestamptz at time zone 'utc', ${now()}::timestamptz at time zone 'utc')
        )
        insert into server.mail_codes (token_id, code_hash) values (${id}, ${codeHash(id, code)})`;
      return { id, token, code };
    },
    async findByToken(db, token, types) {
      await db`
        select from auth.users
        where id = (select user_id from auth.one_time_tokens where token_hash = ${linkHash(token)}) for update`;
      const [row] = await db<FoundToken[]>`
        select id, user_id as "userId", token_type as type, relates_to as "relatesTo"
        from auth.one_time_tokens
        where token_hash = ${linkHash(token)} and token_type::text = any(${types})
          and created_at at time zone 'utc' > ${since(env.LINK_SECONDS)}`;
      return row ?? null;
    },
    async findByCode(db, mailbox, code, types) {
      await db`
        select from auth.users
        where id in (select user_id from auth.one_time_tokens where relates_to = ${mailbox}) order by id for update`;
      const rows = await db<(FoundToken & { codeHash: string })[]>`
        select t.id, t.user_id as "userId", t.token_type as type, t.relates_to as "relatesTo", c.code_hash as "codeHash"
        from auth.one_time_tokens t join server.mail_codes c on c.token_id = t.id
        where t.relates_to = ${mailbox} and t.token_type::text = any(${types})
          and t.created_at at time zone 'utc' > ${since(env.OTP_SECONDS)}`;
      const right = rows.find((row) => row.codeHash === codeHash(row.id, code));
      if (right) return right;
      const ids = rows.map((row) => row.id);
      if (ids.length > 0) {
        await db`update server.mail_codes set wrong_tries = wrong_tries + 1 where token_id = any(${ids}::uuid[])`;
        await db`delete from server.mail_codes where token_id = any(${ids}::uuid[]) and wrong_tries >= ${maxWrongTries}`;
      }
      return null;
    },
    async drop(db, userId, types) {
      if (types) {
        await db`delete from auth.one_time_tokens where user_id = ${userId} and token_type::text = any(${types})`;
      } else {
        await db`delete from auth.one_time_tokens where user_id = ${userId}`;
      }
    },
  };
}
