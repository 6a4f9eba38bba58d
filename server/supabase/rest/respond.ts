// From PostgreSQL's answer to the HTTP reply.
import { validateHeaderValue } from "node:http";
import type { Context } from "hono";
import type { AppEnv } from "#server/app.ts";
import { takeApiHeaders } from "#server/http/api-headers.ts";
import type { RestRequest } from "./rest-request.ts";
import { badGucHeaders, badGucStatus, type RestError } from "./rest-error.ts";
import type { Answer } from "./run-statement.ts";

/** What goes back. Header names in small letters. */
export interface Reply {
  status: number;
  headers: Record<string, string | string[]>;
  body: Buffer | string | null;
}

export interface Result {
  total: number | null;
  rows: number;
  body: string | null;
  headers: string | null;
  status: string | null;
  location: [string, string][] | null;
  inserted: number | null;
}

export function readAnswer(answer: Answer): Result {
  const count = (index: number) => (answer[index] == null ? null : Number(answer[index]));
  const location = answer[5] ?? null;
  return {
    total: count(0),
    rows: count(1) ?? 0,
    body: answer[2] ?? null,
    headers: answer[3] ?? null,
    status: answer[4] ?? null,
    location: location === null ? null : (JSON.parse(location) as [string, string][]),
    inserted: count(6),
  };
}

export function respond(
  request: RestRequest,
  status: number,
  headers: Record<string, string | null>,
  body: Buffer | string | null,
  result: Result | null = null,
): Reply {
  const all: Reply["headers"] = {};
  for (const name in headers) {
    const value = headers[name];
    if (typeof value === "string") all[name] = value;
  }
  const profiled = request.catalog.schemas.length > 1 || request.headers.has("accept-profile");
  if (body !== null && profiled) all["content-profile"] = request.schema;
  const chosen = overrides(result, all) ?? status;
  return { status: chosen, headers: all, body: hasBody(request.method, chosen) ? body : null };
}

const hasBody = (method: string, status: number) =>
  method !== "HEAD" && status !== 204 && status !== 205 && status !== 304;

export function asResponse(context: Context<AppEnv>, { status, headers, body }: Reply): Response {
  const isPlain = Object.values(headers).every((value) => typeof value === "string");
  const pairs = () =>
    Object.entries(headers).flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, one]));
  return new Response(body as BodyInit | null, {
    status,
    headers: isPlain ? takeApiHeaders(context, headers as Record<string, string>) : pairs(),
  });
}

/** Functions and triggers may set `response.headers` and `response.status`. */
function overrides(result: Result | null, headers: Reply["headers"]): number | null {
  if (result === null) return null;
  if (result.headers !== null) addHeaders(headers, result.headers);
  if (result.status === null) return null;
  const status = Number(result.status);
  if (!Number.isInteger(status) || status < 200 || status > 599) throw badGucStatus();
  return status;
}

function addHeaders(headers: Reply["headers"], text: string): void {
  try {
    const all = new Headers(Object.entries(headers) as [string, string][]);
    for (const [name, value] of gucHeaders(text)) all.append(name, value);
    all.forEach((value, name) => (headers[name] = value));
    if (all.has("set-cookie")) headers["set-cookie"] = all.getSetCookie();
  } catch {
    throw badGucHeaders();
  }
}

function gucHeaders(text: string): [string, string][] {
  const list: unknown = JSON.parse(text);
  if (!Array.isArray(list)) throw badGucHeaders();
  return list.map((item: unknown) => {
    const [pair, more] = Object.entries(item as Record<string, unknown>);
    if (pair === undefined || more !== undefined || typeof pair[1] !== "string") throw badGucHeaders();
    validateHeaderValue(pair[0], pair[1]);
    return [pair[0], pair[1]];
  });
}

export function respondError(error: RestError, method: string): Reply {
  const { code, details, hint, message } = error;
  const headers = {
    ...error.headers,
    "content-type": "application/json; charset=utf-8",
    "proxy-status": `PostgREST; error=${code}`,
  };
  const body = JSON.stringify({ code, details, hint, message });
  return { status: error.status, headers, body: hasBody(method, error.status) ? body : null };
}
