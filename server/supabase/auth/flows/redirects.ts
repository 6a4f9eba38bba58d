// Where a mail link may return to: our own site, or an address on the operator's list. Everything else goes home.
import type { Env } from "#server/env.ts";

export type AllowedRedirect = (asked: string | undefined) => string;

/** `*` stands for anything but . and /, `**` for anything, `?` for one character, as in Supabase's allow-list. */
function pattern(entry: string): RegExp {
  const source = entry
    .split(/(\*\*|\*|\?)/)
    .map((part) => {
      if (part === "**") return ".*";
      if (part === "*") return "[^./]*";
      if (part === "?") return "[^./]";
      return part.replace(/[.+^${}()|[\]\\]/g, "\\$&");
    })
    .join("");
  return new RegExp(`^${source}$`);
}

const isLocal = ({ hostname }: URL) => ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
const runnable: ReadonlySet<string> = new Set(["javascript:", "data:", "vbscript:", "blob:", "file:"]);

export function createRedirects(env: Pick<Env, "SITE_URL" | "REDIRECT_ALLOW_LIST">): AllowedRedirect {
  const home = new URL(env.SITE_URL);
  const patterns = env.REDIRECT_ALLOW_LIST.map(pattern);
  return (asked) => {
    if (!asked) return env.SITE_URL;
    // Browsers drop tabs and line breaks and read \ as /: an address that needs such repair is not taken.
    if (/[\s\\\p{Cc}]/u.test(asked) || !URL.canParse(asked)) return env.SITE_URL;
    const url = new URL(asked);
    if (url.username !== "" || url.password !== "" || runnable.has(url.protocol)) return env.SITE_URL;
    if (url.protocol === home.protocol && url.host === home.host) return asked;
    // On a developer's machine the pages often come from another port.
    if (url.protocol === home.protocol && url.hostname === home.hostname && isLocal(home)) return asked;
    // The list is compared with the address as a browser would read it, without its fragment.
    url.hash = "";
    const read = url.href;
    const bare = read.replace(/\/$/, "");
    return patterns.some((allowed) => allowed.test(read) || allowed.test(bare)) ? asked : env.SITE_URL;
  };
}

type Values = Record<string, string>;

export function withFragment(address: string, values: Values): string {
  const url = new URL(address);
  url.hash = new URLSearchParams(values).toString();
  return url.href;
}

export function withQuery(address: string, values: Values): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
  return url.href;
}
