// Evidence as the records of other modules bring it: through their own functions and triggers.
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { proposalsForTests } from "#server/testing/proposals-for-tests.ts";
import { relationshipsForTests, type RelationshipsForTests } from "#server/testing/relationships-for-tests.ts";
import { testDatabase } from "#server/testing/test-database.ts";

/** What a tie weighs fades by the day: midnight does not fall between what a test writes and what it reads. */
const { sql } = await testDatabase({ now: new Date().toISOString() });
let world: RelationshipsForTests;
beforeAll(async () => {
  await sql`update public.modules set live = true`;
  world = await relationshipsForTests(sql);
});

const days = async (contact: string) =>
  (
    await sql<{ line: string }[]>`
    select concat_ws(' ', kind, case when inward then 'in' else 'out' end, public.office_today() - day, case when n > 1 then 'x' || n end) as line
    from private.tie_days where contact_id = ${contact} order by 1`
  ).map(({ line }) => line);
/** Counted again from all records it is the same. */
const asRecounted = async (contact: string) => {
  const before = await sql`select * from private.tie_days where contact_id = ${contact} order by 1, 2, 3, 4, 5`;
  await sql`select private.recount(array[${contact}::uuid])`;
  expect(await sql`select * from private.tie_days where contact_id = ${contact} order by 1, 2, 3, 4, 5`).toEqual(
    before,
  );
};
const someone = async (name = "Ilse Varga") => {
  const account = await world.company(`Castelline ${randomUUID()}`);
  return { account, contact: await world.person(name, account, `p${randomUUID().slice(0, 8)}@castelline.example`) };
};

async function message(
  contact: string,
  origin: string,
  { by = world.noor as string | null, state = "sent", ago = 2, to = "p@castelline.example" } = {},
) {
  const id = randomUUID();
  await sql`insert into public.outbox (id, class, dedupe_key, origin_kind, origin_id, contact_id, to_address, subject, body_text, created_by, state)
    values (${id}, ${origin === "sequence_step" ? "outreach" : "transactional"}, ${origin === "inquiry" ? `reply:${id}` : id}, ${origin}, ${id}, ${contact}, ${to}, 'Hello', 'Words', ${by}, 'queued')`;
  if (state !== "held")
    await sql`update public.outbox set state = ${state}, taken_at = private.now() - make_interval(days => ${ago}), sent_at = private.now() - make_interval(days => ${ago}), finished_at = private.now() where id = ${id}`;
  return id;
}

interface MailPerson {
  role: "from" | "to" | "cc";
  contact?: string;
  staff?: string;
  address?: string;
  name?: string;
}
/** A mail as the mailbox files it, in one transaction, with the hook at its end. */
async function mail(
  box: string,
  people: MailPerson[],
  {
    direction = "in",
    kind = "person",
    outsiders = 1,
    ago = 0,
    thread = randomUUID() as string,
    words = "",
    answers = null as string | null,
  } = {},
) {
  const id = randomUUID();
  await sql.begin(async (tx) => {
    await tx`insert into public.mails (id, identity, message_id, thread_id, at, direction, class, outsiders)
      values (${id}, sha256(${id}::bytea), ${`${id}@x.example`}, ${thread}, private.now() - make_interval(days => ${ago}), ${direction}, ${kind}, ${outsiders})`;
    await tx`insert into public.mail_copies (mail_id, mailbox_id, folder, uid_validity, uid) values (${id}, ${box}, 'INBOX', 1, ${Math.floor(Math.random() * 1e12)})`;
    for (const [no, { role, contact, staff, address, name }] of people.entries())
      await tx`insert into public.mail_people (mail_id, no, role, address_key, shown_name, contact_id, staff_id, at)
        values (${id}, ${no}, ${role}, ${address ?? `a${no}@x.example`}, ${name ?? ""}, ${contact ?? null}, ${staff ?? null}, private.now() - make_interval(days => ${ago}))`;
    if (words) await tx`insert into public.mail_bodies (mail_id, text) values (${id}, ${words})`;
    // As filing notes an answer to a message of the outbox.
    if (answers)
      await tx`insert into public.mail_replies (event_key, from_address, outbox_id, contact_id, message_id, received_at)
        values (${id}, 'p@castelline.example', ${answers}, ${people[0]!.contact!}, ${`${id}@x.example`}, private.now() - make_interval(days => ${ago}))`;
    await tx`select private.call_hooks('mail filed', ${JSON.stringify({ mail_id: id })})`;
  });
  return id;
}
const mailbox = async (owner: string, { sees = "headers", counts = true } = {}) => {
  const id = randomUUID();
  await sql`insert into public.mailboxes (id, address, kind, owner_id, user_name, imap_host, imap_port, sign_in, colleagues_see, read_since, counts_for_ties)
    values (${id}, ${`${id}@guidevane.example`}, 'personal', ${owner}, 'me', 'imap.guidevane.example', 993, 'password', ${sees}, public.office_today() - 90, ${counts})`;
  return id;
};

