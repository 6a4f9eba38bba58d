// Errors as auth-js expects them on the wire.
import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";

export class AuthError extends Error {
  readonly status: ContentfulStatusCode;
  readonly code: string;
  readonly extra: { weak_password?: { reasons: string[] } };
  readonly retryAfter: number | undefined;

  constructor(
    status: ContentfulStatusCode,
    code: string,
    message: string,
    more: { reasons?: string[]; retryAfter?: number } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.extra = more.reasons ? { weak_password: { reasons: more.reasons } } : {};
    this.retryAfter = more.retryAfter;
  }
}

export const badRequest = (message: string) => new AuthError(400, "validation_failed", message);

const versionHeader = "X-Supabase-Api-Version";
const isVersion = /^2\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

/**
 * From version 2024-01-01 on, `code` is the error code and the version is echoed; clients that name no version
 * get the older body, where `code` is the status.
 */
export function answerError(c: Context, error: AuthError): Response {
  if (error.retryAfter !== undefined) c.header("Retry-After", String(error.retryAfter));
  const asked = c.req.header(versionHeader) ?? "";
  if (isVersion.test(asked) && asked >= "2024-01-01") {
    c.header(versionHeader, "2024-01-01");
    return c.json({ code: error.code, message: error.message, ...error.extra }, error.status);
  }
  return c.json({ code: error.status, error_code: error.code, msg: error.message, ...error.extra }, error.status);
}
