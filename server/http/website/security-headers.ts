// Security headers of pages and files. Scripts run only from our origin or with a hash found in the page itself.
import { createHash } from "node:crypto";
import { embeds } from "#content/site.ts";
import type { Env } from "#server/env.ts";

export function commonHeaders(env: Env): Record<string, string> {
  return {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Permissions-Policy":
      "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), midi=(), payment=(), usb=(), publickey-credentials-get=(self), publickey-credentials-create=(self)",
    ...(env.SITE_URL.startsWith("https:")
      ? { "Strict-Transport-Security": "max-age=63072000; includeSubDomains" }
      : {}),
  };
}

const isApp = (route: string) => route === "/__spa-fallback";

export function pageHeaders(html: string, route: string, env: Env): Record<string, string> {
  return {
    ...commonHeaders(env),
    "Cache-Control": isApp(route) ? "no-store" : "public, max-age=0, must-revalidate",
    "Content-Security-Policy": contentSecurityPolicy(html, route, env),
  };
}

/** A worker obeys the policy it comes with, not that of its page: this one reads strangers' PDFs and asks no one for anything. */
const pdfWorker = /^\/assets\/pdf-worker-[^/]+\.js$/;
const workerPolicy = "default-src 'none'; script-src 'self'";

export function staticHeaders(url: string, hashed: boolean): Record<string, string> {
  return {
    ...(pdfWorker.test(url) ? { "Content-Security-Policy": workerPolicy } : {}),
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": hashed ? "public, max-age=31536000, immutable" : "public, max-age=86400",
  };
}

/** Inline scripts that run (not data blocks such as JSON), by hash. */
function scriptHashes(html: string): string[] {
  const hashes = new Set<string>();
  for (const [, attributes = "", code = ""] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
    if (/\bsrc=/.test(attributes) || /type="application\/(?:ld\+)?json"/.test(attributes)) continue;
    hashes.add(`'sha256-${createHash("sha256").update(code).digest("base64")}'`);
  }
  return [...hashes];
}

function contentSecurityPolicy(html: string, route: string, env: Env): string {
  // Nothing is opened for a service that this way of the page does not name.
  const embed = isApp(route)
    ? undefined
    : embeds.find(
        ({ path, scripts, frames }) =>
          path === route && [...scripts, ...frames].some((origin) => html.includes(origin)),
      );
  const backend = isApp(route) && env.SUPABASE_URL ? [env.SUPABASE_URL, env.SUPABASE_URL.replace(/^http/, "ws")] : [];
  const policy: Record<string, readonly string[]> = {
    "default-src": ["'none'"],
    "script-src": ["'self'", ...scriptHashes(html), ...(embed?.scripts ?? [])],
    "style-src": ["'self'", "'unsafe-inline'"],
    "img-src": ["'self'", "data:"],
    "font-src": ["'self'"],
    // A page may ask an embedded service whether it answers before it shows the frame.
    "connect-src": ["'self'", ...backend, ...(embed?.frames ?? [])],
    "frame-src": embed?.frames.length ? embed.frames : ["'none'"],
    "manifest-src": ["'self'"],
    "form-action": ["'self'", "mailto:"],
    "base-uri": ["'none'"],
    "object-src": ["'none'"],
    "frame-ancestors": ["'none'"],
  };
  return Object.entries(policy)
    .map(([name, values]) => `${name} ${values.join(" ")}`)
    .join("; ");
}
