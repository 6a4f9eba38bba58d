// The back office's own endpoints under /api: integration states, provider checks, publish guard, drafts.
import { Hono } from "hono";
import { currentTime } from "#domain/clock.ts";
import { integrations, publishingDisabled } from "#content/integrations.ts";
import type { AppEnv } from "../app.ts";
import type { Env } from "../env.ts";
import { jsonBody } from "../http/json-body.ts";
import type { Log } from "../http/log.ts";
import type { Jobs } from "../platform/jobs/jobs.ts";
import { type BriefPdf, createBriefPdf } from "./brief-pdf.ts";
import { draftRoutes } from "./drafts.ts";
import { ExportRefused } from "./export-files.ts";
import { listPdfRoutes } from "./list-pdf.ts";
import { makePdf, type MakePdf } from "../platform/pdf/pdf.ts";
import { holidayRoutes } from "./holiday-routes.ts";
import { integrationStates, type SettingParts, settingRoutes } from "./setting-routes.ts";
import { publish, type Publishing } from "./publish.ts";
import { checkProvider } from "./provider-checks.ts";
import type { Right } from "#domain/rights.ts";
import { requireWhat } from "./require-may.ts";
import type { AskCallerRights } from "./caller-rights.ts";

interface ApiParts {
  env: Env;
  log: Log;
  askRights: AskCallerRights;
  /** Exports are written under `${dataDir}/GV`. */
  dataDir: string;
  /** How providers are asked; tests put their own server in its place. */
  ask?: typeof fetch;
  briefPdf?: BriefPdf;
  /** Lays out lists for print. */
  listPdf?: MakePdf;
  /** Null when hosted Supabase has the database: no work is done here then. */
  jobs?: Pick<Jobs, "list" | "runAgain"> | null;
  /** Whether external publishing is on at this moment; without a database of ours, what the environment says. */
  isPublishing?: () => Promise<boolean>;
  /** The gate of the outbox, where there is a database for it. */
  publishing?: Publishing | null;
  /** Where settings may be pasted; null where there is no database to keep them. */
  pasting?: SettingParts | null;
}

/** What is not named here is about settings, so that an endpoint that is added is not open to everyone who signs in. */
function neededFor(method: string, path: string, area = ""): [Right] {
  const [, room = ""] = /^(?:\/api)?\/([a-z-]+)/.exec(path) ?? [];
  const reads = method === "GET" || method === "HEAD";
  if (room === "exports") return [`${area} export`];
  if (room === "drafts") return [reads ? "crm read" : "crm export"];
  if (room === "holidays") return ["office edit"];
  if (room === "publish") return ["outbox send"];
  return [reads ? "settings read" : "settings edit"];
}

const insufficientStorage = { error_code: "insufficient_storage" };

export function createApi({
  env,
  log,
  askRights,
  dataDir,
  ask = fetch,
  briefPdf = createBriefPdf(),
  listPdf = makePdf,
  jobs = null,
  publishing = null,
  pasting = null,
  isPublishing = async () => env.AUTO_PUBLISH ?? false,
}: ApiParts): Hono<AppEnv> {
  const api = new Hono<AppEnv>();
  api.use(requireWhat(askRights, ({ req }) => neededFor(req.method, req.path, req.query("area"))));
  // Before what follows: a list may be longer than other bodies.
  api.route("/exports", listPdfRoutes(listPdf));
  api.use(...jsonBody);

  api.get("/integrations", (c) => c.json(integrationStates(env, pasting?.settings.states() ?? [])));
  if (pasting) api.route("/", settingRoutes(pasting, ask));
  api.route("/holidays", holidayRoutes());

  api.post("/integrations/:id/test", async (c) => {
    const integration = integrations.find(({ id }) => id === c.req.param("id"));
    if (!integration) return c.json({ code: 404, message: "No such integration" }, 404);
    const result = await checkProvider(integration, env, ask);
    log.info({ integration: integration.id, ok: result.ok }, "integration tested");
    return c.json(result);
  });

  api.get("/jobs", async (c) => c.json(jobs ? await jobs.list() : []));
  api.post("/jobs/:kind/:id/run", async (c) => {
    const started = await jobs?.runAgain(c.req.param("kind"), c.req.param("id"));
    return started ? c.json({}, 202) : c.json({ code: 404, message: "This job has not failed, or is gone" }, 404);
  });

  api.post("/publish/:kind{.+}", async (c) => {
    const body: unknown = await c.req.json().catch(() => null);
    const kind = c.req.param("kind");
    if (!(await isPublishing())) {
      const held = await publishing?.hold(kind, body);
      const refusal = { code: 403, error: publishingDisabled.title, message: publishingDisabled.text };
      return c.json({ ...refusal, ...(held && { held }) }, 403);
    }
    // Without a database there is no office.
    const today = async () => (await publishing?.today()) ?? currentTime().toISOString().slice(0, 10);
    const path = (await publishing?.publish(kind, body)) ?? (await publish(dataDir, await today(), body));
    log.info("published");
    return c.json({ path }, 201);
  });
  api.route("/drafts", draftRoutes({ dataDir, briefPdf }));

  api.onError((error) => {
    if (!(error instanceof ExportRefused)) throw error;
    const code = error.status;
    return Response.json({ code, message: error.message, ...(code === 507 && insufficientStorage) }, { status: code });
  });
  api.all("*", (c) => c.json({ code: 404, message: "Not found" }, 404));
  return api;
}
