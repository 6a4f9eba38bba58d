// From a message that passed the layers to the rows it becomes: one call of receive_inquiry, one transaction.
import type { ConsentPurpose } from "#content/consents.ts";
import { consentWordings } from "#content/consents.ts";
import type { Statements } from "#server/platform/database/sql.ts";
import type { Signal } from "./spam-signals.ts";
import { type Sender, senderOf } from "#server/platform/forms/sender.ts";
import type { FormName, Submission } from "./submission.ts";

export interface Received {
  id: string;
  reference: string;
  state: string;
  due_at: Date | null;
  time_zone: string;
  /** The safe mode, or a pause: a receipt or a question waits in the outbox. True or false for everyone alike. */
  mail_is_held: boolean;
  contact_id: string | null;
  account_id: string | null;
  task_id: string | null;
}

interface Given {
  read: Submission;
  signals: Signal[];
  own: ReadonlySet<string>;
}

const purposes: Partial<Record<FormName, ConsentPurpose>> = { newsletter: "newsletter", manifesto: "manifesto" };

function purposesOf({ form, subscribe }: Submission): ConsentPurpose[] {
  const own = purposes[form];
  return [...new Set([...(own ? [own] : []), ...(subscribe ? (["newsletter"] as const) : [])])];
}

function payload({ read, signals }: Given, sender: Sender) {
  const mails = {
    receipt: true,
    consents: purposesOf(read).map((purpose) => ({ purpose, wording: consentWordings[purpose] })),
  };
  return {
    id: read.submission,
    kind: read.form,
    subject: read.subject,
    name: read.name,
    email: read.email,
    company: read.company,
    message: read.message,
    fields: read.fields,
    held_because: signals,
    is_robot: sender.isRobot,
    company_host: sender.companyHost,
    company_guess: sender.companyGuess,
    mails,
    page_path: read.pagePath,
  };
}

export async function receive(given: Given, within: Statements): Promise<Received> {
  const sent = payload(given, senderOf(given.read.email, given.own));
  const [row] = await within<Received[]>`
    select received.id, received.reference, received.state, received.due_at, received.contact_id, received.account_id,
      received.task_id, office.time_zone,
      (select not is_open or paused_at is not null from private.outbox_gate) as mail_is_held
    from public.office, public.receive_inquiry(${JSON.stringify(sent)}::jsonb) as received`;
  return row!;
}

/** When we answer, as a moment with the office's offset and as words; nothing for what asks for no answer. */
export function answerBy({ due_at: due, time_zone: zone }: Pick<Received, "due_at" | "time_zone">) {
  if (due === null) return { answer_by: null, answer_by_text: null };
  const part = (options: Intl.DateTimeFormatOptions) =>
    Object.fromEntries(
      new Intl.DateTimeFormat("en-GB", { timeZone: zone, hourCycle: "h23", ...options })
        .formatToParts(due)
        .map(({ type, value }) => [type, value]),
    ) as Record<string, string>;
  const day = part({ year: "numeric", month: "2-digit", day: "2-digit" });
  const time = part({ hour: "2-digit", minute: "2-digit", second: "2-digit" });
  const offset = part({ timeZoneName: "longOffset" }).timeZoneName!.replace("GMT", "") || "+00:00";
  const words = part({ weekday: "long", day: "numeric", month: "long" });
  return {
    answer_by: `${day.year}-${day.month}-${day.day}T${time.hour}:${time.minute}:${time.second}${offset}`,
    answer_by_text: `${words.weekday}, ${words.month} ${words.day}`,
  };
}
