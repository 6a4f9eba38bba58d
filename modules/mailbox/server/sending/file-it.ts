// "File it": one file of a mail, fetched from the mailbox at a person's word and filed among the documents of the company.
import type { ImapFlow } from "imapflow";
import type { Sql } from "#server/platform/database/sql.ts";
import { emptyFile } from "#domain/file-size.ts";
import { fileDocument, type FiledDocument } from "#server/platform/documents/file-document.ts";
import type { Storage } from "#server/platform/storage/storage.ts";
import { signInTo, type Server, type SignInParts } from "../connecting/sign-in.ts";
import { usualTimes, withinTime } from "../imap.ts";

export interface FileToFetch extends Server {
  folder: string;
  uid_validity: string;
  uid: string;
}

export interface FileFacts {
  name: string;
  size: number | null;
  who: string | null;
  account_id: string | null;
  contact_id: string | null;
}

export const maxFileBytes = 50_000_000;

export class FileNotFetched extends Error {}

export async function fileIt(
  { sql, storage, signInParts }: { sql: Sql; storage: Pick<Storage, "put">; signInParts(): Promise<SignInParts> },
  { mail, part, by }: { mail: string; part: string; by: string | null },
  facts: FileFacts,
  places: readonly FileToFetch[],
): Promise<FiledDocument> {
  if (facts.account_id === null) throw new FileNotFetched("This mail belongs to no company any more.");
  if ((facts.size ?? 0) > maxFileBytes)
    throw new FileNotFetched("This file is larger than 50 MB. Take it out of the mailbox yourself.");
  const parts = await signInParts();
  for (const place of places) {
    const client = await signInTo(parts, place);
    try {
      const bytes = await download(client, place, part, parts.times?.commandMs ?? usualTimes.commandMs);
      if (bytes === null) continue;
      if (bytes.length === 0) throw new FileNotFetched(emptyFile);
      return await fileDocument(
        { sql, storage },
        {
          bytes,
          accountId: facts.account_id,
          contactId: facts.contact_id,
          folder: "documents",
          below: "From mail",
          fileName: facts.name,
          note: `From a mail by ${facts.who ?? "someone"}`.slice(0, 300),
          origin: { kind: "mail file", id: `${mail}:${part}` },
          createdBy: by,
        },
      );
    } finally {
      await client.logout().catch(() => client.close());
    }
  }
  throw new FileNotFetched("The mail is no longer where it was. Look at the mailbox once more, then try again.");
}

/** Null when the mail is not there, or another one is. */
async function download(client: ImapFlow, place: FileToFetch, part: string, ms: number): Promise<Uint8Array | null> {
  const lock = await withinTime(client, ms, client.getMailboxLock(place.folder, { readOnly: true })).catch(() => null);
  if (!lock) return null;
  try {
    const opened = client.mailbox;
    if (!opened || String(opened.uidValidity) !== place.uid_validity) return null;
    const got = await withinTime(
      client,
      ms,
      client.download(place.uid, part, { uid: true, maxBytes: maxFileBytes + 1 }),
    );
    if (!got?.content) return null;
    const pieces: Buffer[] = [];
    let size = 0;
    const read = async () => {
      for await (const piece of got.content) {
        pieces.push(piece as Buffer);
        size += (piece as Buffer).length;
        if (size > maxFileBytes)
          throw new FileNotFetched("This file is larger than 50 MB. Take it out of the mailbox yourself.");
      }
    };
    await withinTime(client, ms * 5, read());
    return Buffer.concat(pieces);
  } finally {
    lock.release();
  }
}
