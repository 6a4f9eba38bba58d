// Every operator setting, parsed once at start. docs/settings.md is generated from this file (npm run generate).
import { isIP } from "node:net";
import { z } from "zod";
import { normalHost } from "./http/website/address.ts";

const flag = (fallback: boolean) =>
  z
    .enum(["true", "false"], { error: "must be true or false" })
    .default(fallback ? "true" : "false")
    .transform((value) => value === "true");
const flagOrUnset = z
  .enum(["true", "false"], { error: "must be true or false" })
  .transform((value) => value === "true")
  .optional();
const whole = (fallback: number, min: number, max: number) =>
  z.coerce.number({ error: "must be a whole number" }).int().min(min).max(max).default(fallback);
const list = z
  .string()
  .default("")
  .transform((value) =>
    value
      .split(",")
      .map((item) => item.trim())
      .filter(Boolean),
  );
/** A list whose every entry must hold; one that silently never matches is worse than a start that says so. */
const listOf = (holds: (item: string) => boolean, what: string) =>
  list.refine((items) => items.every(holds), { error: `every entry must be ${what}` });
const isOrigin = (item: string) => URL.canParse(item) && new URL(item).origin === item;
const isHostName = (item: string) => normalHost(item) === item.toLowerCase();
const secret = z.string().min(1).optional();
const address = z
  .url({ protocol: /^https?$/, error: "must be an http or https address" })
  .transform((value) => value.replace(/\/+$/, ""));

