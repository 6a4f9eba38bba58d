// Calls to a service in the name of whoever signed in. The token goes to the service's own host and to no other, whatever address its answers
// name; one that ended early is renewed once; every call has an end.
import type { z } from "zod";
import { guardedFetch, type OutsideRules } from "#server/platform/outside/guarded-fetch.ts";
import { TokenFailed } from "#server/platform/outside/oauth.ts";
import { CalendarFailed } from "../caldav.ts";

export interface ServiceApi {
  /** Throws CalendarFailed for whatever is no answer about the calendar: 401, 403, 429, 5xx. */
  ask(path: string, options?: Ask): Promise<Answer>;
}
export interface Ask {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  body?: unknown;
  headers?: Record<string, string>;
}
export interface Answer {
  status: number;
  body: unknown;
  etag: string | null;
}

const maxAnswerBytes = 10 * 1024 * 1024;

export function openServiceApi(
  apiUrl: string,
  token: (options: { fresh: boolean }) => Promise<string>,
  rules: Pick<OutsideRules, "allowPrivate" | "totalMs"> & Partial<OutsideRules>,
): ServiceApi {
  const { origin } = new URL(apiUrl);
  const signal = AbortSignal.timeout(rules.totalMs);
  const fetch = guardedFetch({ maxBytes: maxAnswerBytes, ...rules, signal });
  return {
    async ask(path, { method = "GET", body, headers = {} } = {}) {
      const url = new URL(/^https?:/.test(path) ? path : `${apiUrl}${path}`);
      if (url.origin !== origin) throw new CalendarFailed("other host", url.host);
      const once = async (fresh: boolean) =>
        fetch(url, {
          method,
          redirect: "error",
          headers: {
            accept: "application/json",
            ...headers,
            ...(body !== undefined && { "content-type": "application/json" }),
            authorization: `Bearer ${await token({ fresh }).catch(asCalendarFailed)}`,
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        });
      let response = await once(false);
      if (response.status === 401) response = await once(true);
      const { status } = response;
      const told: unknown = await response.json().catch(() => null);
      if (status === 401) throw new CalendarFailed("signed out");
      if (status === 403 && !isThrottling(told)) throw new CalendarFailed("signed out", "not allowed");
      if (status === 403 || status === 429 || status >= 500) throw new CalendarFailed("refused", String(status));
      return { status, body: told, etag: response.headers.get("etag") };
    },
  };
}

/** Google says "too often" with 403, too. */
const isThrottling = (told: unknown) => /rateLimitExceeded|quotaExceeded/i.test(JSON.stringify(told ?? ""));

function asCalendarFailed(error: unknown): never {
  if (!(error instanceof TokenFailed)) throw error;
  if (error.reason === "withdrawn") throw new CalendarFailed("signed out");
  if (error.reason === "throttled" || error.reason === "trouble") throw new CalendarFailed("refused", "token");
  throw new CalendarFailed(error.reason);
}

/** An answer that is not what the service documents is a calendar that cannot be read, never an empty one. */
export function parsed<T>(schema: z.ZodType<T>, { status, body }: Answer): T {
  if (status === 404 || status === 410) throw new CalendarFailed("no calendar");
  if (status >= 400) throw new CalendarFailed("refused", String(status));
  const read = schema.safeParse(body);
  if (!read.success) throw new CalendarFailed("refused", "answer");
  return read.data;
}
