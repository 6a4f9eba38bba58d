// One HTTP request to rest/v1, read once: where it goes, what it asks, how it wants the answer.
import type { Context, HonoRequest } from "hono";
import { currentRequestId } from "#server/http/current-request.ts";
import type { Caller } from "#server/supabase/caller.ts";
import type { CallerRights, Patterns } from "./caller-rights.ts";
import type { Catalog } from "./catalog/catalog-types.ts";
import { parsePreferences, type Preferences } from "./request/preferences.ts";
import { guardLength, parseQuery } from "./request/query-params.ts";
import type { QueryParams } from "./request/request-types.ts";
import { badPath, badSchema, RestError } from "./rest-error.ts";
import { quote } from "./sql/names.ts";

/** What rest/v1 needs of an HTTP request. */
export interface RestCall {
  method: string;
  path: string;
  /** The query string as it came, without its question mark. */
  search: string;
  headers: Headers;
  /** Reads the body, once; refuses a larger one. */
  body(maxBytes: number): Promise<Buffer>;
}

export type Target = { kind: "root" } | { kind: "relation"; name: string } | { kind: "function"; name: string };

export interface RestRequest {
  catalog: Catalog;
  caller: Caller;
  method: string;
  target: Target;
  schema: string;
  /** The query string as it came. */
  search: string;
  /** Read when first asked for. */
  readonly query: QueryParams;
  readonly preferences: Preferences;
  headers: Headers;
  path: string;
  /** In the place of the API's own statement_timeout; a function that is called may bring one. */
  timeout: string | null;
  /** What its regular expressions are matched against, once it is planned. */
  patterns: Patterns;
  readonly rights: CallerRights;
  /** Reads the body, once. */
  body(): Promise<Buffer>;
}

export function targetOf(path: string): Target {
  const [, rpc, plain] = /^\/rest\/v1\/(rpc\/)?(\w+)$/.exec(path) ?? [];
  if (plain !== undefined && (rpc !== undefined || plain !== "rpc"))
    return { kind: rpc === undefined ? "relation" : "function", name: plain };
  const at = path.indexOf("/rest/v1");
  const inside = at < 0 ? path : path.slice(at + "/rest/v1".length);
  let names: string[];
  try {
    names = inside.split("/").filter(Boolean).map(decodeURIComponent);
  } catch {
    throw badPath();
  }
  const [first, second] = names;
  if (first === undefined) return { kind: "root" };
  if (names.length === 1 && first !== "rpc") return { kind: "relation", name: first };
  if (names.length === 2 && first === "rpc" && second !== undefined) return { kind: "function", name: second };
  throw badPath();
}

export function schemaOf(method: string, headers: Headers, catalog: Catalog): string {
  const isRead = method === "GET" || method === "HEAD";
  const wanted = headers.get(isRead ? "accept-profile" : "content-profile");
  const [fallback] = catalog.schemas;
  if (wanted === null) {
    if (fallback === undefined) throw badSchema("", catalog.schemas);
    return fallback;
  }
  if (!catalog.schemas.includes(wanted)) throw badSchema(wanted, catalog.schemas);
  return wanted;
}

export function readRequest(call: RestCall, catalog: Catalog, caller: Caller, rights: CallerRights): RestRequest {
  guardLength(call.search);
  return new ReadRequest(call, catalog, caller, rights);
}

class ReadRequest implements RestRequest {
  readonly catalog: Catalog;
  readonly caller: Caller;
  readonly method: string;
  readonly target: Target;
  readonly schema: string;
  readonly search: string;
  readonly headers: Headers;
  readonly path: string;
  readonly rights: CallerRights;
  readonly body: () => Promise<Buffer>;
  timeout: string | null = null;
  patterns: Patterns = [];
  #query: QueryParams | null = null;
  #preferences: Preferences | null = null;

