// "Send a test inquiry": the whole chain on the real database, in a transaction that is rolled back. System Tests shows the
// steps. Nothing is left but a number that is never used.
import { randomUUID } from "node:crypto";
import { subjects } from "#content/subjects.ts";
import type { Sql, TransactionSql } from "#server/platform/database/sql.ts";
import { readToken, signToken } from "./form-token.ts";
import { spamSignals } from "./spam-signals.ts";
import { answerBy, receive } from "./receive.ts";
import { readSubmission } from "./submission.ts";

export interface Step {
  name: string;
  ok: boolean;
  detail: string;
}

class RolledBack extends Error {}

const earlier = (now: Date) => new Date(now.getTime() - 60_000);

export async function sendTestInquiry(
  sql: Sql,
  own: ReadonlySet<string>,
  now: () => Date,
): Promise<{ ok: boolean; steps: Step[] }> {
  const steps: Step[] = [];
  const note = (name: string, ok: boolean, detail: string) => void steps.push({ name, ok, detail });
  const submission = randomUUID();
  const host = `test-${submission.slice(0, 8)}.example`;
  await sql
    .begin(async (within) => {
      await chain(within);
      throw new RolledBack();
    })
    .catch((error: unknown) => {
      if (!(error instanceof RolledBack))
        note("Chain", false, "A step failed and everything was undone. The log of the server says which.");
    });
  const [left] = await sql<{ count: number }[]>`
    select ((select count(*) from public.inquiries where id = ${submission})
      + (select count(*) from public.accounts where domain = ${host}))::int as count`;
  note("Rolled back", left?.count === 0, left?.count === 0 ? "Nothing of it is left" : "Something was left behind");
  return { ok: steps.every(({ ok }) => ok), steps };

  async function chain(within: TransactionSql): Promise<void> {
    const [row] = await within<{ secret: Buffer }[]>`select secret from private.form_secret`;
    const claims = { submission, form: "contact" as const };
    const token = signToken(row!.secret, { ...claims, issuedAt: earlier(now()) });
    const sent = readSubmission({
      ...claims,
      token,
      subject: subjects[0],
      name: "Test Inquiry",
      email: `test@${host}`,
      company: "Test Company",
      message: "A test inquiry of System Tests. It is rolled back.",
      trap: "",
    });
    if ("complaint" in sent) return note("Shape", false, sent.complaint.message);
    const { read } = sent;
    note("Shape", true, "Every field has its form");
    const signed = readToken(row!.secret, token, claims, now());
    note("Token", signed.state === "valid", `The form's token is ${signed.state}`);
    const signals = spamSignals({ read, token: signed, exceeded: [] });
    note(
      "Layers",
      signals.length === 0,
      signals.length === 0 ? "No spam signal" : `Quarantined: ${signals.join(", ")}`,
    );
    const received = await receive({ read, signals, own }, within);
    note("Inquiry", received.state === "new", `${received.reference} is ${received.state}`);
    const [made] = await within<
      {
        person: string | null;
        company: string | null;
        task: string | null;
        due: Date | null;
        entries: number;
        mail: string | null;
        tasks: boolean;
      }[]
    >`
      select (select name from public.contacts where id = ${received.contact_id}) as person,
        (select name from public.accounts where id = ${received.account_id}) as company,
        (select title from public.tasks where id = ${received.task_id}) as task,
        (select due_at from public.tasks where id = ${received.task_id}) as due,
        (select count(*)::int from public.events where inquiry_id = ${submission} or contact_id = ${received.contact_id}) as entries,
        (select state from public.outbox where origin_id = ${submission}) as mail,
        private.module_is_live('tasks') as tasks`;
    note("Person and company", Boolean(made?.person && made.company), `${made?.person} of ${made?.company}`);
    const isPromised = !made?.tasks || made.due?.getTime() === received.due_at?.getTime();
    note(
      "Task",
      isPromised,
      made?.tasks ? `“${made.task}”, due by ${answerBy(received).answer_by_text}` : "Tasks are off",
    );
    note("Timeline", (made?.entries ?? 0) >= 2, `${made?.entries} entries`);
    note(
      "Receipt",
      made?.mail === "held" || made?.mail === "queued",
      made?.mail === "held" ? "Held: the safe mode is on" : `${made?.mail}`,
    );
  }
}
