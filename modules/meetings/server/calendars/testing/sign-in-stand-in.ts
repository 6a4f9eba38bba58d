// Stands in for the sign-in of a service: a page that answers with a code, and a token server that demands the verifier, rotates refresh tokens where
// told to, ends access tokens early, forgets sign-ins, and has a clock of its own.
import { createHash, randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";

export interface SignInStandIn {
  /** The person says yes: what their browser would bring back. */
  allow(address: string, options?: { scope?: string; refresh?: boolean }): { code: string; state: string };
  answerToken(body: URLSearchParams, response: ServerResponse): void;
  isGood(authorization: string | undefined): boolean;
  /** Each refresh gives a new refresh token, and the one before is worth nothing. */
  rotates: boolean;
  /** Access tokens given until now are refused. */
  endAccess(): void;
  /** As the person does it in their account. */
  revoke(): void;
  trouble: null | "429" | "503";
  expiresIn: number;
  /** Grants asked for, in order. */
  asked: string[];
  /** Refresh tokens that were given. */
  given: string[];
}

export function signInStandIn(): SignInStandIn {
  const codes = new Map<string, { challenge: string; redirect: string; scope: string; refresh: boolean }>();
  let access = new Set<string>();
  let refresh = new Set<string>();
  const standIn: SignInStandIn = {
    rotates: false,
    trouble: null,
    expiresIn: 3600,
    asked: [],
    given: [],
    allow(address, { scope, refresh: withRefresh = true } = {}) {
      const query = new URL(address).searchParams;
      const code = randomUUID();
      if (query.get("code_challenge_method") !== "S256" || query.get("response_type") !== "code")
        throw new Error("no PKCE");
      codes.set(code, {
        challenge: query.get("code_challenge") ?? "",
        redirect: query.get("redirect_uri") ?? "",
        scope: scope ?? query.get("scope") ?? "",
        refresh: withRefresh,
      });
      return { code, state: query.get("state") ?? "" };
    },
    answerToken(body, response) {
      const send = (status: number, answer: object) =>
        // A clock that is two days off says nothing about how long a token lives.
        void response
          .writeHead(status, { "content-type": "application/json", date: "Sat, 01 Mar 2031 00:00:00 GMT" })
          .end(JSON.stringify(answer));
      standIn.asked.push(body.get("grant_type") ?? "");
      if (standIn.trouble) return send(Number(standIn.trouble), {});
      if (body.get("client_id") !== "client-1" || body.get("client_secret") !== "hush")
        return send(401, { error: "invalid_client" });
      const token = (scope?: string, next?: string) => {
        const made = `access-${randomUUID()}`;
        access.add(made);
        if (next) {
          refresh.add(next);
          standIn.given.push(next);
        }
        send(200, {
          access_token: made,
          expires_in: standIn.expiresIn,
          ...(scope && { scope }),
          ...(next && { refresh_token: next }),
        });
      };
      if (body.get("grant_type") === "authorization_code") {
        const known = codes.get(body.get("code") ?? "");
        codes.delete(body.get("code") ?? "");
        const proof = createHash("sha256")
          .update(body.get("code_verifier") ?? "")
          .digest("base64url");
        if (!known || proof !== known.challenge || body.get("redirect_uri") !== known.redirect)
          return send(400, { error: "invalid_grant" });
        return token(known.scope, known.refresh ? `refresh-${randomUUID()}` : undefined);
      }
      const old = body.get("refresh_token") ?? "";
      if (!refresh.has(old))
        return send(400, { error: "invalid_grant", error_description: "Token has been expired or revoked." });
      if (!standIn.rotates) return token();
      refresh.delete(old);
      return token(undefined, `refresh-${randomUUID()}`);
    },
    isGood: (authorization) => access.has(authorization?.replace("Bearer ", "") ?? ""),
    endAccess: () => void (access = new Set()),
    revoke() {
      access = new Set();
      refresh = new Set();
    },
  };
  return standIn;
}