describe("our records", () => {
  test("relationships 1: an inquiry and our answer, with whoever answered; spam and newsletters are nothing", async () => {
    const { account, contact } = await someone();
    const inquiry = async (state: string, kind = "contact") => {
      const [row] = await sql<{ id: string }[]>`
        insert into public.inquiries (id, kind, name, email, message, state, account_id, contact_id, assignee_id, received_at)
        values (gen_random_uuid(), ${kind}, 'Ilse', 'ilse@castelline.example', 'Hello', ${state}, ${account}, ${contact}, ${world.noor}, private.now() - interval '3 days') returning id`;
      return row!.id;
    };
    const id = await inquiry("new");
    expect(await days(contact)).toEqual(["inquiry in 3"]);
    await inquiry("spam");
    await inquiry("new", "newsletter");
    expect(await days(contact)).toEqual(["inquiry in 3"]);
    // Dana answers on the phone: the pair is hers.
    await sql`update public.inquiries set state = 'answered', answered_at = private.now(), answered_by = ${world.dana} where id = ${id}`;
    expect(await days(contact)).toEqual(["answer out 0", "inquiry in 3"]);
    expect(await sql`select distinct staff_id from private.tie_days where contact_id = ${contact}`).toEqual([
      { staff_id: world.dana },
    ]);
    await asRecounted(contact);
    await sql`update public.inquiries set state = 'spam', answered_at = null, answered_by = null where id = ${id}`;
    expect(await days(contact)).toEqual([]);
  });

  test("relationships 1: mail that left counts when a person wrote it; a bounce takes it back; sequences are nothing", async () => {
    const { contact } = await someone();
    await message(contact, "mail", { state: "held" });
    await message(contact, "sequence_step");
    await message(contact, "payment_reminder");
    await message(contact, "mail", { by: null });
    expect(await days(contact)).toEqual([]);
    const id = await message(contact, "mail");
    await message(contact, "inquiry", { ago: 5 });
    expect(await days(contact)).toEqual(["answer out 5", "mail out 2"]);
    await asRecounted(contact);
    // A reply in a thread of a mailbox. Its copy in Sent, once it is read there, adds nothing to it.
    const reply = await message(contact, "mailbox", { ago: 4 });
    expect(await days(contact)).toEqual(["answer out 5", "mail out 2", "mail out 4"]);
    await asRecounted(contact);
    await sql`update public.outbox set state = 'bounced' where id = ${reply}`;
    expect(await days(contact)).toEqual(["answer out 5", "mail out 2"]);
    await sql`insert into public.mail_replies (event_key, from_address, outbox_id, contact_id) values (${randomUUID()}, 'p@castelline.example', ${id}, ${contact})`;
    await sql`insert into public.mail_replies (event_key, from_address, outbox_id, contact_id, is_automatic) values (${randomUUID()}, 'p@castelline.example', ${id}, ${contact}, true)`;
    await sql`insert into public.mail_replies (event_key, from_address, outbox_id, contact_id, doubt) values (${randomUUID()}, 'p@castelline.example', ${id}, ${contact}, 'unproved')`;
    expect(await days(contact)).toEqual(["answer out 5", "mail in 0", "mail out 2"]);
    await sql`update public.outbox set state = 'bounced' where id = ${id}`;
    expect(await days(contact)).toEqual(["answer out 5", "mail in 0"]);
    await asRecounted(contact);
  });

  test("relationships 1: a proposal sent and accepted; a document opened by a person and not by a scanner", async () => {
    const offers = await proposalsForTests(sql);
    const [offer] = await sql<{ id: string; contact_id: string }[]>`
      insert into public.proposals (number, account_id, contact_id, owner_id, currency, timezone, state)
      values ('GV-T-1', ${offers.account}, ${offers.person}, ${world.noor}, 'USD', 'UTC', 'sent') returning id, contact_id`;
    const contact = offer!.contact_id;
    await sql`select private.add_proposal_event(${offer!.id}, 'sent', '{}', private.now() - interval '4 days')`;
    await sql`select private.add_proposal_event(${offer!.id}, 'fetched', '{}', private.now() - interval '3 days')`;
    await sql`select private.add_proposal_event(${offer!.id}, 'accepted', '{}', private.now() - interval '1 day')`;
    const [folder] = await sql<
      { id: string }[]
    >`insert into public.folders (account_id, name) values (${offers.account}, 'Ours') returning id`;
    const [paper] = await sql<
      { id: string }[]
    >`insert into public.documents (account_id, contact_id, folder_id, title) values (${offers.account}, ${contact}, ${folder!.id}, 'Plan') returning id`;
    const [link] = await sql<
      { id: string }[]
    >`insert into private.access_links (kind, subject_id, token_hash, hint) values ('document', ${paper!.id}, ${Buffer.from(randomUUID())}, 'abcd') returning id`;
    await sql`insert into public.share_settings (link_id, document_id, created_by) values (${link!.id}, ${paper!.id}, ${world.noor})`;
    for (const kind of ["fetched", "viewed"])
      await sql`insert into public.share_views (link_id, kind, network) values (${link!.id}, ${kind}, 'n')`;
    expect(await days(contact)).toEqual(["accepted in 1", "opened in 0", "proposal out 4"]);
    await asRecounted(contact);
  });

  test("relationships 1: a meeting held counts for both, also for two guests together; one that nobody came to is taken back", async () => {
    const { contact } = await someone();
    const { contact: guest } = await someone("Espen Falk");
    const meeting = randomUUID();
    const at = new Date(Date.now() - 86_400_000).toISOString();
    const facts = {
      id: meeting,
      at,
      people: [{ contact_id: contact }, { contact_id: guest }, { staff_id: world.noor }],
    };
    await sql`select private.call_hooks('meeting held', ${JSON.stringify(facts)})`;
    expect(await days(contact)).toEqual(["meeting in 1", "meeting out 1"]);
    expect(
      await sql`select n from private.pair_days where a_id = least(${contact}::uuid, ${guest}) and b_id = greatest(${contact}::uuid, ${guest})`,
    ).toEqual([{ n: 1 }]);
    await asRecounted(contact);
    expect(await sql`select n from private.pair_days where ${contact} in (a_id, b_id)`).toEqual([{ n: 1 }]);
    await sql`select private.call_hooks('meeting held', ${JSON.stringify({ ...facts, people: [{ contact_id: contact }, { staff_id: world.noor }] })})`;
    expect([await days(contact), await days(guest)]).toEqual([["meeting in 1", "meeting out 1"], []]);
    await sql`select private.call_hooks('meeting not held', ${JSON.stringify({ id: meeting })})`;
    expect(await days(contact)).toEqual([]);
  });

  test("relationships 1: a talk that was noted is in the timeline; taking the note away takes the day away", async () => {
    const { contact } = await someone();
    await expect(
      world.as(world.noor, (tx) => tx`select public.note_talk(${contact}, public.office_today() + 1)`),
    ).rejects.toThrow("today or earlier");
    await world.as(
      world.noor,
      (tx) => tx`select public.note_talk(${contact}, public.office_today() - 6, 'We talked about March.')`,
    );
    expect(await days(contact)).toEqual(["talk in 6", "talk out 6"]);
    const [note] = await sql<{ id: string }[]>`delete from public.notes where contact_id = ${contact} returning id`;
    expect(note).toBeDefined();
    expect(await days(contact)).toEqual([]);
  });
});

