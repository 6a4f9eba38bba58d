// Integrations and mail, set in Settings: what is pasted is tested first, kept sealed, and never shown again.
import { createPrivateKey } from "node:crypto";
import { Hono } from "hono";
import { z } from "zod";
import { type Integration, integrations, statusOf } from "#content/integrations.ts";
import type { AppEnv } from "../app.ts";
import type { Env } from "../env.ts";
import { callerId } from "../platform/caller-id.ts";
import type { Sql } from "../platform/database/sql.ts";
import {
  answerNames,
  isPastedName,
  type LiveSettings,
  type PastedName,
  type SettingState,
} from "../platform/live-settings.ts";
import type { MailToHandOver } from "../platform/mail/mail.ts";
import type { Gate } from "../platform/outbox/hand-over.ts";
import { senderOf, trySmtp } from "../platform/outbox/providers.ts";
import { mailSender, site } from "#content/site.ts";
import { checkProvider } from "./provider-checks.ts";

export interface SettingParts {
  sql: Sql;
  settings: LiveSettings;
  mail: MailToHandOver;
  gate: Pick<Gate, "send">;
  /** Stored secrets that no key here opens, by name. */
  unopened?: () => Promise<string[]>;
}

const oneLine = z
  .string()
  .trim()
  .min(1, "is empty")
  .max(10_000, "is too long")
  .refine((value) => !/[\p{Cc}]/u.test(value), "is more than one line");
const https = oneLine.refine((value) => URL.canParse(value) && new URL(value).protocol === "https:", {
  error: "must be an https address",
});
/** How each looks; what is not named is any one line. */
const shapes: Partial<Record<PastedName, z.ZodType<string>>> = {
  SLACK_WEBHOOK_URL: https,
  DEMO_VIDEO_WORKSHOPS: https,
  DEMO_VIDEO_PUBLISHER: https,
  DEMO_VIDEO_BOOTLOADER: https,
  POSTMARK_FROM_EMAIL: oneLine.refine((value) => /^(?:[^<>]+ )?<?[^@\s<>]+@[^@\s<>]+>?$/.test(value), {
    error: "must be a mail address",
  }),
  SMTP_URL: oneLine.refine((value) => URL.canParse(value) && /^smtps?:$/.test(new URL(value).protocol), {
    error: "must be an address that begins with smtp:// or smtps://",
  }),
  INBOUND_MAIL_ADDRESS: oneLine.refine((value) => /^[^@\s<>+]+@[^@\s<>.]+(?:\.[^@\s<>.]+)+$/.test(value), {
    error: "must be a mail address, without a name and without +",
  }),
  POSTMARK_WEBHOOK_LOGIN: oneLine.refine((value) => /^[^:]+:.{12,}$/.test(value), {
    error: "must be name:password, the password of 12 characters or more",
  }),
  DKIM_SELECTOR: oneLine.refine((value) => /^[a-z0-9](?:[a-z0-9._-]{0,62})$/i.test(value), {
    error: "must be a name of letters, digits and hyphens",
  }),
  DKIM_PRIVATE_KEY: z
    .string()
    .trim()
    .max(10_000, "is too long")
    .refine(isPrivateKey, { error: "is not a private key in PEM" }),
  // Its lines are not ours to count.
  GOOGLE_SERVICE_ACCOUNT_JSON: z
    .string()
    .trim()
    .max(20_000, "is too long")
    .refine(isJsonObject, { error: "is not a service account key in JSON" }),
};

