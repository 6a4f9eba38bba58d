// The folders of a mailbox, and what each is for: as its server says, else by the names that programs give them.
import type { ImapFlow, ListResponse } from "imapflow";
import { type ImapTimes, withinTime } from "../imap.ts";

export interface Folder {
  path: string;
  special_use: "inbox" | "sent" | "all" | "archive" | "junk" | "trash" | "drafts" | null;
  /** It cannot be opened. */
  is_shut: boolean;
}

const uses: Record<string, Folder["special_use"]> = {
  "\\Inbox": "inbox",
  "\\Sent": "sent",
  "\\All": "all",
  "\\Archive": "archive",
  "\\Junk": "junk",
  "\\Trash": "trash",
  "\\Drafts": "drafts",
};
const maxFolders = 1000;

export async function foldersOf(
  client: ImapFlow,
  times: ImapTimes,
): Promise<{ folders: Folder[]; hasIdle: boolean; sent: string | null }> {
  const listed = await withinTime(client, times.commandMs, client.list());
  const folders = listed
    .slice(0, maxFolders)
    .filter(({ path }) => path.length <= 500)
    .map(folderOf);
  // Of several for one use the first counts.
  const seen = new Set<string>();
  for (const folder of folders) {
    if (folder.special_use === null || folder.special_use === "archive") continue;
    if (
      seen.has(folder.special_use) &&
      folder.special_use !== "junk" &&
      folder.special_use !== "trash" &&
      folder.special_use !== "drafts"
    )
      folder.special_use = null;
    else seen.add(folder.special_use);
  }
  return {
    folders,
    hasIdle: client.capabilities.has("IDLE"),
    sent: folders.find(({ special_use: use }) => use === "sent")?.path ?? null,
  };
}

function folderOf({ path, specialUse, flags }: ListResponse): Folder {
  const use = path.toUpperCase() === "INBOX" ? "inbox" : (uses[specialUse ?? ""] ?? null);
  return { path, special_use: use, is_shut: flags.has("\\Noselect") || flags.has("\\NonExistent") };
}
