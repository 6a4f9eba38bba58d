// Who may call the back office's own endpoints: 401 without a session, 403 for people who are not administrators.
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../app.ts";
import type { FindStanding } from "./standing.ts";

export function requireAdmin(standing: FindStanding) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const caller = await standing(c.req.raw.headers);
    if (caller === "nobody") return c.json({ code: 401, message: "Sign in first" }, 401);
    if (caller === "member")
      return c.json({ code: 403, message: "You need admin privileges to access this area." }, 403);
    await next();
    return undefined;
  });
}