function isPrivateKey(text: string): boolean {
  try {
    createPrivateKey(text.replaceAll(String.raw`\n`, "\n"));
    return true;
  } catch {
    return false;
  }
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

const pasted = z.object({
  values: z.record(z.string(), z.string()).refine((values) => Object.keys(values).length > 0),
  /** Keep it although the provider could not be asked. */
  anyway: z.boolean().default(false),
});
const smtp = z.object({
  host: z.string().trim().min(1).max(253),
  port: z.int().min(1).max(65_535),
  secure: z.boolean(),
  user: z.string().trim().max(300).default(""),
  password: z.string().max(1000).default(""),
  anyway: z.boolean().default(false),
});

export const smtpUrl = ({ host, port, secure, user, password }: z.infer<typeof smtp>): string => {
  const login = user ? `${encodeURIComponent(user)}:${encodeURIComponent(password)}@` : "";
  return `smtp${secure ? "s" : ""}://${login}${host}:${port}`;
};

export function settingRoutes(
  { sql, settings, mail, gate, unopened = async () => [] }: SettingParts,
  ask: typeof fetch,
): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  const refuse = (status: 400 | 404 | 409 | 422, message: string) =>
    Response.json({ code: status, message }, { status });
  const fixed = (name: PastedName) => settings.states().find((state) => state.name === name)?.from === "environment";
  const wins = (name: string) => refuse(409, `${name} is set in the environment of the server, which wins.`);

  type Values = Partial<Record<PastedName, string>>;
  /** What was given for some of these settings, or why it is not taken. */
  function readValues(given: Record<string, string>, allowed: readonly PastedName[], of: string): Values | Response {
    const values: Values = {};
    for (const [name, value] of Object.entries(given)) {
      if (!isPastedName(name) || !allowed.includes(name)) return refuse(400, `${name} is no setting of ${of}`);
      if (fixed(name)) return wins(name);
      const read = (shapes[name] ?? oneLine).safeParse(value);
      if (!read.success) return refuse(422, `${name} ${read.error.issues[0]?.message}`);
      values[name] = read.data;
    }
    return values;
  }

  routes.put("/integrations/:id/settings", async (c) => {
    const integration = integrations.find(({ id }) => id === c.req.param("id"));
    if (!integration) return refuse(404, "No such integration");
    const given = pasted.safeParse(await c.req.json().catch(() => null));
    if (!given.success) return refuse(400, "Paste at least one value");
    const values = readValues(given.data.values, integration.settings, integration.name);
    if (values instanceof Response) return values;
    const result = await tested(integration, { ...settings.env, ...values }, ask);
    if (!result.ok && !given.data.anyway) return refuse(422, result.message);
    for (const [name, value] of Object.entries(values))
      await settings.paste(name as PastedName, value, callerId(c.req.raw.headers));
    return c.json(result);
  });

  routes.delete("/integrations/settings/:name", async (c) => {
    const name = c.req.param("name");
    if (!isPastedName(name)) return refuse(404, "No such setting");
    await settings.forget(name);
    return c.json({});
  });

  routes.get("/unopened-secrets", async (c) => c.json(await unopened()));

  routes.get("/mail-settings", (c) => {
    const { env } = settings;
    const state = (name: PastedName) => settings.states().find((each) => each.name === name)!;
    const way: PastedName | null = env.POSTMARK_SERVER_TOKEN
      ? "POSTMARK_SERVER_TOKEN"
      : env.SMTP_URL
        ? "SMTP_URL"
        : null;
    return c.json({
      provider: way === null ? null : way === "SMTP_URL" ? "smtp" : "postmark",
      from: way && state(way).from,
      sender: senderOf(env, mailSender()),
      server: env.SMTP_URL && URL.canParse(env.SMTP_URL) ? new URL(env.SMTP_URL).host : null,
      cannotBeOpened: (["SMTP_URL", "POSTMARK_SERVER_TOKEN"] as const).filter((name) => state(name).cannotBeOpened),
      answers: answerNames.map(state),
    });
  });

  routes.put("/mail-settings/answers", async (c) => {
    const given = pasted.safeParse(await c.req.json().catch(() => null));
    if (!given.success) return refuse(400, "Paste at least one value");
    const values = readValues(given.data.values, answerNames, "answers and signing");
    if (values instanceof Response) return values;
    for (const [name, value] of Object.entries(values))
      await settings.paste(name as PastedName, value, callerId(c.req.raw.headers));
    return c.json({});
  });

  routes.put("/mail-settings/smtp", async (c) => {
    const given = smtp.safeParse(await c.req.json().catch(() => null));
    if (!given.success) return refuse(400, "Say the server, its port and how to sign in");
    if (fixed("SMTP_URL")) return wins("SMTP_URL");
    if (fixed("POSTMARK_SERVER_TOKEN")) return wins("POSTMARK_SERVER_TOKEN");
    const url = smtpUrl(given.data);
    if (!shapes.SMTP_URL!.safeParse(url).success) return refuse(422, "This is not the name of a server");
    const why = given.data.anyway ? null : await trySmtp(url);
    if (why !== null) return refuse(422, why);
    await settings.paste("SMTP_URL", url, callerId(c.req.raw.headers));
    // Mail leaves one way.
    for (const name of ["POSTMARK_SERVER_TOKEN", "POSTMARK_FROM_EMAIL"] as const) await settings.forget(name);
    return c.json({});
  });

  /** Only to the caller: the address is looked up, never taken from the request. */
  routes.post("/mail-settings/test", async (c) => {
    const [person] = await sql<{ email: string | null }[]>`
      select email from auth.users where id = ${callerId(c.req.raw.headers)}`;
    if (!person?.email) return refuse(409, "Your account has no mail address");
    const words = `This is a test from ${site.name}. Mail leaves, and it arrives where you read it.`;
    const id = await mail.write({
      to: person.email,
      subject: `Test mail from ${site.name}`,
      text: words,
      html: `<p>${words}</p>`,
    });
    const handed = await gate.send(id);
    const ok = handed?.state === "sent" || handed?.state === "delivered";
    const why = handed?.error instanceof Error ? handed.error.message : "It was not accepted";
    return c.json({ ok, to: person.email, message: ok ? `Sent to ${person.email}` : why });
  });
  return routes;
}

/** What only reports presence is asked whether all are there; half of the settings is no reason against keeping them. */
const tested = (integration: Integration, env: Env, ask: typeof fetch) => {
  const isWhole = integration.settings.every((name) => env[name]);
  return isWhole || integration.id === "email" || integration.id === "payments"
    ? checkProvider(integration, env, ask)
    : Promise.resolve({ ok: true, message: `${integration.provider}: some settings are still missing` });
};

/** As the specified table shows them, with where each setting comes from. */
export function integrationStates(env: Env, states: readonly SettingState[]) {
  return integrations.map(({ id, settings }) => {
    const own = settings.map(
      (name) =>
        states.find((state) => state.name === name) ?? {
          name,
          present: Boolean(env[name]),
          from: env[name] ? ("environment" as const) : null,
          ending: null,
          changedAt: null,
          cannotBeOpened: false,
        },
    );
    // Mail leaves without Postmark, too.
    const instead = id === "email" && !env.POSTMARK_SERVER_TOKEN && env.SMTP_URL ? "SMTP_URL" : null;
    return { id, status: statusOf(own.map(({ present }) => present)), settings: own, instead };
  });
}
