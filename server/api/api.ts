// The back office's own endpoints under /api: integration states, provider checks, publish guard, draft exports.
import { Hono } from "hono";
import { integrations, publishingDisabled, statusOf } from "#content/integrations.ts";
import type { AppEnv } from "../app.ts";
import type { Env } from "../env.ts";
import { jsonBody } from "../http/json-body.ts";
import type { Log } from "../http/log.ts";
import { BadExport, writeExport } from "./exports.ts";
import { checkProvider } from "./provider-checks.ts";
import { requireAdmin } from "./require-admin.ts";
import type { FindCallerRole } from "./caller-role.ts";

interface ApiParts {
  env: Env;
  log: Log;
  callerRole: FindCallerRole;
  /** Exports are written under `${dataDir}/GV`. */
  dataDir: string;
  /** How providers are asked; tests put their own server in its place. */
  ask?: typeof fetch;
}

export function createApi({ env, log, callerRole, dataDir, ask = fetch }: ApiParts): Hono<AppEnv> {
  const api = new Hono<AppEnv>();
  api.use(requireAdmin(callerRole));
  api.use(...jsonBody);

  api.get("/integrations", (c) =>
    c.json(
      integrations.map(({ id, settings }) => {
        const present = settings.map((name) => ({ name, present: Boolean(env[name]) }));
        return { id, status: statusOf(present.map((setting) => setting.present)), settings: present };
      }),
    ),
  );

  api.post("/integrations/:id/test", async (c) => {
    const integration = integrations.find(({ id }) => id === c.req.param("id"));
    if (!integration) return c.json({ code: 404, message: "No such integration" }, 404);
    const result = await checkProvider(integration, env, ask);
    log.info({ integration: integration.id, ok: result.ok }, "integration tested");
    return c.json(result);
  });

  api.post("/publish/:asset{.+}", async (c) => {
    if (!env.AUTO_PUBLISH)
      return c.json({ code: 403, error: publishingDisabled.title, message: publishingDisabled.text }, 403);
    return exported(c.req, "published", c.req.param("asset"));
  });
  api.post("/drafts/:asset", (c) => exported(c.req, "drafts", c.req.param("asset")));

  async function exported(request: { json(): Promise<unknown> }, folder: "drafts" | "published", asset: string) {
    try {
      const path = await writeExport({ dataDir, folder, asset, body: await request.json().catch(() => null) });
      log.info({ folder }, "exported");
      return Response.json({ path }, { status: 201 });
    } catch (error) {
      if (error instanceof BadExport) return Response.json({ code: 400, message: error.message }, { status: 400 });
      throw error;
    }
  }

  api.all("*", (c) => c.json({ code: 404, message: "Not found" }, 404));
  return api;
}
