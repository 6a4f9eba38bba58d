// Reads the build once: pages get the runtime settings and their security headers, everything its compressed forms.
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzipSync } from "node:zlib";
import { site } from "#content/site.ts";
import { currentMillis } from "#domain/clock.ts";
import { conditionsIn, settle } from "#domain/page-conditions.ts";
import type { Env } from "#server/env.ts";
import { type Firm, firmOf } from "#server/platform/firm.ts";
import { madeOnce } from "#server/platform/made-once.ts";
import { acceptedEncodings } from "./accepted-encodings.ts";
import { namesFirm, withFirm } from "./page-firm.ts";
import { pageHeaders, staticHeaders } from "./security-headers.ts";

type FileKind = "page" | "file";
export interface Form {
  body: Uint8Array<ArrayBuffer>;
  etag: string;
  headers: Record<string, string>;
  headersWhenUnchanged: Record<string, string>;
}
export interface SiteFile {
  bestFor(acceptEncoding: string): Form;
  /** As sent to those who take no compression, and every compressed form at its best. */
  everyForm(): Promise<{ identity: Form; br?: Form; gzip?: Form }>;
}
export interface Site {
  /** `holds` says which conditions of the page hold (domain/page-conditions.ts); none unless given. */
  get(path: string, kind: FileKind, holds?: ReadonlySet<string>): SiteFile | undefined;
  /** Of all pages and files. */
  paths: string[];
}

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".webp": "image/webp",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".pdf": "application/pdf",
  ".txt": "text/plain; charset=utf-8",
  ".md": "text/markdown; charset=utf-8",
  ".xml": "application/xml; charset=utf-8",
};
const compressible = /^(?:text\/|application\/(?:json|xml|manifest)|image\/svg)/;
// Files that name the site's own address; the build writes the one in content/site.ts, a deployment has its own.
const namesTheSite = new Set([".html", ".xml", ".txt", ".md", ".webmanifest"]);
// Files whose ending does not say enough.
const ownTypes: Record<string, string> = { "/feed.xml": "application/rss+xml; charset=utf-8" };
const forbidden = new Set([".map"]);

const brotli = promisify(brotliCompress);

/** A window no larger than a page: the default one takes megabytes that the process then keeps. */
const brotliOptions = (body: Buffer, quality: number) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_LGWIN]: 18,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  },
});

export async function loadSite(
  env: Env,
  publishableKey: string,
  roots = ["build/app/client", "build/islands"],
  firm: () => Firm = () => defaultFirm,
): Promise<Site> {
  const pages = new Map<string, Page>();
  const files = new Map<string, SiteFile>();
  const later = whenQuiet(5000);

  for (const root of roots) {
    if (!existsSync(root)) throw new Error(`${root} is missing: run npm run build`);
    for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
      const file = path.join(entry.parentPath, entry.name);
      const url = `/${path.relative(root, file).split(path.sep).join("/")}`;
      const extension = path.extname(file);
      if (!entry.isFile() || url.startsWith("/.vite/") || forbidden.has(extension) || /\.(?:br|gz)$/.test(url))
        continue;
      if (extension === ".html") {
        const route = url === "/index.html" ? "/" : url.replace(/\/index\.html$|\.html$/, "");
        const html = prepare(await readFile(file, "utf8"), env, publishableKey);
        const load = (text: string) => siteFile(Buffer.from(text), ".html", pageHeaders(text, route, env), later);
        pages.set(
          route,
          followingFirm(html, firm, (text) => everyWay(text, load)),
        );
      } else {
        const raw = await readFile(file);
        const body = namesTheSite.has(extension) ? Buffer.from(atAddress(raw.toString("utf8"), env)) : raw;
        // Hashed by the build, so never changing under one name; what comes from public/ keeps its name when it changes.
        const hashed = url.startsWith("/assets/") && !existsSync(path.join("public", url));
        const ready = body === raw ? { br: await sibling(`${file}.br`), gzip: await sibling(`${file}.gz`) } : {};
        const ownType = ownTypes[url];
        const headers = { ...staticHeaders(url, hashed), ...(ownType ? { "Content-Type": ownType } : {}) };
        files.set(url, siteFile(body, extension, headers, later, ready));
      }
    }
  }
  return {
    get: (url, kind, holds = none) => (kind === "page" ? pages.get(url)?.(holds) : files.get(url)),
    paths: [...pages.keys(), ...files.keys()],
  };
}

const none: ReadonlySet<string> = new Set();

/** Most pages are the same whatever holds. */
type Page = (holds: ReadonlySet<string>) => SiteFile;

/** A page with conditions is made ready in each way that was asked for: few of all that could be. */
function everyWay(html: string, load: (html: string) => SiteFile): Page {
  const conditions = conditionsIn(html);
  const ways = new Map<string, SiteFile>();
  return (holds) => {
    const key = conditions.filter((condition) => holds.has(condition)).join();
    const known = ways.get(key);
    if (known) return known;
    const made = load(settle(html, holds));
    ways.set(key, made);
    return made;
  };
}

