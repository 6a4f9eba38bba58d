// Mail that is written in a connected mailbox leaves by that mailbox's own server. The module that knows them says here how; rows of
// its origin leave by nothing else.
import type { SendingMailbox } from "./providers.ts";

export const sentByMailbox = "mailbox";

export interface SendingMailboxes {
  /** Told once, by the module. */
  use(find: (mailboxId: string) => SendingMailbox): void;
  find(mailboxId: string): SendingMailbox | undefined;
}

export function createSendingMailboxes(): SendingMailboxes {
  let known: ((id: string) => SendingMailbox) | undefined;
  return {
    use: (find) => void (known = find),
    find: (id) => known?.(id),
  };
}
