// The doors of the back office (data API, sign-in, live changes, administrators' routes) for somebody with a client's own tokens.
import { Hono } from "hono";
import pino from "pino";
import { afterAll } from "vitest";
import { rightsInDatabase } from "../api/caller-rights.ts";
import { requireMay } from "../api/require-may.ts";
import type { AppEnv } from "../app.ts";
import type { Sql } from "../platform/database/sql.ts";
import { openLive } from "../platform/live/live.ts";
import { createRest } from "../supabase/rest/rest.ts";
import { testAuth } from "./test-auth.ts";

export async function clientProtocols(sql: Sql) {
  const { auth, administrator, browser, env, keys } = await testAuth(sql);
  const log = pino({ level: "silent" });
  const rest = await createRest({ sql, env, log, identify: auth.identify });
  const live = await openLive(sql, log);
  afterAll(async () => {
    await live.close();
    await rest.close();
  });
  const askRights = rightsInDatabase(sql, auth.identify);
  const app = new Hono<AppEnv>();
  app.route("/rest/v1", rest.routes);
  app.route("/auth/v1", auth.routes);
  app.route("/api/live", live.routes(askRights));
  app.use("/api/*", requireMay(askRights)("client-area read")).all("/api/*", (c) => c.json({ let: "in" }));
  return {
    /** An access token of this account, as after signing in at /auth with a password. */
    async tokenOf(userId: string, email: string): Promise<string> {
      await administrator().auth.admin.updateUserById(userId, { password: "correct horse 9", email_confirm: true });
      const { data } = await browser().auth.signInWithPassword({ email, password: "correct horse 9" });
      return data.session!.access_token;
    },
    ask: (path: string, token: string, init: RequestInit = {}) =>
      app.request(path, {
        ...init,
        headers: {
          apikey: keys.publishableKey,
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
          ...(init.headers as object),
        },
      }),
  };
}