const defaultFirm = firmOf();

/** A page that names the firm is made ready again when the firm has changed. */
function followingFirm(html: string, firm: () => Firm, make: (html: string) => Page): Page {
  if (!namesFirm(html)) return make(html);
  const page = madeOnce(() => make(withFirm(html, firm())), firm);
  page();
  return (holds) => page()(holds);
}

const halfAYear = 182 * 24 * 3600 * 1000;

/** Also dates security.txt, which must name a day less than a year away. */
const atAddress = (text: string, env: Env) =>
  text.replaceAll(site.url, env.SITE_URL).replace("{expires}", new Date(currentMillis() + halfAYear).toISOString());

function prepare(html: string, env: Env, publishableKey: string): string {
  const settings = {
    supabaseUrl: env.SUPABASE_URL ?? null,
    publishableKey: env.SUPABASE_PUBLISHABLE_KEY ?? publishableKey,
    siteUrl: env.SITE_URL,
    passkeys: env.PASSKEYS,
    serverHasDatabase: !env.SUPABASE_URL || Boolean(env.DATABASE_URL),
    flags: {
      contentIntelligence: env.CONTENT_INTELLIGENCE,
      crmRelMining: env.CRM_REL_MINING,
      autoPublish: env.AUTO_PUBLISH ?? false,
    },
    publishingIsFixed: env.AUTO_PUBLISH !== undefined,
    clientArea: false,
  };
  const inert = withSwitches(JSON.stringify(settings).replaceAll("<", "\\u003c"), env);
  return atAddress(html, env).replace(
    /(<script type="application\/json" id="runtime-settings">)[^<]*/,
    (_all, tag: string) => tag + inert,
  );
}

/** What is switched in Settings is a condition of the page. */
const withSwitches = (settings: string, env: Env) =>
  [
    ...(env.AUTO_PUBLISH === undefined ? ([["autoPublish", "publishing"]] as const) : []),
    ["clientArea", "client-area"] as const,
  ].reduce(
    (text, [flag, of]) =>
      text.replace(
        `"${flag}":false`,
        `"${flag}":<gv-if data-of="${of}">true</gv-if><gv-unless data-of="${of}">false</gv-unless>`,
      ),
    settings,
  );

const sibling = async (file: string) => (existsSync(file) ? await readFile(file) : undefined);

/** Compressed when first asked for, unless the build has done it: a start would take half a second more for pages that wait. */
function siteFile(
  body: Buffer,
  extension: string,
  extra: Record<string, string>,
  later: (work: () => Promise<void>) => void,
  ready: { br?: Buffer | undefined; gzip?: Buffer | undefined } = {},
): SiteFile {
  const type = types[extension] ?? "application/octet-stream";
  const canShrink = compressible.test(type) && body.length >= 256;
  const tag = createHash("sha256").update(body).digest("base64url").slice(0, 22);
  const form = (bytes: Buffer, encoding?: string): Form => {
    // Weak for compressed forms: the same page may be compressed harder later, and then its bytes differ.
    const etag = encoding ? `W/"${tag}-${encoding}"` : `"${tag}"`;
    const shared = { ETag: etag, ...(canShrink ? { Vary: "Accept-Encoding" } : {}), ...extra };
    return {
      body: bytes as Uint8Array<ArrayBuffer>,
      etag,
      headers: {
        "Content-Type": type,
        "Content-Length": String(bytes.length),
        ...(encoding ? { "Content-Encoding": encoding } : {}),
        ...shared,
      },
      headersWhenUnchanged: shared,
    };
  };
  const identity = form(body);
  const gzipped = () => form(ready.gzip ?? gzipSync(body, { level: 6 }), "gzip");
  const bestBr = async () => form(ready.br ?? (await brotli(body, brotliOptions(body, 11))), "br");
  let gzip: Form | undefined;
  let br: Form | undefined;
  return {
    bestFor(accept) {
      const encodings = acceptedEncodings(accept);
      if (canShrink && encodings.br) {
        if (!br) {
          br = form(ready.br ?? brotliCompressSync(body, brotliOptions(body, 5)), "br");
          // The best compression takes a third of a second a page: pages that are asked for get it, after their first visitors.
          if (!ready.br) later(async () => void (br = await bestBr()));
        }
        return br;
      }
      return canShrink && encodings.gzip ? (gzip ??= gzipped()) : identity;
    },
    everyForm: async () => (canShrink ? { identity, br: await bestBr(), gzip: gzipped() } : { identity }),
  };
}

/** Work that can wait until no more of it has come for a while: one after the other, so that it never takes more than one core. */
function whenQuiet(quietMs: number): (work: () => Promise<void>) => void {
  const waiting: (() => Promise<void>)[] = [];
  let done = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const start = () => {
    for (const work of waiting.splice(0)) done = done.then(work);
  };
  return (work) => {
    waiting.push(work);
    clearTimeout(timer);
    timer = setTimeout(start, quietMs).unref();
  };
}
