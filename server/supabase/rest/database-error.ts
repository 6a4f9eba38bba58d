// PostgreSQL's and the driver's errors as PostgREST answers them.
import { DatabaseError } from "pg";
import { isDatabaseAway } from "#server/platform/database/connection-errors.ts";
import { isDiskFull, noRoom } from "#server/platform/disk-room.ts";
import { databaseAway, RestError } from "./rest-error.ts";

const byCode: Record<string, number> = {
  "23503": 409,
  "23505": 409,
  "25006": 405,
  "53400": 500,
  // Deeper or longer than PostgreSQL can read: the request's fault.
  "54001": 400,
  "57P01": 503,
  "57P02": 503,
  "57P03": 503,
  "57P05": 503,
  P0001: 400,
  "42883": 404,
  "42P01": 404,
  "42P17": 500,
};
const byClass: Record<string, number> = {
  "08": 503,
  "09": 500,
  "0L": 403,
  "0P": 403,
  "25": 500,
  "28": 403,
  "2D": 500,
  "38": 500,
  "39": 500,
  "3B": 500,
  "40": 500,
  "53": 503,
  "54": 500,
  "55": 500,
  "57": 500,
  "58": 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
};

function statusOf({ code = "", message }: DatabaseError, anonymous: boolean): number {
  if (code === "42501") return anonymous ? 401 : 403;
  if (code === "21000") return message.endsWith("requires a WHERE clause") ? 400 : 500;
  if (code === "22023" && message.startsWith("role") && message.endsWith("does not exist")) return 401;
  const custom = /^PT([1-5]\d\d)$/.exec(code)?.[1];
  if (custom !== undefined) return Number(custom);
  return byCode[code] ?? byClass[code.slice(0, 2)] ?? 400;
}

function parseObject(text: string | undefined): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text ?? "");
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

const text = (value: unknown) => (typeof value === "string" ? value : null);

const problem = (details: string, hint: string) =>
  new RestError(500, "PGRST121", `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`, { details, hint });

/** A column, table or type that a function of ours names and that is not there, or what PostgreSQL itself did not foresee. */
export const isOurMistake = (error: unknown): boolean =>
  error instanceof DatabaseError && Boolean(error.where) && /^(?:42(?!501)|XX)/.test(error.code ?? "");

/** `raise sqlstate 'PGRST'`: a database function writes the whole response itself. */
function raised(error: DatabaseError): RestError {
  const message = parseObject(error.message);
  if (message === null || typeof message["code"] !== "string" || typeof message["message"] !== "string")
    return problem(
      `Invalid JSON value for MESSAGE: '${error.message}'`,
      "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.",
    );
  const detailHint =
    "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'.";
  if (error.detail === undefined) return problem("DETAIL is missing in the RAISE statement", detailHint);
  const detail = parseObject(error.detail);
  const status = detail?.["status"];
  const headers = detail?.["headers"];
  if (typeof status !== "number" || status < 200 || status > 599 || typeof headers !== "object" || headers === null)
    return problem(`Invalid JSON value for DETAIL: '${error.detail}'`, detailHint);
  const valid = validHeaders(headers);
  if (valid === null) return problem(`Invalid headers in DETAIL: '${error.detail}'`, detailHint);
  return new RestError(status, message["code"], message["message"], {
    details: text(message["details"]),
    hint: text(message["hint"]),
    headers: valid,
  });
}

/** Null for names and values that HTTP does not allow. */
function validHeaders(given: object): Record<string, string> | null {
  try {
    return Object.fromEntries(new Headers(Object.entries(given).map(([name, value]) => [name, String(value)])));
  } catch {
    return null;
  }
}

export function toRestError(error: unknown, anonymous: boolean): RestError | null {
  if (error instanceof RestError) return error;
  if (isDatabaseAway(error)) return databaseAway();
  if (!(error instanceof DatabaseError)) return null;
  if (isDiskFull(error)) return new RestError(507, "53100", noRoom);
  if (error.code === "PGRST") return raised(error);
  const status = statusOf(error, anonymous);
  return new RestError(status, error.code ?? "", error.message, {
    details: error.detail ?? null,
    hint: error.hint ?? null,
    headers: status === 401 ? { "www-authenticate": "Bearer" } : status === 503 ? { "retry-after": "1" } : {},
  });
}
