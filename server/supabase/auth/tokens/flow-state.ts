// PKCE: the browser that asked for a mail is the only one that can use its link.
import { createHash, randomUUID } from "node:crypto";
import { AuthError, badRequest } from "../auth-error.ts";
import { equalInConstantTime } from "../constant-time-equal.ts";
import type { Method } from "./sessions.ts";
import { lockUser, type Db } from "../users.ts";

export interface Challenge {
  method: "s256" | "plain";
  challenge: string;
}

const livesFor = 300_000;

/** Reads code_challenge and its method; null means the implicit flow. */
export function readChallenge(body: {
  code_challenge?: string | null | undefined;
  code_challenge_method?: string | null | undefined;
}): Challenge | null {
  const challenge = body.code_challenge ?? "";
  const method = (body.code_challenge_method ?? "").toLowerCase();
  if (challenge === "" && method === "") return null;
  if (challenge === "" || method === "") {
    throw badRequest("PKCE flow requires code_challenge_method and code_challenge");
  }
  if (method !== "s256" && method !== "plain") throw badRequest("invalid code challenge method");
  if (challenge.length < 43 || challenge.length > 128) {
    throw badRequest("code challenge has to be between 43 and 128 characters");
  }
  if (!/^[a-zA-Z0-9._~-]+$/.test(challenge)) {
    throw badRequest(
      "code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes",
    );
  }
  return { method, challenge };
}

export async function rememberChallenge(db: Db, userId: string, method: Method, asked: Challenge, at: Date) {
  await db`
    insert into auth.flow_state (id, user_id, auth_code, code_challenge_method, code_challenge, provider_type,
      created_at, updated_at, authentication_method)
    values (${randomUUID()}, ${userId}, ${randomUUID()}, ${asked.method}, ${asked.challenge}, 'email', ${at}, ${at}, ${method})`;
}

/** The mail link was opened: hands out the code that the waiting browser exchanges. */
export async function issueCode(db: Db, userId: string, method: Method, at: Date): Promise<string> {
  const [flow] = await db<{ auth_code: string }[]>`
    update auth.flow_state set auth_code_issued_at = ${at}, updated_at = ${at}
    where id = (
      select id from auth.flow_state
      where user_id = ${userId} and authentication_method = ${method} and auth_code_issued_at is null
      order by created_at desc limit 1
    )
    returning auth_code`;
  if (!flow) throw new AuthError(400, "flow_state_not_found", "No associated flow state found.");
  return flow.auth_code;
}

/** Locks the account, so that a code is used once. */
export async function redeemCode(
  db: Db,
  code: string,
  verifier: string,
  at: Date,
): Promise<{ userId: string; method: Method } | AuthError> {
  const [owner] = await db<{ user_id: string }[]>`
    select user_id from auth.flow_state where auth_code = ${code} and user_id is not null`;
  if (owner) await lockUser(db, owner.user_id);
  const [flow] = await db<
    { id: string; user_id: string; method: Method; challenge: string; how: string; issued_at: Date }[]
  >`
    select id, user_id, authentication_method as method, code_challenge as challenge, code_challenge_method as how,
      auth_code_issued_at as issued_at
    from auth.flow_state where auth_code = ${code} and auth_code_issued_at is not null and user_id is not null`;
  if (!flow) return new AuthError(404, "flow_state_not_found", "invalid flow state, no valid flow state found");
  if (flow.issued_at.getTime() + livesFor < at.getTime()) {
    return new AuthError(422, "flow_state_expired", "invalid flow state, flow state has expired");
  }
  const given = flow.how === "s256" ? createHash("sha256").update(verifier).digest("base64url") : verifier;
  const wanted = flow.challenge.replace(/=+$/, "");
  if (!equalInConstantTime(given, wanted))
    return new AuthError(400, "bad_code_verifier", "code challenge does not match previously saved code verifier");
  await db`delete from auth.flow_state where id = ${flow.id}`;
  return { userId: flow.user_id, method: flow.method };
}
