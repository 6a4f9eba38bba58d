// Who may call the back office's own endpoints: 401 without a session, 403 for people whose role does not allow it.
import type { Context, MiddlewareHandler } from "hono";
import type { Right } from "#domain/rights.ts";
import type { AppEnv } from "../app.ts";
import type { AskCallerRights } from "./caller-rights.ts";

export type RequireMay = (...rights: Right[]) => MiddlewareHandler<AppEnv>;

export const requireMay =
  (askRights: AskCallerRights): RequireMay =>
  (...rights) =>
    requireWhat(askRights, () => rights);

/** What is needed follows from the request. */
export const requireWhat =
  (askRights: AskCallerRights, rightsOf: (c: Context<AppEnv>) => readonly Right[]): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const answer = await askRights(c.req.raw.headers, rightsOf(c));
    if (answer === "anonymous") return c.json({ code: 401, message: "Sign in first" }, 401);
    if (answer === "refused")
      return c.json({ code: 403, message: "You need admin privileges to access this area." }, 403);
    c.set("caller", subjectOf(c.req.header("authorization") ?? ""));
    await next();
    return undefined;
  };

/** Whose token it is, which has been verified: all sessions of a colleague are one caller. */
function subjectOf(authorization: string): string {
  try {
    const payload = Buffer.from(authorization.split(".")[1] ?? "", "base64url").toString();
    return `user ${String((JSON.parse(payload) as { sub?: unknown }).sub)}`;
  } catch {
    return authorization;
  }
}
