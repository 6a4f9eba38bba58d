// What can go wrong with a mail server, as a code (mailbox.ts has the sentences) and what it said.

export type FailureReason =
  | "password_refused"
  | "access_withdrawn"
  | "not_safe"
  | "not_a_mail_server"
  | "unreachable"
  | "stalled"
  | "throttled"
  | "server_trouble"
  | "no_room"
  | "key_missing";

/** After these nothing is tried until a person signs in again: every further try could lock the account. */
const untilSignedIn: readonly FailureReason[] = ["password_refused", "access_withdrawn", "key_missing"];

export class MailboxFailed extends Error {
  readonly reason: FailureReason;
  readonly detail: string | null;
  readonly pauseSeconds: number | null;
  constructor(reason: FailureReason, detail: string | null = null, pauseSeconds: number | null = null) {
    super(detail ? `${reason}: ${detail}` : reason);
    this.name = "MailboxFailed";
    this.reason = reason;
    // Words of a stranger's server: one line, and short.
    this.detail =
      detail === null
        ? null
        : detail
            .replaceAll(/\p{Cc}+/gu, " ")
            .trim()
            .slice(0, 300);
    this.pauseSeconds = pauseSeconds;
  }
  get isFinal(): boolean {
    return untilSignedIn.includes(this.reason);
  }
}

interface ClientError {
  message: string;
  code?: string;
  authenticationFailed?: boolean;
  serverResponseCode?: string;
  responseText?: string;
  response?: unknown;
  tlsFailed?: boolean;
  throttleReset?: number;
}

const passing = /try again|too many|rate|throttl|temporar|unavailable|in use|limit|overquota|busy/i;
const certificate = /CERT|SELF_SIGNED|ALTNAME|UNABLE_TO|ERR_SSL|ERR_TLS|STARTTLS|EPROTO/i;
const cut = new Set(["EConnectionClosed", "NoConnection", "ECONNRESET", "EPIPE", "StateLogout", "ETIMEOUT"]);
/** Why nothing is to be had there, for people: what a system calls it tells them nothing. */
const away: Readonly<Record<string, string>> = {
  ENOTFOUND: "there is no server of this name",
  EAI_AGAIN: "its name could not be looked up just now",
  ECONNREFUSED: "nothing answers at this port",
  EHOSTUNREACH: "no way leads there",
  ENETUNREACH: "no way leads there",
  ETIMEDOUT: "it did not answer in time",
  CONNECT_TIMEOUT: "it did not answer in time",
  GREETING_TIMEOUT: "it answered and said nothing",
  ClosedAfterConnectText: "it hung up at once",
  ClosedAfterConnectTLS: "it hung up at once",
};

export function failureOf(error: unknown): MailboxFailed {
  if (error instanceof MailboxFailed) return error;
  const told = error as ClientError;
  const said = told.responseText ?? (typeof told.response === "string" ? told.response : told.message);
  if (told.authenticationFailed) {
    const busy = ["UNAVAILABLE", "LIMIT", "INUSE", "SERVERBUG"].includes(told.serverResponseCode ?? "");
    if (busy || (told.serverResponseCode !== "AUTHENTICATIONFAILED" && passing.test(said)))
      return new MailboxFailed("throttled", said);
    return new MailboxFailed("password_refused", said);
  }
  if (told.tlsFailed || certificate.test(told.code ?? "") || /certificate|STARTTLS|self.signed/i.test(told.message))
    return new MailboxFailed("not_safe", told.message);
  if (told.code === "ETHROTTLE")
    return new MailboxFailed("throttled", said, Math.ceil((told.throttleReset ?? 0) / 1000));
  const why = away[told.code ?? ""];
  if (why) return new MailboxFailed("unreachable", why);
  if (cut.has(told.code ?? "")) return new MailboxFailed("stalled", told.message);
  return new MailboxFailed("server_trouble", said);
}
