// Gives words to messages that were written as kind and facts, right after their transaction: before that the gate does not see them,
// and a constraint keeps them here.
import type { Statements } from "#server/platform/database/sql.ts";
import { type Firm, readFirm } from "../firm.ts";
import type { Mails } from "./mails.ts";

interface Uncomposed {
  id: string;
  kind: string;
  facts: unknown;
}

const batch = 50;

/** Composes all that have no words. One that fails keeps none of the others; it is marked, tried again at the next call, and thrown. */
export async function composeMails(
  sql: Statements,
  mails: Mails,
  signal = new AbortController().signal,
): Promise<void> {
  const failures: string[] = [];
  let after = "00000000-0000-0000-0000-000000000000";
  while (!signal.aborted) {
    const rows = await sql<Uncomposed[]>`
      select id, mail_kind as kind, mail_data as facts from public.outbox
      where mail_data is not null and id > ${after} order by id limit ${batch}`;
    const firm = rows.length > 0 ? await readFirm(sql) : undefined;
    for (const row of rows) {
      try {
        await write(sql, row.id, wordsOf(row, mails, firm));
      } catch (error) {
        failures.push(`${row.kind}: ${error instanceof Error ? error.message : "unknown"}`);
        await sql`select private.note_uncomposed(${row.id})`;
      }
    }
    const last = rows.at(-1);
    if (!last || rows.length < batch) break;
    after = last.id;
  }
  if (failures.length > 0) throw new Error(`Words are missing for ${failures.length} in the outbox: ${failures[0]}`);
}

function wordsOf({ kind, facts }: Uncomposed, mails: Mails, firm: Firm | undefined) {
  const compose = Object.hasOwn(mails, kind) ? mails[kind] : undefined;
  if (!compose) throw new Error("no module has a mail of this kind");
  return compose(facts, firm);
}

const write = (sql: Statements, id: string, { subject, text, html, calendar }: ReturnType<typeof wordsOf>) =>
  sql`select private.write_mail_words(${id}, ${subject}, ${text}, ${html ?? null}, ${calendar ? JSON.stringify(calendar) : null}::jsonb)`;
