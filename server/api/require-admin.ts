// Who may call the back office's own endpoints: 401 without a session, 403 for people who are not administrators.
import { createMiddleware } from "hono/factory";
import type postgres from "postgres";
import type { AppEnv } from "../app.ts";
import { CallerRefused, type IdentifyCaller } from "../backend/caller.ts";

export function requireAdmin(sql: postgres.Sql, identify: IdentifyCaller) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const caller = await identify(c.req.raw.headers).catch((error: unknown) => {
      if (error instanceof CallerRefused) return null;
      throw error;
    });
    if (!caller?.userId) return c.json({ code: 401, message: "Sign in first" }, 401);
    const admins = await sql`select 1 from public.user_roles where user_id = ${caller.userId} and role = 'admin'`;
    if (admins.length === 0)
      return c.json({ code: 403, message: "You need admin privileges to access this area." }, 403);
    await next();
    return undefined;
  });
}
