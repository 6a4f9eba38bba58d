// What `doctor` says about settings that are readable, each by itself, but not right together or not ours.
import { type Env, settings } from "../../server/env.ts";
import type { AddressSource } from "../../server/http/client-address.ts";
import { nearest } from "../../server/supabase/rest/plan/nearest.ts";

export interface Finding {
  mark: "ok" | "note" | "fix";
  words: string;
}

const fix = (words: string): Finding => ({ mark: "fix", words });
const note = (words: string): Finding => ({ mark: "note", words });

/** `source` is the whole environment; empty values count as not set, as in readEnv. */
export function checkSettings(env: Env, source: Record<string, string | undefined>): Finding[] {
  const found: Finding[] = [...misspelt(source)];
  if (!env.siteUrlIsSet) found.push(note("SITE_URL is not set: links in mail point to this machine"));
  else if (!env.SITE_URL.startsWith("https:")) found.push(note("SITE_URL is not https: put TLS in front"));
  else if (env.TRUSTED_PROXIES.length === 0)
    found.push(note("SITE_URL is https and TRUSTED_PROXIES is empty: behind a proxy all visitors share one limit"));
  if (env.AUTO_PUBLISH) found.push(note("AUTO_PUBLISH is on: external publishing is not in safe mode"));
  if (env.STRIPE_SECRET_KEY && !env.STRIPE_WEBHOOK_SECRET)
    found.push(
      fix(
        "STRIPE_SECRET_KEY is set without STRIPE_WEBHOOK_SECRET: nobody can pay by card, and no payment is ever recorded",
      ),
    );
  if (env.STRIPE_WEBHOOK_SECRET && !env.STRIPE_SECRET_KEY)
    found.push(fix("STRIPE_WEBHOOK_SECRET is set without STRIPE_SECRET_KEY: nobody can pay by card"));
  return found;
}

/** A name that is almost one of ours was meant to be it: the server does not miss what it does not know. */
function misspelt(source: Record<string, string | undefined>): Finding[] {
  const known = Object.keys(settings);
  return Object.entries(source)
    .filter(([name, value]) => value && !(name in settings) && /^[A-Z][A-Z0-9_]+$/.test(name))
    .flatMap(([name]) => {
      const meant = nearest(name, known);
      return meant === null || source[meant] ? [] : [fix(`${name} is not a setting: was ${meant} meant?`)];
    });
}

/** `isPublishing` is what the database says, where AUTO_PUBLISH leaves it to the switch in Settings. */
export function checkPublishing(env: Env, isPublishing: boolean): Finding[] {
  if (!isPublishing || env.POSTMARK_SERVER_TOKEN || env.SMTP_URL) return [];
  return [
    fix(
      "external publishing is on, but there is no mail provider: messages end in the outbox folder of DATA_DIR (set SMTP_URL or POSTMARK_SERVER_TOKEN)",
    ),
  ];
}

/** `source` is how a request to SITE_URL reached the server. */
export function checkProxy(env: Env, source: AddressSource): Finding {
  const shared = "all visitors share one limit";
  if (source === "proxy") return { mark: "ok", words: "the proxy at SITE_URL passes the addresses of its visitors" };
  if (source === "proxy without address")
    return fix(`the proxy at SITE_URL sends no X-Forwarded-For: ${shared} (deploy/nginx.conf sets it)`);
  if (source === "proxy not trusted")
    return fix(`the proxy at SITE_URL is not in TRUSTED_PROXIES, so its X-Forwarded-For is not believed: ${shared}`);
  // This server speaks no TLS itself.
  if (env.SITE_URL.startsWith("https:"))
    return fix(`the proxy at SITE_URL sends no X-Forwarded-For and is not in TRUSTED_PROXIES: ${shared}`);
  return { mark: "ok", words: "SITE_URL leads here without a proxy" };
}
