// POST /logout
import { AuthError, badRequest } from "../auth-error.ts";
import type { AuthDependencies, AuthRoutes } from "../auth-dependencies.ts";
import { requireUser } from "../authenticate.ts";
import { endSessions } from "../tokens/sessions.ts";
import { hasVerifiedFactor, lockUser } from "../users.ts";

export function addLogout(routes: AuthRoutes, deps: AuthDependencies): void {
  routes.post("/logout", async (c) => {
    const scope = c.req.query("scope") || "global";
    if (scope !== "global" && scope !== "local" && scope !== "others") {
      throw badRequest(`Unsupported logout scope ${JSON.stringify(scope)}`);
    }
    const { user, session } = await requireUser(deps, c);
    // Someone who has the password but not the second factor must not be able to put the owner out.
    const mayEndOthers = !session || session.aal === "aal2" || !hasVerifiedFactor(user);
    if (scope === "others" && !mayEndOthers) {
      // Not 401, 403 or 404: auth-js takes those for a session that was over already, and reports success.
      throw new AuthError(
        422,
        "insufficient_aal",
        "AAL2 session is required to end other sessions when MFA is enabled",
      );
    }
    await deps.sql.begin(async (db) => {
      await lockUser(db, user.id);
      if (session && (scope !== "global" || !mayEndOthers)) {
        await endSessions(db, user.id, { scope: scope === "others" ? "others" : "local", sessionId: session.id });
      } else {
        await endSessions(db, user.id, { scope: "global" });
      }
    });
    return c.body(null, 204);
  });
}
