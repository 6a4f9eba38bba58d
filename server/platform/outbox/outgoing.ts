// A message on its way to a provider, and what a provider may say to it.

export interface Attachment {
  name: string;
  type: string;
  content: Uint8Array;
}

export interface Outgoing {
  /** The row's id: named to the provider, so that it can be asked later. */
  id: string;
  isOutreach: boolean;
  to: string;
  /** Whom a reply names besides. */
  alsoTo?: readonly string[];
  cc?: readonly string[];
  /** Our own sender, where it is not the usual one. */
  from: string | null;
  subject: string;
  text: string;
  html: string;
  messageId: string | null;
  headers: Record<string, string>;
  attachments: Attachment[];
  /** An invitation (RFC 5545) and whether it asks or cancels. */
  calendar?: { ics: string; method: string };
  /** Printed on the console when mail goes to the folder. */
  link?: string;
}

export type ProviderName = "smtp" | "mailbox" | "postmark" | "folder" | "slack" | "published folder";

export interface Delivered {
  providerId?: string;
  /** Of several recipients those that were refused for good. */
  refused?: readonly string[];
}

/** One way out. `deliver` throws one of the three failures below; another error is a passing failure. */
export interface Provider {
  name: ProviderName;
  deliver(message: Outgoing): Promise<Delivered | undefined>;
  /** What has to be done before it may have left; a failure leaves nothing in doubt. */
  prepare?(message: Outgoing): Promise<void>;
  /** Whether it has had a message of which we are not sure; its own id, or null. */
  find?(message: { id: string; to: string; since: Date }): Promise<string | null>;
}

/** Trying again is of no use. */
export class PermanentFailure extends Error {}
/** The mailbox itself was refused: a bounce that lasts. */
export class MailboxRefused extends PermanentFailure {}
/** The provider may have taken the message, but did not say so. */
export class UncertainDelivery extends Error {}

/** Connections that were never made have handed nothing over. */
const neverReached = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/** Sends something to a provider over HTTP and sorts what may come of it. */
export async function postTo(name: string, address: string, init: RequestInit): Promise<Response> {
  const response = await fetch(address, { ...init, signal: AbortSignal.timeout(20_000) }).catch((error: unknown) => {
    const code = ((error as Error).cause as { code?: string } | undefined)?.code ?? "";
    throw neverReached.has(code)
      ? new Error(`${name} could not be reached`)
      : new UncertainDelivery(`${name} did not answer`);
  });
  if (response.ok) return response;
  const message = `${name} answered ${response.status}`;
  const isPassing = response.status === 429 || response.status >= 500;
  if (isPassing) {
    await response.body?.cancel();
    throw new Error(message);
  }
  throw new Refused(message, (await response.json().catch(() => ({}))) as Record<string, unknown>);
}

export class Refused extends PermanentFailure {
  readonly body: Record<string, unknown>;
  constructor(message: string, body: Record<string, unknown>) {
    super(message);
    this.body = body;
  }
}
