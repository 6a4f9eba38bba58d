// A firm that has written with many people for two years: rows as filing leaves them, written without triggers because a million mails would
// otherwise take hours. Conversations have four mails; the first contact has written as many as ten thousand.
import type { Sql } from "#server/platform/database/sql.ts";

export interface Seeded {
  contact: string;
  account: string;
  thread: string;
  mailbox: string;
  folder: string;
}

/** Contacts come ten to a company, threads four mails each, every third mail has a colleague of its contact in copy. */
export async function fillMailboxes(
  sql: Sql,
  size: { mails: number; contacts: number; ofOne: number },
  staff: string[],
): Promise<Seeded> {
  const { mails, contacts, ofOne } = size;
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`set local work_mem = '256MB'`;
    await tx`insert into public.accounts (id, name, type)
      select md5('account ' || n)::uuid, 'Account ' || n, 'Customer' from generate_series(0, ${contacts / 10 - 1}::int) as n`;
    await tx`insert into public.contacts (id, account_id, name, email)
      select md5('contact ' || n)::uuid, md5('account ' || n / 10)::uuid, 'Person ' || n, 'p' || n || '@many.example' from generate_series(0, ${contacts - 1}::int) as n`;
    await tx`insert into public.contact_addresses (contact_id, email_key)
      select md5('contact ' || n)::uuid, 'p' || n || '@many.example' from generate_series(0, ${contacts - 1}::int) as n`;
    // The firm's own mailbox, and one of each of us that shows colleagues who and when.
    await tx`insert into public.mailboxes (id, address, kind, owner_id, user_name, imap_host, imap_port, sign_in, keep, colleagues_see, read_since, state, lease_by, lease_until)
      select md5('mailbox ' || n)::uuid, 'box' || n || '@guidevane.example', case n when 0 then 'shared' else 'personal' end, (${staff}::uuid[])[1 + n], 'box' || n, 'imap.example', 993,
        'password', 'snippet', case n when 0 then 'snippet' else 'headers' end, '2024-01-01', 'live', 'bench', now() + interval '1 day'
      from generate_series(0, ${staff.length - 1}::int) as n`;
    await tx`insert into public.mailbox_folders (id, mailbox_id, path, special_use, wanted, uid_validity, next_uid, back_uid, state)
      select md5('folder ' || n)::uuid, md5('mailbox ' || n)::uuid, 'INBOX', 'inbox', true, 1, ${mails + 1}, 0, 'level' from generate_series(0, ${staff.length - 1}::int) as n`;
    await tx`create temporary table made on commit drop as
      select n, uuidv7(- n * interval '60 seconds') as id, md5('thread ' || n / 4)::uuid as thread, now() - n * interval '60 seconds' as at, n % 2 = 0 as inward,
        case when n < ${ofOne}::int then 0 else n / 4 % ${contacts}::int end as person, n % ${staff.length}::int as box
      from generate_series(0, ${mails - 1}::int) as n`;
    await tx`insert into public.mails (id, identity, message_id, thread_id, at, direction, class, words, outsiders, filed_at)
      select id, sha256(n::text::bytea), '<' || n || '@many.example>', thread, at, case when inward then 'in' else 'out' end, 'person', 'snippet', 1, at from made`;
    await tx`insert into public.mail_people (mail_id, no, role, address_key, contact_id, at)
      select id, 1, case when inward then 'from' else 'to' end, 'p' || person || '@many.example', md5('contact ' || person)::uuid, at from made`;
    await tx`insert into public.mail_people (mail_id, no, role, address_key, staff_id, at)
      select id, 2, case when inward then 'to' else 'from' end, 'box' || box || '@guidevane.example', (${staff}::uuid[])[1 + box], at from made`;
    await tx`insert into public.mail_people (mail_id, no, role, address_key, contact_id, at)
      select id, 3, 'cc', 'p' || peer || '@many.example', md5('contact ' || peer)::uuid, at
      from (select *, person / 10 * 10 + (person + 1 + n % 9) % 10 as peer from made where n % 3 = 0) as copied`;
    await tx`insert into public.mail_copies (mail_id, mailbox_id, folder, uid_validity, uid, body_hash)
      select id, md5('mailbox ' || box)::uuid, 'INBOX', 1, ${mails}::int - n, sha256(n::text::bytea) from made
      union all select id, md5('mailbox 0')::uuid, 'INBOX', 1, ${mails}::int - n, sha256(n::text::bytea) from made where box <> 0 and n % 3 = 0`;
    await tx`insert into public.mail_heads (mail_id, body_hash, subject, snippet)
      select id, sha256(n::text::bytea), 'Re: ' || words[1 + n / 4 % 7] || ' ' || words[1 + n / 28 % 7] || ' ' || n / 4, 'Thank you for the ' || words[1 + n % 7] || ', we look at it on ' || to_char(at, 'DD Mon')
      from made, (select array['offer', 'contract', 'meeting', 'review', 'workshop', 'figures', 'question']) as each (words)`;
    await tx`insert into private.mail_thread_names (name_key, thread_id)
      select sha256(convert_to('<' || n || '@many.example>', 'UTF8')), thread from made`;
  });
  await sql`vacuum analyze`;
  const [seeded] = await sql<Seeded[]>`
    select md5('contact 0')::uuid as contact, md5('account 0')::uuid as account, md5('thread 1')::uuid as thread,
      md5('mailbox 0')::uuid as mailbox, md5('folder 0')::uuid as folder`;
  return seeded!;
}
