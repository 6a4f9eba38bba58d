import type { Env } from "./env.ts";

interface Started {
  env: Env;
  ms: number;
  /** Null when hosted Supabase keeps the users. */
  hasAdministrator: boolean | null;
}

/** What to open and how to become administrator. */
export function startUpMessage({ env, ms, hasAdministrator }: Started): string {
  const here = env.siteUrlIsSet ? env.SITE_URL : `http://localhost:${env.PORT}`;
  const lines = [
    `Guidevane is ready (${(ms / 1000).toFixed(1)} s).`,
    `  Site         ${here}`,
    `  Back office  ${here}/admin`,
  ];
  if (hasAdministrator === false)
    lines.push(
      "  There is no administrator yet. Either:",
      "    npm run admin -- add you@example.com      (in another terminal; prints a password)",
      "    or start with ADMIN_EMAIL and ADMIN_PASSWORD set",
    );
  if (hasAdministrator === null)
    lines.push("  Users and data are in hosted Supabase; add an administrator there with a row in user_roles.");
  return lines.join("\n");
}