/** One entry per setting; `describe` is its line in docs/settings.md. */
export const settings = {
  PORT: whole(3000, 0, 65_535).describe("Port to listen on"),
  HOST: z.string().default("0.0.0.0").describe("Address to listen on"),
  SITE_URL: address
    .optional()
    .describe("Public address of the site; links in mail point here. Default: http://localhost:PORT"),
  TOOLS_HOST: z
    .string()
    .toLowerCase()
    .refine(isHostName, { error: "must be a host name without scheme and port" })
    .optional()
    .describe("Host name that serves only the extension page"),
  DATA_DIR: z.string().default("data").describe("Folder of the embedded database, keys, outbox and drafts"),
  DISK_RESERVE_MB: whole(256, 0, 1_000_000).describe(
    "With less room than this in DATA_DIR, writes are refused and reads go on",
  ),
  LOG_LEVEL: z
    .enum(["debug", "info", "warn", "error", "silent"])
    .optional()
    .describe("What the log records: `info`, in a terminal `warn`, unless it is set"),
  LOG_FORMAT: z
    .enum(["json", "text"])
    .optional()
    .describe("How: a JSON object per line, in a terminal readable text, unless it is set"),
  METRICS_PORT: whole(0, 0, 65_535).describe(
    "Serve /metrics without a key on this port of 127.0.0.1; 0 is off. On PORT it always needs the secret key",
  ),
  SLOW_STATEMENT_MS: whole(500, 0, 600_000).describe(
    "Statements that take this long are logged with their SQL function; 0 is never",
  ),
  TRUSTED_PROXIES: listOf((item) => isIP(item) !== 0, "an IP address").describe(
    "Addresses of reverse proxies whose X-Forwarded-* headers are believed, comma separated",
  ),
  CORS_ORIGINS: listOf(isOrigin, "an origin such as https://example.com, without a path").describe(
    "Other origins that may call the API, comma separated",
  ),
  ALLOWED_HOSTS: listOf(isHostName, "a host name without scheme and port").describe(
    "Further host names to answer for, beside those of SITE_URL and TOOLS_HOST; checked when SITE_URL is set",
  ),

  DATABASE_URL: secret.describe(
    "Use this PostgreSQL instead of the embedded one. Beside SUPABASE_URL: that project's, for the server's own work",
  ),
  DATABASE_POOL_SIZE: whole(10, 1, 100).describe(
    "Connections to PostgreSQL kept for data requests, and as many for everything else",
  ),
  DATABASE_TLS: z
    .enum(["off", "require", "verify"])
    .default("off")
    .describe("TLS to DATABASE_URL: off, require, verify (with the system's authorities)"),
  SUPABASE_URL: address
    .optional()
    .describe("Use hosted Supabase at this address; no database is started here, and modules need DATABASE_URL too"),
  SUPABASE_PUBLISHABLE_KEY: secret.describe("Publishable key of the hosted Supabase project"),

  ADMIN_EMAIL: z.email().optional().describe("Creates the first administrator at start, with ADMIN_PASSWORD"),
  ADMIN_PASSWORD: secret.describe("Password of the first administrator"),

  CONTENT_INTELLIGENCE: flag(true).describe("Feature flag: content intelligence"),
  CRM_REL_MINING: flag(true).describe(
    "Feature flag: CRM relationship mining. false: nothing is computed, and what was is deleted",
  ),
  AUTO_PUBLISH: flagOrUnset.describe(
    "Feature flag: external publishing. false is the safe mode. Not set: off until an administrator switches it on in Settings",
  ),

  SIGNUP_OPEN: flag(true).describe("Whether visitors may sign up"),
  MAIL_AUTOCONFIRM: flag(false).describe("Confirm new addresses without a mail"),
  PASSWORD_MIN_LENGTH: whole(6, 6, 72).describe("Shortest password accepted"),
  PASSWORD_REFUSE_COMMON: flag(false).describe("Refuse the most common passwords"),
  PASSWORD_CHANGE_REAUTHENTICATION: flag(false).describe(
    "Ask for a mailed code before a password changes in a session older than a day",
  ),
  PASSKEYS: flag(false).describe("Sign-in with passkeys, without a password: on the sign-in page and in the API"),
  ACCESS_TOKEN_SECONDS: whole(3600, 30, 604_800).describe("Life of an access token"),
  REFRESH_REUSE_SECONDS: whole(10, 0, 300).describe("Grace in which a used refresh token is accepted again"),
  SESSION_MAX_HOURS: whole(0, 0, 8760).describe("Sessions end after so many hours; 0 is never"),
  SESSION_IDLE_HOURS: whole(0, 0, 8760).describe("Sessions end when unused for so many hours; 0 is never"),
  REDIRECT_ALLOW_LIST: list.describe("Further addresses that mail links may return to, comma separated, * allowed"),
  OTP_SECONDS: whole(600, 60, 600).describe("Life of codes in mail; five wrong tries end one sooner"),
  LINK_SECONDS: whole(3600, 60, 86_400).describe("Life of links in mail"),
  JWT_SECRET: z
    .string()
    .min(32, "must have at least 32 characters")
    .optional()
    .describe("Also accept HS256 tokens and legacy keys signed with this secret"),
  JWT_ALGORITHM: z
    .enum(["ES256", "HS256"])
    .default("ES256")
    .describe("How access tokens are signed; HS256 (with JWT_SECRET) only for tools that know nothing else"),
  JWT_SIGNING_KEY: secret.describe("ES256 private key (JWK) to sign with, instead of one made on first start"),
  PUBLISHABLE_KEY: secret.describe("Key of the browser client, instead of one made on first start"),
  SECRET_KEY: secret.describe("Key of the admin API, instead of one made on first start"),
  SEALING_KEY: secret.describe(
    "Seals what is pasted in Settings, and what mailboxes and calendars sign in with: 32 bytes in base64 (openssl rand -base64 32). Default: made on first need in DATA_DIR; several servers on one database need the same",
  ),
  SEALING_KEY_BEFORE: secret.describe(
    "Opens what an earlier SEALING_KEY sealed, until `npm run admin -- keys reseal` has sealed everything with the present one",
  ),
  LIMIT_TOKEN_PER_MINUTE: whole(30, 1, 1_000_000).describe("Sign-ins per address in a minute"),
  LIMIT_PASSWORD_FAILURES: whole(10, 1, 1_000_000).describe(
    "Wrong passwords per address and account in a quarter of an hour; after three times as many from anywhere the account slows down",
  ),
  LIMIT_REFRESH_PER_MINUTE: whole(300, 1, 1_000_000).describe("Session renewals per address in a minute"),
  LIMIT_SIGNUP_PER_HOUR: whole(30, 1, 1_000_000).describe("Sign-ups per address in an hour"),
  LIMIT_MAIL_PER_HOUR: whole(30, 1, 1_000_000).describe("Mails asked for per address in an hour"),
  LIMIT_MAIL_PER_DAY: whole(100, 1, 1_000_000).describe("Mails asked for per address in a day"),
  LIMIT_MAILBOX_PER_DAY: whole(20, 1, 1_000_000).describe(
    "Mails to sign in or up for one mailbox in a day, whatever tag its address has",
  ),
  LIMIT_MAIL_SECONDS: whole(60, 0, 3600).describe("Seconds between two mails to one mailbox"),
  LIMIT_VERIFY_PER_MINUTE: whole(30, 1, 1_000_000).describe("Codes and links tried per address in a minute"),
  LIMIT_FACTOR_TRIES: whole(5, 1, 1_000_000).describe("Wrong second factors per address and account in five minutes"),

  REST_SCHEMAS: z
    .string()
    .default("public")
    .transform((value) => value.split(",").map((item) => item.trim()))
    .describe("Schemas the data API shows"),
  REST_MAX_ROWS: whole(1000, 1, 1_000_000).describe("Most rows one read returns"),
  STATEMENT_TIMEOUT_MS: whole(8000, 100, 600_000).describe("Data requests are cut after this time"),

  MAIL_FROM: z
    .string()
    .optional()
    .describe("Sender of our mail. Default: the one in Settings, Firm, or the address in content/site.ts"),
  SMTP_URL: secret.describe("Send mail through this SMTP server"),
  POSTMARK_SERVER_TOKEN: secret.describe("Send mail through Postmark"),
  POSTMARK_FROM_EMAIL: secret.describe("Sender address confirmed with Postmark"),
  POSTMARK_OUTREACH_STREAM: secret.describe(
    "Message stream of Postmark for outreach; its unsubscribe handling must be Custom",
  ),
  POSTMARK_WEBHOOK_LOGIN: secret.describe("name:password that Postmark's webhooks bring to /api/webhooks/postmark"),
  POSTMARK_API_URL: address.optional().describe("Address of Postmark's API, if not Postmark's own"),
  INBOUND_MAIL_ADDRESS: secret.describe(
    "Answers to outreach go here: an inbound address of Postmark, which sends them to /api/webhooks/postmark-inbound",
  ),
  PRIVATE_SERVERS: flag(false).describe(
    "Mail servers and calendars that people connect may be in private networks; off, only servers on the internet are called",
  ),
  DKIM_SELECTOR: secret.describe("Sign mail to SMTP_URL with DKIM, under this selector of the sender's domain"),
  DKIM_PRIVATE_KEY: secret.describe("Private key (PEM, line breaks as \\n) of that selector"),
  STRIPE_SECRET_KEY: secret.describe("Payments: secret key"),
  STRIPE_API_URL: address.optional().describe("Address of Stripe's API, if not Stripe's own"),
  STRIPE_WEBHOOK_SECRET: secret.describe("Payments: webhook secret"),
  GOOGLE_SERVICE_ACCOUNT_JSON: secret.describe("Document storage: service credentials"),
  GOOGLE_DRIVE_FOLDER_ID: secret.describe("Document storage: folder"),
  SLACK_WEBHOOK_URL: secret.describe("Team chat notifications: webhook address"),
  PUSH_HOSTS: z
    .string()
    .default("fcm.googleapis.com,push.services.mozilla.com,push.apple.com,notify.windows.com")
    .transform((value) => value.split(",").map((item) => item.trim()))
    .describe("Push services that notices are sent to for colleagues' browsers, with the hosts below them"),
  SCHEDULING_API_URL: address.optional().describe("Address of the scheduling service's API, if not Cal.com's own"),
  SCHEDULING_API_KEY: secret.describe("Meeting scheduling: API key"),
  SCHEDULING_EVENT_TYPE: secret.describe("Meeting scheduling: event type"),
  SCHEDULING_WEBHOOK_SECRET: secret.describe("Meeting scheduling: webhook secret"),
  GOOGLE_CALENDAR_CLIENT_ID: secret.describe("Calendars at Google: OAuth client ID"),
  GOOGLE_CALENDAR_CLIENT_SECRET: secret.describe("Calendars at Google: OAuth client secret"),
  MICROSOFT_CALENDAR_CLIENT_ID: secret.describe("Calendars at Microsoft: application (client) ID"),
  MICROSOFT_CALENDAR_CLIENT_SECRET: secret.describe("Calendars at Microsoft: client secret"),
  DEMO_VIDEO_WORKSHOPS: secret.describe("Demo video link: workshops"),
  DEMO_VIDEO_PUBLISHER: secret.describe("Demo video link: publisher"),
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe("Keep files in this bucket of an S3-compatible store (its whole address), not under DATA_DIR"),
  S3_ACCESS_KEY_ID: secret.describe("Key of the bucket"),
  S3_SECRET_ACCESS_KEY: secret.describe("Secret of that key"),
  S3_REGION: z.string().default("auto").describe("Region of the bucket"),
  DOCUMENT_MAX_MB: whole(50, 1, 100_000).describe("Largest file that documents take"),
  MODULES: z
    .string()
    .default("")
    .transform((value) =>
      value
        .split(",")
        .map((item) => item.trim())
        .filter(Boolean),
    )
    .describe("Modules that are on from the first start: all, or a list of their keys, comma separated"),
  DEMO_VIDEO_BOOTLOADER: secret.describe("Demo video link: Bootloader"),
} as const;

