// Takes up enrolments that are due, one transaction each: the database says what and when, the template is filled here, and the mail is
// a row of the outbox before the enrolment moves on. Dying at any moment leaves either all of it or nothing.
import { site } from "#content/site.ts";
import { currentTime } from "#domain/clock.ts";
import type { Sql } from "#server/platform/database/sql.ts";
import { bookingUrl } from "#server/platform/booking-url.ts";
import { readFirm } from "#server/platform/firm.ts";
import type { JobKind } from "#server/platform/jobs/jobs.ts";
import { type FilledMail, fillMail, type MergeValues } from "#server/platform/templates/fill.ts";

interface Parts {
  sql: Sql;
  siteUrl: string;
  /** What {{ sender.email }} is, unless the sequence has its own sender. */
  senderAddress: string | (() => string);
  now?: () => Date;
}

interface StepToWrite {
  enrolment_id: string;
  step_no: number;
  version_id: string;
  subject: string;
  body_text: string;
  body_html: string | null;
  values: MergeValues;
  /** Null: the colleague has given no name. */
  sender: string | null;
  from_identity: string | null;
  to_address: string;
  contact_id: string;
  contact_name: string;
  account_id: string;
  thread: { subject: string; message_id: string | null } | null;
}

export const addressIn = (identity: string | null) => /<([^<>]+)>/.exec(identity ?? "")?.[1] ?? identity;

/** In the same thread as the mail before it: its subject, and the headers that mail programs go by. */
const threadHeaders = (thread: StepToWrite["thread"]): Record<string, string> =>
  thread?.message_id ? { "In-Reply-To": thread.message_id, References: thread.message_id } : {};
const subjectOf = (mail: FilledMail, thread: StepToWrite["thread"]) =>
  thread ? `Re: ${thread.subject.replace(/^(?:re:\s*)+/i, "")}` : mail.subject;

export function plannerJob({ sql, siteUrl, senderAddress, now = currentTime }: Parts): JobKind {
  return {
    name: "sequence-steps",
    // Planners wait for each other in the database anyway.
    concurrency: 1,
    async findDue(limit) {
      const rows = await sql<{ id: string }[]>`select private.due_enrolments(${now()}, ${limit}) as id`;
      return rows.map(({ id }) => id);
    },
    async run(enrolment) {
      await sql.begin(async (within) => {
        const [row] = await within<
          { step: StepToWrite | null }[]
        >`select private.take_step(${enrolment}, ${now()}) as step`;
        const step = row?.step;
        if (!step) return;
        const email =
          addressIn(step.from_identity) ?? (typeof senderAddress === "string" ? senderAddress : senderAddress());
        const mail = fillMail(step, step.values, {
          sender: { name: step.sender ?? site.name, email },
          bookingUrl: await bookingUrl(within, siteUrl),
          firm: await readFirm(within),
          outreach: true,
        });
        const against = [
          ...mail.missing.map((path) => `no value for ${path}`),
          ...mail.open.map((place) => `an open tag in ${place}`),
        ];
        if (against.length > 0) {
          await within`select private.end_enrolment(${enrolment}, 'failed', ${`${step.contact_name}: ${against.join(", ")}`}, null)`;
          return;
        }
        const message = {
          account_id: step.account_id,
          contact_id: step.contact_id,
          to_address: step.to_address,
          from_identity: step.from_identity,
          subject: subjectOf(mail, step.thread),
          body_text: mail.text,
          body_html: mail.html,
          headers: threadHeaders(step.thread),
        };
        await within`
          select private.write_step(${enrolment}, ${step.step_no}, ${step.version_id}, ${within.json(message)}::jsonb, ${now()})`;
      });
    },
  };
}
