// Sample clients for `npm run demo`: people of a few companies with access, a thread, a file that is asked for, and documents that they see.
import type { Sql } from "#server/platform/database/sql.ts";

export async function fillWithClients(sql: Sql): Promise<void> {
  await sql`update public.client_area_settings set welcome = 'Everything between us in one place. Ask whenever something is unclear.'`;
  // Companies that have been sent something, each with the person it was sent to.
  const people = await sql<{ contact_id: string; account_id: string; name: string }[]>`
    select distinct on (proposals.account_id) contacts.id as contact_id, contacts.account_id, contacts.name
    from public.proposals join public.contacts on contacts.id = proposals.contact_id and contacts.email is not null
    where proposals.state in ('sent', 'viewed', 'accepted')
      and not exists (select from auth.users join public.user_roles on user_id = users.id where lower(users.email) = lower(contacts.email))
    order by proposals.account_id, proposals.id limit 4`;
  for (const [place, { contact_id: contact, account_id: account, name }] of people.entries()) {
    await sql.begin(async (tx) => {
      await tx`
        insert into public.client_access (contact_id, account_id, bound_to, granted_by, granted_at, seen_at)
        select ${contact}, ${account}, (select lower(email) from public.contacts where id = ${contact}), (select user_id from public.staff where active order by user_id limit 1), now() - interval '20 days',
          case when ${place} < 2 then now() - interval '3 hours' end`;
      await tx`
        update public.documents set source = 'client', contact_id = ${contact} from public.folders
        where folders.id = folder_id and folders.name = 'From the client' and documents.account_id = ${account}`;
      await tx`update public.documents set client_since = now() - interval '9 days' where account_id = ${account} and archived_at is null`;
      await tx`
        insert into public.client_messages (account_id, contact_id, staff_id, body, at, read_at) values
          (${account}, ${contact}, null, 'Security has eleven questions. If nine of them are answered by Wednesday I can take it to the committee.', now() - interval '4 days', now() - interval '4 days'),
          (${account}, null, (select user_id from public.staff where active order by user_id limit 1), ${`Thank you, ${name.split(" ")[0]}. You will have nine on Tuesday. Two of them we would rather talk through.`}, now() - interval '3 days', now() - interval '3 days'),
          (${account}, null, (select user_id from public.staff where active order by user_id limit 1), 'The nine are in Security answers, version 3. Would Thursday at ten suit your security lead?', now() - interval '2 hours', null)`;
      await tx`
        insert into public.client_file_requests (account_id, title, note, due_on, asked_by)
        values (${account}, 'The list of editors who will use the desk', 'A spreadsheet or a photo of a page is enough.', public.office_today() + 5,
          (select user_id from public.staff where active order by user_id limit 1))`;
    });
  }
}