const schema = z.object(settings).superRefine((env, context) => {
  const needs = (a: keyof typeof env, b: keyof typeof env) => {
    if (env[a] && !env[b]) context.addIssue({ code: "custom", path: [b], message: `is needed because ${a} is set` });
  };
  needs("SUPABASE_URL", "SUPABASE_PUBLISHABLE_KEY");
  needs("SUPABASE_PUBLISHABLE_KEY", "SUPABASE_URL");
  needs("S3_ENDPOINT", "S3_ACCESS_KEY_ID");
  needs("S3_ENDPOINT", "S3_SECRET_ACCESS_KEY");
  needs("ADMIN_PASSWORD", "ADMIN_EMAIL");
  needs("ADMIN_EMAIL", "ADMIN_PASSWORD");
  if (env.JWT_ALGORITHM === "HS256" && !env.JWT_SECRET)
    context.addIssue({ code: "custom", path: ["JWT_SECRET"], message: "is needed because JWT_ALGORITHM is HS256" });
});

export type Env = Omit<z.infer<typeof schema>, "SITE_URL"> & { SITE_URL: string; siteUrlIsSet: boolean };

export class BadSetting extends Error {}

/** Parses the environment; an empty value counts as not set. Throws one message that names every bad setting. */
export function readEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ""));
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join(".")}: ${issue.message}`);
    throw new BadSetting(`These settings are not right:\n${lines.join("\n")}\ndocs/settings.md lists every setting.`);
  }
  const { SITE_URL, ...rest } = parsed.data;
  return { ...rest, SITE_URL: SITE_URL ?? `http://localhost:${rest.PORT}`, siteUrlIsSet: SITE_URL !== undefined };
}
