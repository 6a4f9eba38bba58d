// A company with two people and about them something in every module; and every row of every table, to compare before and after.
import { randomBytes, randomUUID } from "node:crypto";
import type { Sql, Value } from "#server/platform/database/sql.ts";
import type { proposalsForTests } from "./proposals-for-tests.ts";

export type Rows = Record<string, string[]>;

export function filledCompany(sql: Sql, { call, usual, noorId }: Awaited<ReturnType<typeof proposalsForTests>>) {
  /**
   * Every row of every table that has some, but for what tells of deleting itself, the count of changes to meetings (deleting one and
   * bringing it back are two) and what is derived.
   */
  async function everything(): Promise<Rows> {
    const tables = await sql<{ name: string }[]>`
      select format('%I.%I', relnamespace::regnamespace, relname) as name from pg_class
      where relkind = 'r' and relnamespace in ('public'::regnamespace, 'private'::regnamespace) and pg_relation_size(oid) > 0
        and relname not in ('acts', 'events', 'deletions', 'deleted_rows', 'deleted_links', 'made_rows', 'booking_changes') order by 1`;
    const found: Rows = {};
    for (const { name } of tables) {
      const rows = await sql.unsafe<{ row: string }[]>(
        `select (to_jsonb(record) - 'updated_at')::text as row from ${name} as record order by 1`,
      );
      if (rows.length > 0) found[name] = rows.map(({ row }) => row);
    }
    return found;
  }
  const one = async (table: string, values: Record<string, Value>, key = "id") => {
    const [schema = "", name = ""] = table.split(".");
    const [row] = await sql<
      Record<string, string>[]
    >`insert into ${sql(schema)}.${sql(name)} ${sql(values)} returning *`;
    return row![key]!;
  };

  /** A company with two people, and about them something in every module. */
  async function fill(name: string) {
    const account = await one("public.accounts", { name, website: "https://norrfall.example" });
    const [ada, bo] = await Promise.all(
      ["Ada Lind", "Bo Berg"].map((person) =>
        one("public.contacts", { account_id: account, name: person, email: `${randomUUID()}@norrfall.example` }),
      ),
    );
    const contact = ada!;
    const group = await one("public.accounts", { name: `${name} group` });
    const deal = await one("public.deals", { name: "Pilot", account_id: group, owner_id: noorId });
    await one("public.deal_contacts", { deal_id: deal, contact_id: contact, role: "Decides", is_primary: true });
    await sql`insert into public.notes (body, contact_id) values ('Likes tea', ${contact})`;
    await sql`update public.notes set author_id = ${noorId} where contact_id = ${contact}`;
    await one("public.notes", { body: "A company", account_id: account });
    const task = await one("public.tasks", { title: "Call", contact_id: contact, assignee_id: noorId });
    const inquiry = await one("public.inquiries", {
      id: randomUUID(),
      kind: "contact",
      name: "Ada Lind",
      email: "ada@norrfall.example",
      message: "Hello",
      state: "new",
      contact_id: contact,
      account_id: account,
      task_id: task,
    });
    await sql`insert into public.consents (email_key, contact_id, purpose, state, wording) values ('ada', ${contact}, 'newsletter', 'asked', 'Yes?')`;
    const mail = (state: string, not_before: string) =>
      one("public.outbox", {
        class: "transactional",
        dedupe_key: randomUUID(),
        origin_kind: "inquiry",
        origin_id: inquiry,
        account_id: account,
        contact_id: contact,
        to_address: "ada@norrfall.example",
        subject: "Hello",
        body_text: "Hello",
        state,
        not_before,
      });
    const mails = {
      later: await mail("queued", "2999-01-01"),
      due: await mail("queued", "2020-01-01"),
      held: await mail("held", "2020-01-01"),
    };
    // Documents, with bytes, a link and someone who looked.
    const folder = await one("public.folders", { account_id: account, name: "Contracts" });
    const inner = await one("public.folders", { account_id: account, parent_id: folder, name: "Signed" });
    const file = await one("private.files", {
      key: randomUUID(),
      place: "disk",
      state: "ready",
      size: 3,
      sha256: "\\x00",
    });
    const document = await one("public.documents", {
      account_id: account,
      folder_id: inner,
      contact_id: contact,
      title: "Contract",
    });
    const version = await one("public.document_versions", {
      document_id: document,
      no: 1,
      file_name: "contract.pdf",
      size: 3,
      sha256: "0".repeat(64),
      mime_sniffed: "application/pdf",
      file_id: file,
    });
    const link = await one("private.access_links", {
      kind: "document",
      subject_id: document,
      token_hash: `\\x${randomUUID().replaceAll("-", "")}`,
      hint: "abcd",
    });
    await one("public.share_settings", { link_id: link, document_id: document, version_id: version }, "link_id");
    await sql`insert into public.share_views (link_id, version_id, kind, network) values (${link}, ${version}, 'viewed', '192.0.2.0')`;
    // A proposal that was sent, and one that is being written.
    for (const send of [true, false]) {
      const proposal = await call<string>("create_proposal", { of_record: { account, contact } });
      await call("save_proposal", { proposal, draft: usual });
      if (send) await call("send_proposal", { proposal });
    }
    // A sequence that the person is in, with a task that it waits for.
    const sequence = await one("public.sequences", { name: `Sequence ${randomUUID()}`, timezone: "UTC" });
    const enrolment = await one("public.enrolments", {
      sequence_id: sequence,
      version: 1,
      contact_id: contact,
      timezone: "UTC",
      exclusive: true,
      to_key: "ada",
    });
    await sql`insert into public.step_runs (enrolment_id, step_no, outbox_id, task_id, planned_at) values (${enrolment}, 1, ${mails.later}, ${task}, now())`;
    await sql`insert into private.contact_zones values (${contact}, 'Europe/Oslo')`;
    // Access to the client area, bound to the address of now; and a meeting that was booked by a form.
    await sql`
      insert into public.client_access (contact_id, account_id, bound_to) select id, account_id, lower(email) from public.contacts where id = ${contact}`;
    const meeting = await one("public.meetings", {
      source: "booking",
      title: "AI Consult",
      starts_at: "2020-01-01T10:00:00Z",
      ends_at: "2020-01-01T10:30:00Z",
      local_start: "2020-01-01T10:00:00",
      zone: "UTC",
      state: "met",
      ics_uid: randomUUID(),
      contact_id: contact,
      account_id: account,
    });
    await one("public.meeting_people", { meeting_id: meeting, role: "guest", contact_id: contact });
    await sql`insert into private.booking_submissions values (sha256(${randomUUID()}::text::bytea), ${meeting})`;
    // A mail of theirs as a mailbox delivered it, with its words.
    const mailbox = await one("public.mailboxes", {
      kind: "shared",
      address: `${randomUUID()}@guidevane.example`,
      owner_id: noorId,
      user_name: "shared",
      imap_host: "mail.guidevane.example",
      imap_port: 993,
      sign_in: "password",
      colleagues_see: "text",
      read_since: "2020-01-01",
      state: "paused",
    });
    const filed = await one("public.mails", {
      identity: `\\x${randomBytes(32).toString("hex")}`,
      thread_id: randomUUID(),
      at: "2020-01-01",
      direction: "in",
      class: "person",
      words: "text",
    });
    const body_hash = `\\x${randomBytes(32).toString("hex")}`;
    const copy = { mail_id: filed, mailbox_id: mailbox, folder: "INBOX", uid_validity: 1, uid: 1, body_hash };
    await one("public.mail_copies", copy, "mail_id");
    await one("public.mail_heads", { mail_id: filed, body_hash, subject: "Hello" }, "mail_id");
    await one("public.mail_bodies", { mail_id: filed, body_hash, text: "Hello" }, "mail_id");
    await one(
      "public.mail_people",
      { mail_id: filed, no: 0, role: "from", address_key: "ada", contact_id: contact, at: "2020-01-01" },
      "mail_id",
    );
    return { account, contact, other: bo!, deal, task, mails, file, enrolment };
  }

  return { everything, fill, one };
}
