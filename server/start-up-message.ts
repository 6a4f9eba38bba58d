import type { Env } from "./env.ts";

interface Started {
  env: Env;
  ms: number;
  /** Null when hosted Supabase keeps the users. */
  hasAdministrator: boolean | null;
}

/** What to open, how to become administrator, and how to see everything. */
export function startUpMessage({ env, ms, hasAdministrator }: Started): string {
  const here = env.siteUrlIsSet ? env.SITE_URL : `http://localhost:${env.PORT}`;
  const lines = [
    `Guidevane is ready (${(ms / 1000).toFixed(1)} s).`,
    `  Site           ${here}`,
    `  Back office    ${here}/admin`,
  ];
  if (hasAdministrator === false)
    lines.push(
      "  Administrator  there is none yet: npm run admin -- add you@example.com (in another terminal; prints a password)",
      "  Everything     npm run demo shows it with sample data, in a directory that goes when it ends",
    );
  if (hasAdministrator === null)
    lines.push("  Users and data are in hosted Supabase; add an administrator there with a row in user_roles.");
  return lines.join("\n");
}
