// Who may call the back office's own endpoints: 401 without a session, 403 for people who are not administrators.
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../app.ts";
import type { FindCallerRole } from "./caller-role.ts";

export function requireAdmin(callerRole: FindCallerRole) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const role = await callerRole(c.req.raw.headers);
    if (role === "anonymous") return c.json({ code: 401, message: "Sign in first" }, 401);
    if (role === "member") return c.json({ code: 403, message: "You need admin privileges to access this area." }, 403);
    await next();
    return undefined;
  });
}