  constructor(
    { path, search, headers, method, body }: RestCall,
    catalog: Catalog,
    caller: Caller,
    rights: CallerRights,
  ) {
    this.catalog = catalog;
    this.caller = caller;
    this.rights = rights;
    this.method = method;
    this.target = targetOf(path);
    this.schema = schemaOf(method, headers, catalog);
    this.search = search;
    this.headers = headers;
    const at = path.indexOf("/rest/v1");
    this.path = at < 0 ? path : path.slice(at + "/rest/v1".length);
    this.body = () => body(rights.isTrusted ? maxBodyBytes : maxUntrustedBytes);
  }

  get query(): QueryParams {
    const kind = this.target.kind === "function" ? "function" : "relation";
    return (this.#query ??= parseQuery(new URLSearchParams(this.search), kind));
  }

  get preferences(): Preferences {
    return (this.#preferences ??= parsePreferences(this.headers.get("prefer"), this.catalog.features.txOverride));
  }
}

const maxBodyBytes = 10 * 1024 * 1024;
/** What a caller without any role may send: PostgreSQL reads arguments before it asks who calls. */
const maxUntrustedBytes = 100 * 1024;

/** A call that came through Hono. */
export function callOf({ req }: Context): RestCall {
  const at = req.url.indexOf("?");
  return {
    method: req.method,
    path: req.path,
    search: at < 0 ? "" : req.url.slice(at + 1),
    headers: req.raw.headers,
    body: (maxBytes) => readBody(req, maxBytes),
  };
}

async function readBody(request: HonoRequest, maxBytes: number): Promise<Buffer> {
  const tooLarge = () => new RestError(413, "PGRST102", `The body is larger than ${maxBytes} bytes`);
  if (Number(request.header("content-length") ?? 0) > maxBytes) throw tooLarge();
  // Anyone who looked at the body before us left its text.
  const known = request.bodyCache.text;
  const bytes = known ? Buffer.from(await known) : Buffer.from(await request.arrayBuffer());
  if (bytes.byteLength > maxBytes) throw tooLarge();
  return bytes;
}

/** For callers without any role; anyone who may read nothing needs no long statement. */
const maxUntrustedMs = 1000;

const unsaid = new Set(["authorization", "apikey", "cookie"]);

/** What row level security and functions can ask about the request. */
const requestSettings = ({ caller, headers, method, path }: RestRequest): [string, string][] => [
  ["request.jwt.claims", claimsText(caller.claims)],
  ["request.jwt.claim.sub", caller.userId ?? ""],
  ["request.method", method],
  ["request.path", path],
  ["request.headers", saidOf(headers)],
];

function saidOf(headers: Headers): string {
  const said: Record<string, string> = {};
  headers.forEach((value, name) => {
    if (!unsaid.has(name)) said[name] = value;
  });
  // The id that the answer and the log have, whatever the caller wrote.
  const id = currentRequestId();
  if (id !== undefined) said["x-request-id"] = id;
  return JSON.stringify(said);
}

/** The claims of a token are the same object each time it is shown. */
const claimsTexts = new WeakMap<object, string>();

function claimsText(claims: Caller["claims"]): string {
  let text = claimsTexts.get(claims);
  if (text === undefined) claimsTexts.set(claims, (text = JSON.stringify(claims)));
  return text;
}

const searchPathOf = (catalog: Catalog, schema: string) => [schema, ...catalog.searchPath].map(quote).join(", ");

/** Everything that holds for one transaction; the role comes last, because it limits what may be set. */
export function transactionSettings(request: RestRequest, timeoutMs: number): [string, string][] {
  const { caller, catalog, schema, preferences, rights } = request;
  const settings: [string, string][] = [
    ["search_path", searchPathOf(catalog, schema)],
    ["statement_timeout", request.timeout ?? String(timeoutMs)],
    ...(catalog.roleSettings.get(caller.role) ?? []),
    ...requestSettings(request),
  ];
  if (!rights.isTrusted) settings.push(["statement_timeout", String(Math.min(timeoutMs, maxUntrustedMs))]);
  if (preferences.timezone !== null) settings.push(["timezone", preferences.timezone]);
  settings.push(["role", caller.role]);
  return settings;
}
