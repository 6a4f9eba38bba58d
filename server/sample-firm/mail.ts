// A year of invented mail, filed by the very function that files real mail. The mailboxes have no sign-in, so nothing is ever read from them.
import { createHash } from "node:crypto";
import { currentMillis } from "#domain/clock.ts";
import type { Statements } from "#server/platform/database/sql.ts";
import { closedThreads, type SampleThread, threads } from "./mail-threads.ts";

export interface SampleMailbox {
  address: string;
  kind: "personal" | "shared";
  owner: string;
  ownerName: string;
  state: "live" | "reading_back" | "signed_out" | "paused";
  colleaguesSee: "nothing" | "headers" | "snippet" | "text";
  keep?: "headers" | "snippet" | "text";
  reason?: string;
  /** Of folders: so many are still read back. */
  behind?: number;
}

export interface SamplePerson {
  name: string;
  email: string;
}

const day = 86_400_000;

export async function addMailbox(within: Statements, box: SampleMailbox): Promise<string> {
  const heard = box.state === "signed_out" ? 3 * day : box.state === "live" ? 40_000 : 5000;
  const host = box.address.split("@")[1] ?? "guidevane.example";
  const [row] = await within<{ id: string }[]>`
    insert into public.mailboxes (address, kind, owner_id, user_name, imap_host, imap_port, smtp_host, smtp_port, sign_in, keep, colleagues_see, read_since,
      state, reason, has_idle, last_heard_at, next_try_at, created_at)
    values (${box.address}, ${box.kind}, ${box.owner}, ${box.address}, ${`imap.${host}`}, 993, ${`smtp.${host}`}, 587, 'password', ${box.keep ?? "text"},
      ${box.colleaguesSee}, public.office_today() - 365, ${box.state}, ${box.reason ?? null}, ${box.kind === "personal"}, ${new Date(currentMillis() - heard)},
      now() + interval '1 year', now() - interval '90 days')
    returning id`;
  const id = row!.id;
  const folders = [
    ["INBOX", "inbox"],
    ["Sent", "sent"],
    ["Archive", "archive"],
    ["Drafts", "drafts"],
    ["Junk", "junk"],
    ["Trash", "trash"],
  ] as const;
  for (const [index, [path, use]] of folders.entries())
    await within`
      insert into public.mailbox_folders (mailbox_id, path, special_use, wanted, uid_validity, next_uid, state)
      values (${id}, ${path}, ${use}, ${index < 3}, 1, 1, ${index < (box.behind ?? 0) ? "behind" : "level"})`;
  if (box.kind === "personal")
    await within`
      insert into public.mailbox_consents (mailbox_id, owner_id, wording, at)
      values (${id}, ${box.owner}, 'Guidevane reads this mailbox and files mail exchanged with people who are in our CRM.', now() - interval '90 days')`;
  return id;
}

interface Writing {
  mailbox: string;
  box: SampleMailbox;
  person: SamplePerson;
  thread: SampleThread;
  /** Of the last mail. */
  endsDaysAgo: number;
  /** Told in the timeline as it would be when it came. */
  isNew: boolean;
}

let uid = 0;

/** Answers the id of the last mail. */
export async function addThread(
  within: Statements,
  { mailbox, box, person, thread, endsDaysAgo, isNew }: Writing,
): Promise<string> {
  const host = box.address.split("@")[1] ?? "guidevane.example";
  const ids: string[] = [];
  let last = "";
  for (const [index, { by, text, file }] of thread.lines.entries()) {
    const place = thread.lines.length - 1 - index;
    const at = new Date(
      currentMillis() - endsDaysAgo * day - place * 1.3 * day - ((index * 37) % 7) * 3_600_000 - 25 * 60_000,
    );
    const isOurs = by === "U";
    const key = createHash("sha256").update(`${mailbox} ${person.email} ${thread.subject} ${index}`).digest("hex");
    const id = `<${key.slice(0, 20)}@${isOurs ? host : (person.email.split("@")[1] ?? "example.invalid")}>`;
    const our = { address: box.address, name: box.kind === "personal" ? box.ownerName : "Guidevane" };
    const their = { address: person.email.toLowerCase(), name: person.name };
    const first = person.name.split(" ")[0] ?? "";
    const before = thread.lines[index - 1];
    const quoted =
      before && index === thread.lines.length - 1
        ? `\n\nOn ${at.toISOString().slice(0, 10)} ${isOurs ? person.name : our.name} wrote:\n\n${before.text.replaceAll(/^/gm, "> ")}`
        : "";
    const words = `${isOurs ? `${first},\n\n` : ""}${text}\n\n${isOurs ? our.name.split(" ")[0] : first}`;
    const subject = index === 0 ? thread.subject : `Re: ${thread.subject}`;
    const mail = {
      uid: ++uid,
      identity: key,
      message_id: id,
      refers_to: ids,
      at,
      arrived_at: at,
      is_time_doubtful: false,
      class: "person",
      is_private: false,
      in_sent: isOurs,
      labels: [],
      files: file ? [{ name: file[0], type: file[1], size: file[2], part: "2" }] : [],
      people: [
        { role: "from", ...(isOurs ? our : their) },
        { role: "to", ...(isOurs ? their : our) },
      ],
      checks: "pass",
      words: {
        subject,
        snippet: text.replaceAll("\n", " ").slice(0, 200),
        text: words + quoted,
        html: null,
        is_cut: false,
        unreadable: false,
      },
    };
    await within`
      select private.file_mail(mailboxes, mailbox_folders, ${JSON.stringify(mail)}::jsonb, ${!(isNew && place === 0)})
      from public.mailboxes join public.mailbox_folders on mailbox_id = mailboxes.id and path = ${isOurs ? "Sent" : "INBOX"} where mailboxes.id = ${mailbox}`;
    ids.push(id);
    const [filed] = await within<{ id: string }[]>`select id from public.mails where identity = decode(${key}, 'hex')`;
    last = filed?.id ?? last;
  }
  return last;
}

/** Threads of a year, spread over these people; the newest come last, so that they are the newest everywhere. */
export async function addYearOfMail(
  within: Statements,
  {
    mailbox,
    box,
    people,
    perPerson,
  }: { mailbox: string; box: SampleMailbox; people: readonly SamplePerson[]; perPerson: number },
): Promise<void> {
  const pool = box.colleaguesSee === "headers" ? closedThreads : threads;
  const all = people.flatMap((person, which) =>
    Array.from({ length: Math.min(perPerson, pool.length) }, (_, round) => ({
      person,
      thread: pool[(which + round) % pool.length]!,
      endsDaysAgo: 1 + ((which * 17 + round * 61) % 350),
    })),
  );
  for (const each of all.toSorted((a, b) => b.endsDaysAgo - a.endsDaysAgo))
    await addThread(within, { mailbox, box, ...each, isNew: each.endsDaysAgo < 8 });
}

/** For the sample firm: one mailbox that is paused, of which nothing is read. */
export async function addMail(within: Statements, { owner }: { owner: string }): Promise<void> {
  const box: SampleMailbox = {
    address: "sample@guidevane.example",
    kind: "personal",
    owner,
    ownerName: "Sample",
    state: "paused",
    colleaguesSee: "text",
    reason: "by_owner",
  };
  const people = await within<SamplePerson[]>`
    select name, email from public.contacts where email is not null and id in (select private.sample_ids('public.contacts')) order by id limit 12`;
  await addYearOfMail(within, { mailbox: await addMailbox(within, box), box, people, perPerson: 3 });
}
