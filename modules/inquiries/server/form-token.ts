// The token of a public form: says which submission and form it was made for, and when. Asked for at the first touch of a
// form, because pages are prerendered. It proves that someone opened the form, not who.
import { createHmac, timingSafeEqual } from "node:crypto";
import type { FormName } from "./submission.ts";

export interface TokenClaims {
  submission: string;
  form: FormName;
  issuedAt: Date;
}

export type TokenState =
  | { state: "valid" | "expired"; issuedAt: Date }
  /** Nothing was sent, as by a browser without JavaScript. */
  | { state: "missing" }
  | { state: "forged" };

export const tokenHours = 24;

/** A list as JSON: no two different lists give the same text, so fields cannot be cut again at another place. */
const seal = (secret: Uint8Array, { submission, form, issuedAt }: TokenClaims) =>
  createHmac("sha256", secret)
    .update(JSON.stringify(["inquiry form", submission, form, issuedAt.getTime()]))
    .digest("base64url");

export const signToken = (secret: Uint8Array, claims: TokenClaims): string =>
  `${claims.issuedAt.getTime()}.${seal(secret, claims)}`;

export function readToken(
  secret: Uint8Array,
  token: string,
  { submission, form }: Omit<TokenClaims, "issuedAt">,
  now: Date,
): TokenState {
  if (token === "") return { state: "missing" };
  const [, time, given] = /^(\d{13})\.([\w-]{43})$/.exec(token) ?? [];
  if (time === undefined || given === undefined) return { state: "forged" };
  const issuedAt = new Date(Number(time));
  const wanted = Buffer.from(seal(secret, { submission, form, issuedAt }));
  if (!timingSafeEqual(Buffer.from(given), wanted) || issuedAt > now) return { state: "forged" };
  return { state: now.getTime() - issuedAt.getTime() > tokenHours * 3_600_000 ? "expired" : "valid", issuedAt };
}
