// How tests read: servers of this machine, a key of their own, and no waiting.
import { sealWith } from "#server/platform/sealed.ts";
import type { MailNetwork } from "../server/imap.ts";
import { type Pace, usualPace } from "../server/reading/read-mailbox.ts";

export const network: MailNetwork = { allowPrivate: true, plain: true };
export const sealing = sealWith(Buffer.alloc(32, 7));
/** Nothing waits; a server is given up for silent after seconds. */
export const fastPace: Pace = {
  ...usualPace,
  headersPerSecond: Number.POSITIVE_INFINITY,
  imap: { connectMs: 30_000, commandMs: 60_000, silentMs: 120_000, idleMs: 60_000 },
};