describe("mail", () => {
  test("relationships 5: direct, in a round, to forty, by copy, by list, and forged", async () => {
    const { contact } = await someone();
    const box = await mailbox(world.noor);
    const from = [
      { role: "from", contact },
      { role: "to", staff: world.noor },
    ] as MailPerson[];
    await mail(box, from);
    await mail(box, from);
    await mail(box, from, { ago: 1, outsiders: 6 });
    await mail(box, from, { ago: 2, outsiders: 40 });
    await mail(
      box,
      [
        { role: "from", contact },
        { role: "cc", staff: world.noor },
      ],
      { ago: 3 },
    );
    await mail(box, from, { ago: 4, kind: "list" });
    await mail(box, from, { ago: 5, kind: "automatic" });
    // Merely says that we wrote it.
    await mail(
      box,
      [
        { role: "from", staff: world.noor },
        { role: "to", contact },
      ],
      { ago: 6, direction: "unclear" },
    );
    await mail(
      box,
      [
        { role: "from", staff: world.noor },
        { role: "to", contact },
      ],
      { ago: 7, direction: "out" },
    );
    expect(await days(contact)).toEqual(["mail in 0 x2", "mail out 7", "round in 1", "round in 3"]);
    await asRecounted(contact);
  });

  test("relationships 1: an answer to a message of ours that a mailbox files is one mail, also beside another of that day", async () => {
    const { contact } = await someone();
    const box = await mailbox(world.noor);
    const sent = await message(contact, "mail", { ago: 3 });
    await mail(
      box,
      [
        { role: "from", contact },
        { role: "to", staff: world.noor },
      ],
      { ago: 1, answers: sent },
    );
    expect(await days(contact)).toEqual(["mail in 1", "mail out 3"]);
    await mail(
      box,
      [
        { role: "from", contact },
        { role: "to", staff: world.noor },
      ],
      { ago: 1 },
    );
    expect(await days(contact)).toEqual(["mail in 1 x2", "mail out 3"]);
    await asRecounted(contact);
    // A colleague who did not write the message, and to whom the answer is addressed, too, has it from the mail.
    await mail(
      box,
      [
        { role: "from", contact },
        { role: "to", staff: world.noor },
        { role: "to", staff: world.dana },
      ],
      { ago: 2, answers: sent },
    );
    expect(await days(contact)).toEqual(["mail in 1 x2", "mail in 2", "mail in 2", "mail out 3"]);
    await asRecounted(contact);
  });

  test("relationships 18: a mailbox that no longer counts takes its share with it, and brings it back", async () => {
    const { contact } = await someone();
    const box = await mailbox(world.noor);
    await mail(box, [
      { role: "from", contact },
      { role: "to", staff: world.noor },
    ]);
    await world.contactDays(contact, world.noor, []);
    const id = await message(contact, "mail");
    const switchTo = async (counts: boolean) => {
      await sql.begin(async (tx) => {
        await tx`update public.mailboxes set counts_for_ties = ${counts} where id = ${box}`;
        await tx`select private.call_hooks('mailbox counts', ${box}, ${String(counts)})`;
      });
      return days(contact);
    };
    expect(await switchTo(false)).toEqual(["mail out 2"]);
    expect(await switchTo(true)).toEqual(["mail in 0", "mail out 2"]);
    // A thread that its owner made private says nothing, either.
    await sql`update public.mail_copies set is_private = true where mailbox_id = ${box}`;
    expect(await days(contact)).toEqual(["mail out 2"]);
    expect(id).toBeDefined();
  });

  test("relationships 18: removed mail leaves no evidence, nor days together", async () => {
    const { contact } = await someone();
    const { contact: other } = await someone("Espen Falk");
    const box = await mailbox(world.noor);
    const id = await mail(
      box,
      [
        { role: "from", contact },
        { role: "to", staff: world.noor },
        { role: "cc", contact: other },
      ],
      { outsiders: 2 },
    );
    expect(await sql`select 1 as one from private.pair_days where ${contact} in (a_id, b_id)`).toHaveLength(1);
    await sql`select private.remove_mails(array[${id}::uuid], 'deleted')`;
    expect(await days(contact)).toEqual([]);
    expect(await sql`select 1 from private.pair_days where ${contact} in (a_id, b_id)`).toEqual([]);
  });

  test("relationships 1: a colleague whose mailbox shows nothing is 'A colleague', without days; they see their own", async () => {
    const lars = await world.colleague("Lars Berg");
    const { contact } = await someone();
    const box = await mailbox(lars, { sees: "nothing" });
    await mail(box, [
      { role: "from", contact },
      { role: "to", staff: lars },
    ]);
    expect(await world.tiesOf(contact)).toMatchObject([{ staff_name: "A colleague", staff_id: null }]);
    await expect(
      world.as(world.noor, (tx) => tx`select * from public.tie_evidence(${contact}, ${lars})`),
    ).rejects.toThrow("a colleague's own");
    expect(await world.tiesOf(contact, { by: lars })).toMatchObject([{ staff_name: "Lars Berg", staff_id: lars }]);
    await sql`update public.mailboxes set colleagues_see = 'headers' where id = ${box}`;
    expect(await world.tiesOf(contact)).toMatchObject([{ staff_name: "Lars Berg" }]);
  });

  test("relationships 14: a known person writes to an unseen one and us, and is answered; 11: a known name from a new domain, and a signature twice", async () => {
    const { contact: ilse } = await someone();
    const { contact: espen } = await someone("Espen Falk");
    const quillon = await world.company("Quillon Press", "quillon.example");
    const box = await mailbox(world.noor);
    const thread = randomUUID();
    await mail(
      box,
      [
        { role: "from", contact: ilse },
        { role: "to", staff: world.noor },
        { role: "to", contact: espen },
      ],
      { thread, ago: 4, outsiders: 2 },
    );
    await world.settle();
    const open = async (kind: string) =>
      sql<
        { id: string; one_id: string; other_id: string; rule: string }[]
      >`select id, one_id, other_id, rule from public.suggestions where kind = ${kind} and state = 'open'`;
    expect(await open("introduced")).toEqual([]);
    await mail(
      box,
      [
        { role: "from", contact: espen },
        { role: "to", staff: world.noor },
      ],
      { thread, ago: 2 },
    );
    await world.settle();
    expect(await open("introduced")).toMatchObject([{ one_id: espen, other_id: ilse }]);
    // The same name, in the same thread, from another company's domain.
    await mail(
      box,
      [
        { role: "from", address: "espen@quillon.example", name: "Falk, Espen" },
        { role: "to", staff: world.noor },
      ],
      { thread },
    );
    await world.settle();
    expect(await open("job_change")).toMatchObject([
      { one_id: espen, other_id: quillon, rule: "new domain in a known thread" },
    ]);
    const words = "Thanks.\n\nIlse Varga\nChief Strategy Officer, Quillon Press\n";
    await mail(
      box,
      [
        { role: "from", contact: ilse },
        { role: "to", staff: world.noor },
      ],
      { ago: 1, words },
    );
    await world.settle();
    expect((await open("job_change")).filter(({ one_id }) => one_id === ilse)).toEqual([]);
    await mail(
      box,
      [
        { role: "from", contact: ilse },
        { role: "to", staff: world.noor },
      ],
      { words },
    );
    await world.settle();
    expect((await open("job_change")).filter(({ one_id }) => one_id === ilse)).toMatchObject([
      { other_id: quillon, rule: "signature of two mails running" },
    ]);
    // A further address of someone we know, from a free mail host.
    await mail(
      box,
      [
        { role: "from", address: "espen.falk@gmail.com", name: "Espen Falk" },
        { role: "to", staff: world.noor },
      ],
      { thread },
    );
    await world.settle();
    const [further] = await open("further_address");
    expect(further).toMatchObject({ one_id: espen });
    await world.as(world.noor, (tx) => tx`select public.accept_suggestion(${further!.id}, 1)`);
    expect(
      await sql`select 1 as one from public.contact_addresses where contact_id = ${espen} and email_key = 'espen.falk@gmail.com'`,
    ).toHaveLength(1);
  });
});

