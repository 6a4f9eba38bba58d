// One CalDAV server as tsdav speaks to it. What signs us in goes to the host the person confirmed and to no other, whatever
// address the server names; every call has an end; and what the server answers is a word the rest of the module knows.
import { davRequest, type DAVResponse, propfind } from "tsdav";
import {
  type GuardedFetch,
  guardedFetch,
  OutsideFailed,
  type OutsideReason,
  type OutsideRules,
} from "#server/platform/outside/guarded-fetch.ts";

export interface CaldavAccess {
  /** Of the server, of a person's collection, or of one calendar. */
  url: string;
  user: string;
  password: string;
}

export type CalendarTrouble =
  | OutsideReason
  /** Name or password are refused. */
  | "signed out"
  /** The server answers, and it is no calendar. */
  | "no calendar"
  /** The calendars are at a host that the person has not confirmed. */
  | "other host"
  /** It answers that it cannot, now or at all. */
  | "refused";

export class CalendarFailed extends Error {
  readonly reason: CalendarTrouble;
  /** The host or status that explains it, for the sentence on the screen. */
  readonly detail: string | null;
  constructor(reason: CalendarTrouble, detail: string | null = null) {
    super(detail ? `${reason}: ${detail}` : reason);
    this.name = "CalendarFailed";
    this.reason = reason;
    this.detail = detail;
  }
}

export const failureOf = (error: unknown): CalendarFailed =>
  error instanceof CalendarFailed
    ? error
    : error instanceof OutsideFailed
      ? new CalendarFailed(error.reason)
      : new CalendarFailed("no calendar");

export interface Caldav {
  /** Properties of what is at `url`, and at depth 1 of what is in it. */
  find(url: string, depth: "0" | "1", props: string[]): Promise<DAVResponse[]>;
  report(url: string, body: Record<string, unknown>, namespace: "d" | "c", depth?: "0" | "1"): Promise<DAVResponse[]>;
  fetch: GuardedFetch;
}

export type CaldavRules = Pick<OutsideRules, "allowPrivate" | "totalMs"> & Partial<OutsideRules>;

/** An answer with the entries of a full calendar. */
const maxAnswerBytes = 25 * 1024 * 1024;

/** `rules.totalMs` is the time of everything done with what this returns, not of one call. */
export function openCaldav(access: CaldavAccess, rules: CaldavRules): Caldav {
  const { origin } = new URL(access.url);
  const signIn = `Basic ${Buffer.from(`${access.user}:${access.password}`).toString("base64")}`;
  const deadline = AbortSignal.timeout(rules.totalMs);
  const signal = rules.signal ? AbortSignal.any([deadline, rules.signal]) : deadline;
  const get = guardedFetch({ maxBytes: maxAnswerBytes, ...rules, signal });

  const fetch: GuardedFetch = async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input, access.url);
    if (url.origin !== origin) throw new CalendarFailed("other host", url.host);
    const headers = new Headers(init.headers);
    headers.set("authorization", signIn);
    const response = await get(url, { ...init, headers, redirect: "manual" });
    if (response.status === 401) throw new CalendarFailed("signed out");
    const target = response.status > 300 && response.status < 400 && response.headers.get("location");
    if (target) {
      const next = new URL(target, url);
      if (next.origin !== origin) throw new CalendarFailed("other host", next.host);
      return get(next, { ...init, headers, redirect: "error" });
    }
    return response;
  };
  // tsdav calls what it takes for the fetch of the platform.
  const asFetch = fetch as typeof globalThis.fetch;

  return {
    fetch,
    async find(url, depth, props) {
      return answered(
        await propfind({ url, depth, props: Object.fromEntries(props.map((prop) => [prop, {}])), fetch: asFetch }),
      );
    },
    async report(url, body, namespace, depth) {
      return answered(
        await davRequest({
          url,
          init: { method: "REPORT", namespace, body, headers: depth ? { depth } : {} },
          fetch: asFetch,
        }),
      );
    },
  };
}

/** tsdav answers a refused call with one response that has no properties. A server that has trouble is asked later. */
function answered(responses: DAVResponse[]): DAVResponse[] {
  const [first] = responses;
  const hasTrouble = first && (first.status === 429 || (first.status >= 500 && first.status !== 501));
  if (hasTrouble && first.props === undefined) throw new CalendarFailed("refused", String(first.status));
  return responses;
}

/** Text of a property, which tsdav may have read as a number, a boolean, or character data. */
export function textOf(value: unknown): string | null {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value === "object" && value !== null)
    return textOf((value as { _cdata?: unknown; _text?: unknown })._cdata ?? (value as { _text?: unknown })._text);
  return null;
}

export const isOk = (response: DAVResponse) => response.ok && response.status < 300;
