// From PostgreSQL's answer to the HTTP response.
import type { RestRequest } from "./rest-request.ts";
import { badGucHeaders, badGucStatus, type RestError } from "./rest-error.ts";
import type { Answer } from "./run-statement.ts";

export interface Result {
  total: number | null;
  rows: number;
  body: Buffer | null;
  headers: string | null;
  status: string | null;
  location: [string, string][] | null;
  inserted: number | null;
}

export function readAnswer(answer: Answer): Result {
  const text = (index: number) => answer[index]?.toString("utf8") ?? null;
  const count = (index: number) => (answer[index] == null ? null : Number(text(index)));
  const location = text(5);
  return {
    total: count(0),
    rows: count(1) ?? 0,
    body: answer[2] ?? null,
    headers: text(3),
    status: text(4),
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
): Response {
  const all = new Headers();
  for (const [name, value] of Object.entries(headers)) if (value !== null) all.set(name, value);
  const profiled = request.catalog.schemas.length > 1 || request.headers.has("accept-profile");
  if (body !== null && profiled) all.set("Content-Profile", request.schema);
  const chosen = overrides(result, all) ?? status;
  const empty = body === null || request.method === "HEAD" || chosen === 204 || chosen === 304;
  return new Response(empty ? null : (body as BodyInit), { status: chosen, headers: all });
}

/** Functions and triggers may set `response.headers` and `response.status`. */
function overrides(result: Result | null, headers: Headers): number | null {
  if (result === null) return null;
  if (result.headers !== null) addHeaders(headers, result.headers);
  if (result.status === null) return null;
  const status = Number(result.status);
  if (!Number.isInteger(status) || status < 200 || status > 599) throw badGucStatus();
  return status;
}

function addHeaders(headers: Headers, text: string): void {
  try {
    for (const [name, value] of gucHeaders(text)) headers.append(name, value);
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
    return [pair[0], pair[1]];
  });
}

export function respondError(error: RestError, method: string): Response {
  const { code, details, hint, message } = error;
  const headers = {
    ...error.headers,
    "Content-Type": "application/json; charset=utf-8",
    "Proxy-Status": `PostgREST; error=${code}`,
  };
  const body = JSON.stringify({ code, details, hint, message });
  return new Response(method === "HEAD" ? null : body, { status: error.status, headers });
}
