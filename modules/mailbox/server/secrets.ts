// What mailboxes are signed in with: sealed with the server's key, bound to the mailbox, never given to a screen.
import type { Sql, Statements } from "#server/platform/database/sql.ts";
import type { SealedTable } from "#server/platform/reseal.ts";
import type { Sealing } from "#server/platform/sealed.ts";
import { signIn, type SignIn } from "../mailbox-routes.ts";
import { MailboxFailed } from "./mailbox-failed.ts";

const purposeOf = (mailbox: string, kind: string) => `mailbox ${mailbox} ${kind}`;

export const mailboxSecrets: SealedTable = {
  table: "private.mailbox_secrets",
  key: ["mailbox_id", "kind"],
  called: "select 'the mailbox ' || address from public.mailboxes where id = mailbox_id",
  purposeOf: ({ mailbox_id: mailbox, kind }) => purposeOf(mailbox!, kind!),
};

export async function keepSecret(sql: Statements, sealing: Sealing, mailbox: string, secret: SignIn): Promise<void> {
  const { keyId, nonce, sealed } = sealing.seal(purposeOf(mailbox, secret.sign_in), JSON.stringify(secret));
  await sql`
    insert into private.mailbox_secrets (mailbox_id, kind, key_id, nonce, sealed)
    values (${mailbox}, ${secret.sign_in}, ${keyId}, ${nonce}, ${sealed})
    on conflict (mailbox_id) do update set kind = excluded.kind, key_id = excluded.key_id, nonce = excluded.nonce, sealed = excluded.sealed`;
}

/** A restored database without its key, or a secret that was removed: the owner signs in again. */
export async function openSecret(sql: Sql | Statements, sealing: Sealing, mailbox: string): Promise<SignIn> {
  const [row] = await sql<{ kind: string; key_id: string; nonce: Buffer; sealed: Buffer }[]>`
    select kind, key_id, nonce, sealed from private.mailbox_secrets where mailbox_id = ${mailbox}`;
  const text =
    row && sealing.open(purposeOf(mailbox, row.kind), { keyId: row.key_id, nonce: row.nonce, sealed: row.sealed });
  if (!text) throw new MailboxFailed("key_missing");
  return signIn.parse(JSON.parse(text));
}
