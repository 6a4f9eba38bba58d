// The exported site as nginx configuration: one exact location per page, file and redirect. What is not listed is the 404 page.
import type { Env } from "#server/env.ts";
import { safeHeaders } from "#server/http/api-headers.ts";
import { guidePage, guidePath, hasNoAddress, toolsPage } from "#server/http/website/paths.ts";

export interface ExportedFile {
  url: string;
  /** Below the folder that nginx serves. */
  name: string;
  isPage: boolean;
  headers: Record<string, string>;
}

type Redirects = Readonly<Record<string, string>>;

export function nginxConfiguration(files: readonly ExportedFile[], env: Env, redirects: Redirects): string {
  const guide = need(files, guidePage);
  const safe = safeHeaders(env);
  return `${opening}
${files.map((file) => (isHidden(file) ? hidden(file) : shown(`= ${file.url}`, file))).join("\n")}
${shown(`~ ${quoted(guidePath.source)}`, guide)}

# Moved addresses, and pages with a slash behind them; the query string is kept.
${Object.entries(redirects)
  .flatMap(([from, to]) => [moved(from, to, safe), moved(`${from}/`, to, safe)])
  .join("\n")}
${files
  .filter((file) => file.isPage && !isHidden(file) && file.url !== "/")
  .map(({ url }) => moved(`${url}/`, url, safe))
  .join("\n")}
location ~ ${quoted(guidePath.source.replace(/\$$/, "/$"))} {${lines(movedHeaders(safe))}
  rewrite "^(.*)/$" "$1" permanent;
}

location / {
  return 404;
}
`;
}

/** The host that shows one page only. */
export function toolsHostConfiguration(files: readonly ExportedFile[], env: Env): string {
  const tools = need(files, toolsPage);
  return `${opening}
${shown("= /", tools)}
${files
  .filter((file) => !file.isPage)
  .map((file) => shown(`= ${file.url}`, file))
  .join("\n")}
${files.filter(isHidden).map(hidden).join("\n")}

location / {${lines({ ...safeHeaders(env), "Cache-Control": "no-store" })}
  return 302 "/";
}
`;
}

const opening = `# Written by \`npm run export\`. Include it in a server block that has \`root DIR/files\` and \`location @guidevane\`;
# deploy/nginx.conf is one.
absolute_redirect off;
gzip_static on;
gzip_vary on;
error_page 400 /error/400.html;
error_page 404 /404.html;
# Forms and other methods than reading: the server has the response.
error_page 405 = @guidevane;
`;

const isHidden = ({ url }: ExportedFile): boolean => hasNoAddress.test(url);

function need(files: readonly ExportedFile[], url: string): ExportedFile {
  const file = files.find((one) => one.url === url);
  if (!file) throw new Error(`The build has no page ${url}: run npm run build`);
  return file;
}

const shown = (location: string, { name, headers }: ExportedFile): string => `location ${location} {${served(headers)}
  try_files ${name} =404;
}`;

/** Shown in place of another page only. */
const hidden = ({ name, headers }: ExportedFile): string => `location = ${name} {
  internal;${served(name.startsWith("/error/") ? { ...headers, "Cache-Control": "no-store" } : headers)}
}`;

function moved(from: string, to: string, safe: Record<string, string>): string {
  const [path = "", hash] = to.split("#");
  const target = `${path}$is_args$args${hash === undefined ? "" : `#${hash}`}`;
  return `location = ${from} {${lines(movedHeaders(safe))}
  return 301 "${target}";
}`;
}

const movedHeaders = (safe: Record<string, string>) => ({ ...safe, "Cache-Control": "public, max-age=3600" });

/** nginx knows these by itself. */
const own = new Set(["Content-Type", "Content-Length", "ETag", "Vary"]);

const served = (headers: Record<string, string>): string => `
  types { }
  default_type ${quoted(headers["Content-Type"] ?? "application/octet-stream")};${lines(headers)}`;

const lines = (headers: Record<string, string>): string =>
  Object.entries(headers)
    .filter(([name]) => !own.has(name))
    .map(([name, value]) => `\n  add_header ${name} ${quoted(value)} always;`)
    .join("");

function quoted(value: string): string {
  // A dollar at the end of a pattern is an anchor; anywhere else nginx would take what follows for a variable's name.
  if (/\$./.test(value)) throw new Error(`nginx would read a variable in: ${value}`);
  return `"${value.replaceAll(/["\\]/g, "\\$&")}"`;
}
