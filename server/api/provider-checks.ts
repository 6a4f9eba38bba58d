// Asks a provider whether our secrets work: one harmless request, five seconds at most. Never says a secret.
import { importPKCS8, SignJWT } from "jose";
import { type Integration, type IntegrationId, notConfigured } from "#content/integrations.ts";
import type { Env } from "../env.ts";

export interface CheckResult {
  ok: boolean;
  message: string;
}

type Check = (env: Env, ask: typeof fetch, signal: AbortSignal) => Promise<Response>;

const checks: Partial<Record<IntegrationId, Check>> = {
  email: (env, ask, signal) =>
    ask("https://api.postmarkapp.com/server", {
      signal,
      headers: { Accept: "application/json", "X-Postmark-Server-Token": env.POSTMARK_SERVER_TOKEN ?? "" },
    }),
  payments: (env, ask, signal) =>
    // What a restricted key for payments may read.
    ask(`${env.STRIPE_API_URL ?? "https://api.stripe.com"}/v1/checkout/sessions?limit=1`, {
      signal,
      headers: { Authorization: `Bearer ${env.STRIPE_SECRET_KEY}` },
    }),
  storage: uploadToDrive,
  chat: (env, ask, signal) =>
    ask(env.SLACK_WEBHOOK_URL ?? "", {
      signal,
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ text: "Guidevane: a test message from Settings." }),
    }),
};

export async function checkProvider(integration: Integration, env: Env, ask: typeof fetch): Promise<CheckResult> {
  const absent = integration.settings.find((name) => !env[name]);
  const check = checks[integration.id];
  // A check needs its first setting; what only reports presence needs them all.
  const needed = check && integration.id !== "storage" ? integration.settings[0] : absent;
  if (needed && !env[needed]) return { ok: false, message: notConfigured(integration.provider, needed) };
  if (!check) return { ok: true, message: `${integration.provider}: all settings are present` };
  try {
    const answer = await check(env, ask, AbortSignal.timeout(5000));
    if (!answer.ok) return { ok: false, message: `${integration.provider} answered ${answer.status}` };
    return { ok: true, message: `${integration.provider} answered: the settings work` };
  } catch (error) {
    if (error instanceof BadCredentials) return { ok: false, message: error.message };
    const late = error instanceof Error && error.name === "TimeoutError";
    return {
      ok: false,
      message: `${integration.provider} ${late ? "did not answer within 5 seconds" : "could not be reached"}`,
    };
  }
}

class BadCredentials extends Error {}

async function uploadToDrive(env: Env, ask: typeof fetch, signal: AbortSignal): Promise<Response> {
  const token = await driveToken(env.GOOGLE_SERVICE_ACCOUNT_JSON ?? "", ask, signal);
  const boundary = "guidevane-test";
  const metadata = { name: "guidevane-system-test.txt", parents: [env.GOOGLE_DRIVE_FOLDER_ID] };
  const authorization = { Authorization: `Bearer ${token}` };
  const uploaded = await ask(
    "https://www.googleapis.com/upload/drive/v3/files?uploadType=multipart&supportsAllDrives=true",
    {
      signal,
      method: "POST",
      headers: { ...authorization, "Content-Type": `multipart/related; boundary=${boundary}` },
      body: [
        `--${boundary}\r\nContent-Type: application/json\r\n\r\n${JSON.stringify(metadata)}`,
        `--${boundary}\r\nContent-Type: text/plain\r\n\r\nA test by Guidevane.\r\n--${boundary}--`,
      ].join("\r\n"),
    },
  );
  if (!uploaded.ok) return uploaded;
  const { id } = (await uploaded.json()) as { id: string };
  return ask(`https://www.googleapis.com/drive/v3/files/${encodeURIComponent(id)}?supportsAllDrives=true`, {
    signal,
    method: "DELETE",
    headers: authorization,
  });
}

async function driveToken(credentials: string, ask: typeof fetch, signal: AbortSignal): Promise<string> {
  let account: { client_email?: string; private_key?: string };
  let assertion: string;
  try {
    account = JSON.parse(credentials) as typeof account;
    assertion = await new SignJWT({ scope: "https://www.googleapis.com/auth/drive.file" })
      .setProtectedHeader({ alg: "RS256" })
      .setIssuer(account.client_email ?? "")
      .setAudience("https://oauth2.googleapis.com/token")
      .setIssuedAt()
      .setExpirationTime("5m")
      .sign(await importPKCS8(account.private_key ?? "", "RS256"));
  } catch {
    throw new BadCredentials("GOOGLE_SERVICE_ACCOUNT_JSON is not a service account key in JSON");
  }
  const answer = await ask("https://oauth2.googleapis.com/token", {
    signal,
    method: "POST",
    body: new URLSearchParams({ grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion }),
  });
  if (!answer.ok) throw new BadCredentials(`Google answered ${answer.status} to the service credentials`);
  return ((await answer.json()) as { access_token: string }).access_token;
}
