// The words of mails about meetings.
import type { ModuleMails } from "#server/platform/outbox/mails.ts";

export const mails = {} satisfies ModuleMails;
