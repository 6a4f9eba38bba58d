// POST /logout
import { badRequest } from "../auth-error.ts";
import type { AuthParts, AuthRoutes } from "../auth-parts.ts";
import { requireUser } from "../authenticate.ts";
import { endSessions } from "../tokens/sessions.ts";

export function addLogout(routes: AuthRoutes, parts: AuthParts): void {
  routes.post("/logout", async (c) => {
    const scope = c.req.query("scope") || "global";
    if (scope !== "global" && scope !== "local" && scope !== "others") {
      throw badRequest(`Unsupported logout scope ${JSON.stringify(scope)}`);
    }
    const { user, session } = await requireUser(parts, c);
    if (scope === "global" || !session) await endSessions(parts.sql, user.id, { scope: "global" });
    else await endSessions(parts.sql, user.id, { scope, sessionId: session.id });
    return c.body(null, 204);
  });
}
