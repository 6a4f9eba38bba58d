// The one place that opens connections to mail servers for reading. The address is checked and pinned, TLS is checked against the name,
// answers have limits, and every command has a time.
import { isIP } from "node:net";
import { ImapFlow } from "imapflow";
import { AddressRefused, publicAddressOf, type Resolve } from "#server/platform/outside/public-address.ts";
import { failureOf, MailboxFailed } from "./mailbox-failed.ts";

export interface MailNetwork {
  /** Mail servers in private networks, at any port. TLS is asked for all the same. */
  allowPrivate: boolean;
  resolve?: Resolve;
  /** For tests: a server of theirs that knows no TLS, or has a certificate of their own. */
  plain?: true;
  ca?: string;
}

export interface ImapAccount {
  host: string;
  port: number;
  user: string;
  auth: { password: string } | { accessToken: string };
}

export interface ImapTimes {
  connectMs: number;
  commandMs: number;
  /** A connection on which nothing was heard. */
  silentMs: number;
  /** IDLE is asked for again. */
  idleMs: number;
}

export const usualTimes: ImapTimes = {
  connectMs: 20_000,
  commandMs: 60_000,
  silentMs: 5 * 60_000,
  idleMs: 4 * 60_000,
};

const ports = { 993: "tls", 143: "starttls" } as const;
const limits = { maxLineLength: 8_000_000, maxLiteralSize: 2_000_000, maxResponseSize: 16_000_000 };

/** The address behind a name, or why it is none of a mail server. */
export async function mailServerAddress(host: string, port: number, network: MailNetwork): Promise<string> {
  if (!network.allowPrivate && !(port in ports))
    throw new MailboxFailed("not_a_mail_server", `Port ${port} is not one of mail servers: 993 or 143`);
  try {
    return (await publicAddressOf(host, network)).address;
  } catch (error) {
    if (!(error instanceof AddressRefused)) throw failureOf(error);
    throw new MailboxFailed(error.reason === "private" ? "not_a_mail_server" : "unreachable", error.message);
  }
}

/** Signed in, nothing opened yet. Rejects with a `MailboxFailed`. */
export async function connectImap(
  { host, port, user, auth }: ImapAccount,
  network: MailNetwork,
  times: ImapTimes = usualTimes,
): Promise<ImapFlow> {
  const address = await mailServerAddress(host, port, network);
  const client = new ImapFlow({
    host: address,
    port,
    ...(!isIP(host) && { servername: host }),
    secure: !network.plain && port !== 143,
    ...(network.plain ? { doSTARTTLS: false } : port === 143 && { doSTARTTLS: true }),
    auth: { user, ...("password" in auth ? { pass: auth.password } : { accessToken: auth.accessToken }) },
    tls: { rejectUnauthorized: true, minVersion: "TLSv1.2", ...(network.ca && { ca: network.ca }) },
    logger: false,
    disableAutoIdle: true,
    disableBinary: true,
    disableCompression: true,
    clientInfo: { name: "Guidevane" },
    connectionTimeout: times.connectMs,
    greetingTimeout: times.connectMs,
    socketTimeout: times.silentMs,
    maxIdleTime: times.idleMs,
    ...limits,
  });
  // Before anything can go wrong: an 'error' that no one hears ends the process.
  client.on("error", () => undefined);
  try {
    await withinTime(client, times.connectMs * 2, client.connect());
    return client;
  } catch (error) {
    client.close();
    throw failureOf(error);
  }
}

/** A server that does not answer in time is left: whatever it says later belongs to nothing. */
export async function withinTime<T>(client: Pick<ImapFlow, "close">, ms: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.reject(new MailboxFailed("stalled", `No answer within ${Math.round(ms / 1000)} seconds`));
    client.close();
  }, ms);
  work.catch(() => undefined);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
    late.promise.catch(() => undefined);
  }
}
