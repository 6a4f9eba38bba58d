// Sample mail for `npm run demo`: four mailboxes in four states, a year of threads, and an answer that SAFE holds.
import type { Sql, TransactionSql } from "#server/platform/database/sql.ts";
import {
  addMailbox,
  addThread,
  addYearOfMail,
  type SampleMailbox,
  type SamplePerson,
} from "#server/sample-firm/mail.ts";
import { threads } from "#server/sample-firm/mail-threads.ts";

interface Colleague {
  user_id: string;
  name: string;
  email: string | null;
}

export async function fillWithMail(sql: Sql): Promise<void> {
  await sql`update public.modules set live = true where key in ('outbox', 'mailbox')`;
  const staff = await sql<Colleague[]>`
    select staff.user_id, staff.name, users.email from public.staff left join auth.users on users.id = staff.user_id where active order by users.email is null, staff.name`;
  const [owner, ada, dov] = staff;
  if (!owner) return;
  await sql.begin(async (within) => {
    // Companies with work going on, so that the first pages one opens have mail.
    const people = await within<SamplePerson[]>`
      select distinct on (accounts.id) contacts.name, contacts.email from public.accounts
      join public.contacts on contacts.account_id = accounts.id and contacts.email is not null
      join public.deals on deals.account_id = accounts.id
      where not exists (select from auth.users where lower(users.email) = lower(contacts.email)) order by accounts.id, contacts.id limit 24`;
    const others = await within<SamplePerson[]>`
      select name, email from public.contacts where email is not null and email <> all (${people.map(({ email }) => email)})
        and not exists (select from auth.users where lower(users.email) = lower(contacts.email)) order by id limit 12`;
    const [first] = people;
    if (!first) return;

    const own: SampleMailbox = {
      address: owner.email ?? "noor@guidevane.example",
      kind: "personal",
      owner: owner.user_id,
      ownerName: owner.name,
      state: "live",
      colleaguesSee: "snippet",
    };
    const shared: SampleMailbox = { ...own, address: "hello@guidevane.example", kind: "shared", colleaguesSee: "text" };
    const ownBox = await addMailbox(within, own);
    const sharedBox = await addMailbox(within, shared);
    await addYearOfMail(within, { mailbox: sharedBox, box: shared, people: others, perPerson: 2 });
    await addYearOfMail(within, { mailbox: ownBox, box: own, people, perPerson: 4 });
    if (ada) {
      const closed: SampleMailbox = {
        address: "ada@guidevane.example",
        kind: "personal",
        owner: ada.user_id,
        ownerName: ada.name,
        state: "reading_back",
        colleaguesSee: "headers",
        behind: 2,
      };
      await addYearOfMail(within, {
        mailbox: await addMailbox(within, closed),
        box: closed,
        people: people.slice(0, 8),
        perPerson: 2,
      });
    }
    if (dov)
      await addMailbox(within, {
        address: "dov@guidevane.example",
        kind: "personal",
        owner: dov.user_id,
        ownerName: dov.name,
        state: "signed_out",
        colleaguesSee: "headers",
        reason: "password_refused",
      });
    // The newest of all, with an answer below it.
    const [, facts, discovery, talk] = threads;
    if (facts && discovery && talk)
      for (const [daysAgo, thread] of [
        [5, discovery],
        [3, facts],
      ] as const)
        await addThread(within, {
          mailbox: ownBox,
          box: own,
          person: first,
          thread: { ...thread, subject: `${thread.subject}, once more` },
          endsDaysAgo: daysAgo,
          isNew: true,
        });
    const mail = await addThread(within, {
      mailbox: ownBox,
      box: own,
      person: first,
      thread: { ...threads[0]!, subject: "Publishing desk, the eleven questions" },
      endsDaysAgo: 0,
      isNew: true,
    });
    await answer(within, owner.user_id, mail, first);
    await readers(within, ownBox, staff.slice(1));
    await within`
      insert into public.mail_never (owner_id, kind, value, made_by)
      values (${owner.user_id}, 'folder', 'Family', ${owner.user_id}), (${owner.user_id}, 'domain', 'lindholm-law.example', ${owner.user_id}),
        (null, 'address', 'dr.asante@praxis.example', ${owner.user_id})`;
  });
}

/** Written as on the page of the thread; held, because the demo is in the safe mode. */
async function answer(within: TransactionSql, by: string, mail: string, to: SamplePerson): Promise<void> {
  const reply = {
    id: "demo",
    mail,
    to: [to.email],
    text: "Nine of your eleven, one by one, are on the page as of this morning. The two left are retention and staff vetting; both want twenty minutes rather than a paragraph.\n\nNoor",
  };
  await within`select set_config('request.jwt.claims', ${JSON.stringify({ sub: by, role: "authenticated" })}, true)`;
  await within`select public.write_mail_answer(${JSON.stringify(reply)}::jsonb)`;
  await within`select set_config('request.jwt.claims', '', true)`;
}

async function readers(within: TransactionSql, mailbox: string, colleagues: readonly Colleague[]): Promise<void> {
  for (const [index, { user_id: reader }] of colleagues.slice(0, 2).entries())
    await within`
      insert into public.mail_reads (mail_id, reader_id, at, body_hash)
      select mail_id, ${reader}, now() - ${index + 1} * interval '5 hours', body_hash from public.mail_copies where mailbox_id = ${mailbox} order by mail_id desc offset ${index} limit 1`;
}
