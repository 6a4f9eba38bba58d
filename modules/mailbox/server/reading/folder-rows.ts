// What a server of ours asks the database about mailboxes and folders while it reads them (modules/mailbox/sql/reading.sql, filing.sql).
import type { Sql, TransactionSql } from "#server/platform/database/sql.ts";
import { MailboxFailed } from "../mailbox-failed.ts";

export interface MailboxRow {
  id: string;
  kind: "personal" | "shared";
  address: string;
  user_name: string;
  imap_host: string;
  imap_port: number;
  sign_in: "password" | "oauth2";
  keep: "headers" | "snippet" | "text";
  read_since: string;
  look_asked_at: Date | null;
}

export interface FolderRow {
  id: string;
  mailbox_id: string;
  path: string;
  special_use: string | null;
  state: "level" | "behind" | "recount";
  uid_validity: string;
  next_uid: string;
  back_uid: string;
  compared_at: Date | null;
}

/** Another server has the mailbox, it is paused, or the folder is another one. */
export class NoLongerOurs extends Error {}

const again = new Set(["40001", "40P01", "55P03"]);

/** A transaction that was only in the way of another is tried again. */
export async function inTransaction<T>(sql: Sql, work: (tx: TransactionSql) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await sql.begin(work);
    } catch (error) {
      const { code } = error as { code?: string };
      if (code === "PT409") throw new NoLongerOurs();
      if (code === "53100") throw new MailboxFailed("no_room");
      if (!again.has(code ?? "") || tries === 5) throw error;
    }
  }
}

export interface Cursor {
  nextUid?: number;
  backUid?: number;
}

/** Rows, evidence and cursor, or nothing. */
export const fileMails = (
  sql: Sql,
  holder: string,
  folder: FolderRow,
  messages: object[],
  earlier: boolean,
  { nextUid, backUid }: Cursor,
) =>
  inTransaction(sql, async (tx) => {
    const [row] = await tx<{ counts: Record<string, number> }[]>`
      select private.file_mails(${folder.id}, ${holder}, ${folder.uid_validity}, ${JSON.stringify(messages)}::jsonb, ${earlier},
        ${nextUid ?? null}, ${backUid ?? null}) as counts`;
    return row!.counts;
  });

export const judgeMails = (sql: Sql, mailbox: string, candidates: object[]) =>
  sql<{ uid: number; verdict: "file" | "known" | "left"; words: "headers" | "snippet" | "text" | null }[]>`
    select uid, verdict, words from private.judge_mails(${mailbox}, ${JSON.stringify(candidates)}::jsonb)`;
