// Every refusal of rest/v1 in PostgREST's shape: { code, details, hint, message } with its status.
import type { Caller } from "#server/supabase/caller.ts";

export class RestError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: unknown;
  readonly hint: string | null;
  readonly headers: Record<string, string>;
  constructor(
    status: number,
    code: string,
    message: string,
    more: { details?: unknown; hint?: string | null; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = more.details ?? null;
    this.hint = more.hint ?? null;
    this.headers = more.headers ?? {};
  }
}

export const badQuery = (message: string, details: string) => new RestError(400, "PGRST100", message, { details });
export const tooManyEmbeds = (most: number) =>
  badQuery("too many embedded resources in the select parameter", `at most ${most} in one request`);
export const badRpcMethod = (method: string) =>
  new RestError(405, "PGRST101", `Cannot use the ${method} method on RPC`);
export const badBody = (message: string) => new RestError(400, "PGRST102", message);
export const badRange = (details: string, headers: Record<string, string> = {}) =>
  new RestError(416, "PGRST103", "Requested range not satisfiable", { details, headers });
export const badPutFilters = () =>
  new RestError(405, "PGRST105", "Filters must include all and only primary key columns with 'eq' operators");
export const badSchema = (schema: string, exposed: readonly string[]) =>
  new RestError(406, "PGRST106", `Invalid schema: ${schema}`, {
    hint: `Only the following schemas are exposed: ${exposed.join(", ")}`,
  });
export const badMediaType = (accepted: readonly string[]) =>
  new RestError(406, "PGRST107", `None of these media types are available: ${accepted.join(", ")}`);
export const notEmbedded = (name: string) =>
  new RestError(400, "PGRST108", `'${name}' is not an embedded resource in this request`, {
    hint: `Verify that '${name}' is included in the 'select' query parameter.`,
  });
export const badPutLimit = () =>
  new RestError(400, "PGRST114", "limit/offset querystring parameters are not allowed for PUT");
export const putKeyMismatch = () =>
  new RestError(400, "PGRST115", "Payload values do not match URL in primary key column(s)");
export const notSingular = (rows: number) =>
  new RestError(406, "PGRST116", "Cannot coerce the result to a single JSON object", {
    details: `The result contains ${rows} rows`,
  });
export const badMethod = (method: string) => new RestError(405, "PGRST117", `Unsupported HTTP method: ${method}`);
export const badRelatedOrder = (origin: string, target: string) =>
  new RestError(400, "PGRST118", `A related order on '${target}' is not possible`, {
    details: `'${origin}' and '${target}' do not form a many-to-one or one-to-one relationship`,
  });
export const badEmbedFilter = (target: string) =>
  new RestError(400, "PGRST120", `Bad operator on the '${target}' embedded resource`, {
    details: "Only is null or not is null filters are allowed on embedded resources",
  });
export const badPreferences = (preferences: readonly string[]) =>
  new RestError(400, "PGRST122", "Invalid preferences given with handling=strict", {
    details: `Invalid preferences: ${preferences.join(", ")}`,
  });
export const noAggregates = () => new RestError(400, "PGRST123", "Use of aggregate functions is not allowed");
export const tooManyAffected = (rows: number) =>
  new RestError(400, "PGRST124", "Query result exceeds max-affected preference constraint", {
    details: `The query affects ${rows} rows`,
  });
export const badPath = () => new RestError(404, "PGRST125", "Invalid path specified in request URL");
export const notImplemented = (details: string) =>
  new RestError(400, "PGRST127", "Feature not implemented", { details });
export const maxAffectedNeedsRows = () =>
  new RestError(
    400,
    "PGRST128",
    "Function must return SETOF or TABLE when max-affected preference is used with handling=strict",
  );
export const noColumn = (relation: string, column: string) =>
  new RestError(400, "PGRST204", `Could not find the '${column}' column of '${relation}' in the schema cache`);
/** In PostgreSQL's own words, where it need not be asked. */
export const denied = (role: Caller["role"], what: "table" | "function", name: string) =>
  role === "anon"
    ? new RestError(401, "42501", `permission denied for ${what} ${name}`, {
        headers: { "www-authenticate": "Bearer" },
      })
    : new RestError(403, "42501", `permission denied for ${what} ${name}`);
export const patternsDenied = (name: string) =>
  new RestError(403, "42501", `Regular expressions (match, imatch) are for those who may read ${name}`);
export const noTable = (schema: string, name: string, nearest: string | null) =>
  new RestError(404, "PGRST205", `Could not find the table '${schema}.${name}' in the schema cache`, {
    hint: nearest === null ? null : `Perhaps you meant the table '${schema}.${nearest}'`,
  });
/** PostgreSQL's own words for a column that is not there; the catalog knows before PostgreSQL is asked. */
export const undefinedColumn = (relation: string, column: string) =>
  new RestError(400, "42703", `column ${relation}.${column} does not exist`);
export const duplicateTable = (name: string) =>
  new RestError(400, "42712", `table name "${name}" specified more than once`);
export const undefinedType = (type: string) => new RestError(400, "42704", `type "${type}" does not exist`);
export const badGucHeaders = () =>
  new RestError(
    500,
    "PGRST111",
    "response.headers guc must be a JSON array composed of objects with a single key and a string value",
  );
export const badGucStatus = () => new RestError(500, "PGRST112", "response.status guc must be a valid status code");
/** PostgreSQL's own code for a regular expression that cannot be used. */
export const badPattern = (details: string) =>
  new RestError(400, "2201B", "invalid regular expression: it is too costly", { details });
export const tooManyRequests = () =>
  new RestError(429, "GV429", "Too many requests of yours are waiting already", { headers: { "retry-after": "1" } });
export const databaseAway = (code = "PGRST001") =>
  new RestError(503, code, "Database client error. Retrying the connection.", { headers: { "retry-after": "1" } });