describe("when records move", () => {
  test("relationships 1: a merge brings both together, and undoing it takes them apart, each counted from its records", async () => {
    const { contact: keep } = await someone("Jonas Haverkamp");
    const { contact: gone } = await someone("J. Haverkamp");
    await message(keep, "mail", { ago: 2 });
    await message(gone, "mail", { ago: 4 });
    await world.as(world.noor, (tx) => tx`select public.note_talk(${gone}, public.office_today() - 1)`);
    await sql`select private.call_hooks('meeting held', ${JSON.stringify({ id: randomUUID(), at: new Date(Date.now() - 3 * 86_400_000).toISOString(), people: [{ contact_id: gone }, { staff_id: world.noor }] })})`;
    await world.as(world.noor, (tx) => tx`select public.merge_contacts(${keep}, ${gone})`);
    const all = ["mail out 2", "mail out 4", "meeting in 3", "meeting out 3", "talk in 1", "talk out 1"];
    expect([await days(keep), await days(gone)]).toEqual([all, []]);
    await asRecounted(keep);
    await world.as(world.noor, (tx) => tx`select public.undo_merge('contacts', ${gone})`);
    expect([await days(keep), await days(gone)]).toEqual([
      ["mail out 2"],
      ["mail out 4", "meeting in 3", "meeting out 3", "talk in 1", "talk out 1"],
    ]);
  });

  test("relationships 1: a contact that is deleted takes its ties along, and brings them back from the trash", async () => {
    const { contact } = await someone();
    await message(contact, "mail");
    await world.as(world.noor, (tx) => tx`select public.note_talk(${contact}, public.office_today())`);
    const before = await days(contact);
    await world.as(world.noor, (tx) => tx`select public.delete_records('contacts', array[${contact}::uuid])`);
    expect(
      await sql`select 1 from private.tie_days where contact_id = ${contact} union all select 1 from private.ties where contact_id = ${contact}`,
    ).toEqual([]);
    const [deletion] = await sql<
      { id: string }[]
    >`select id from public.deletions where kind = 'contacts' and restored_at is null order by at desc limit 1`;
    await world.as(world.noor, (tx) => tx`select public.restore_deletions(array[${deletion!.id}::uuid])`);
    // The mail lost its contact with the deletion and has it back.
    expect(await days(contact)).toEqual(before);
  });

  test("relationships 20: switched on later, everything is counted from the records, in small steps, once", async () => {
    await sql`update public.modules set live = false where key = 'relationships'`;
    const { contact } = await someone();
    await message(contact, "mail");
    expect(await days(contact)).toEqual([]);
    await sql`update public.modules set live = true where key = 'relationships'`;
    await world.settle();
    expect(await days(contact)).toEqual(["mail out 2"]);
    await asRecounted(contact);
  });
});
