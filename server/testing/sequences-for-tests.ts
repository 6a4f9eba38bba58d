// Sequences on a test database, years ahead of the real clock, so that moments the database writes itself are never the later ones.
import type { Sql, TransactionSql } from "#server/platform/database/sql.ts";
import type { JobKind } from "#server/platform/jobs/jobs.ts";
import { actAs, addUser } from "./act-as.ts";

export interface Step {
  kind?: "mail" | "task";
  delay_days?: number;
  delay_business?: boolean;
  delay_minutes?: number;
  template_version_id?: string;
  task_title?: string;
  wait_for_task?: boolean;
  same_thread?: boolean;
}

export async function sequencesForTests(sql: Sql) {
  // A Monday.
  let clock = new Date("2031-01-06T10:00:00Z");
  const noor = await addUser(sql, { admin: true });
  await sql`update public.modules set live = true where key in ('outbox', 'templates', 'sequences', 'tasks')`;
  await sql`update public.office set time_zone = 'UTC'`;
  await sql`update private.outbox_gate set per_host_a_day = 10000, in_all_a_day = 100000`;

  /** As the administrator, at the test's time. */
  const asNoor = <T>(work: (tx: TransactionSql) => Promise<T>) =>
    actAs(sql, { role: "authenticated", userId: noor }, async (tx) => {
      await tx`select set_config('guidevane.now', ${clock.toISOString()}, true)`;
      return work(tx);
    });

  const [account] = await sql<{ id: string }[]>`insert into public.accounts (name) values ('Arcadine') returning id`;
  let people = 0;
  const addContact = async (more: { email?: string | null; title?: string | null; account?: string } = {}) => {
    people += 1;
    const [row] = await sql<{ id: string; email: string | null }[]>`
      insert into public.contacts (account_id, name, email, title)
      values (${more.account ?? account!.id}, ${`Person ${people}`},
        ${more.email === undefined ? `person${people}@host${people}.example` : more.email}, ${more.title ?? null})
      returning id, email`;
    return row!;
  };

  const addText = async (body = "Dear {{ contact.first_name }}", needs: string[] = []) => {
    const [row] = await sql<{ saved: { version_id: string; id: string } }[]>`
      select private.save_mail_template(${sql.json({
        key: `text-${crypto.randomUUID()}`,
        name: "A text",
        purpose: "outreach",
        subject: "Hello {{ contact.first_name }}",
        body_text: body,
        body_html: null,
        tags: [],
        needs,
      })}::jsonb, null, ${noor}) as saved`;
    return row!.saved.version_id;
  };
  const text = await addText();
  const mailStep = (more: Step = {}): Step => ({ kind: "mail", template_version_id: text, ...more });
  const taskStep = (more: Step = {}): Step => ({ kind: "task", task_title: "Call them", ...more });

  const saveSequence = (sequence: object) =>
    asNoor(async (tx) => {
      const [row] = await tx<{ id: string }[]>`select public.save_sequence(${tx.json(sequence)}::jsonb) as id`;
      return row!.id;
    });
  const setStatus = (sequence: string, status: string) =>
    asNoor((tx) => tx`select public.set_sequence_status(${sequence}, ${status})`);
  const addSequence = async (steps: Step[], settings: object = {}) => {
    const id = await saveSequence({ name: "Open proposals", timezone: "UTC", daily_cap: 1000, steps, ...settings });
    await setStatus(id, "active");
    return id;
  };

  interface Asked {
    contact_id: string;
    enrolled: string | null;
    first_at: Date;
    timezone: string;
    reasons: { code: string; message: string; tags?: string[] }[] | null;
  }
  const enrol = (sequence: string, contacts: string[], dryRun = false) =>
    asNoor((tx) => tx<Asked[]>`select * from public.enrol(${sequence}, ${contacts}, ${dryRun})`);
  const enrolOne = async (sequence: string, contact: string) => {
    const [row] = await enrol(sequence, [contact]);
    if (!row?.enrolled) throw new Error(`Refused: ${JSON.stringify(row?.reasons)}`);
    return row.enrolled;
  };

  interface Enrolment {
    state: string;
    step_no: number;
    next_at: Date | null;
    stop_reason: string | null;
    version: number;
    paused_until: Date | null;
  }
  const enrolment = async (id: string) =>
    (await sql<Enrolment[]>`select * from public.enrolments where id = ${id}`)[0]!;
  interface Run {
    step_no: number;
    outbox_id: string | null;
    task_id: string | null;
    planned_at: Date;
    done_at: Date | null;
    left_before_stop: boolean;
  }
  const runs = (id: string) => sql<Run[]>`select * from public.step_runs where enrolment_id = ${id} order by step_no`;

  /** As the sweep does it, until nothing is due. */
  const sweep = async (job: JobKind) => {
    for (let round = 0; round < 20; round += 1) {
      const due = await job.findDue(500);
      if (due.length === 0) return;
      for (const key of due) await job.run(key, new AbortController().signal);
    }
    throw new Error("The planner finds something due again and again");
  };
  /** Through the gate, at the test's time; what became of it. */
  const send = async (message: string) => {
    await sql`select private.claim_outbox(${message}, 'test', true, ${clock})`;
    const [begun] = await sql<
      { begun: boolean }[]
    >`select private.begin_hand_over(${message}, 'test', 'smtp', ${clock}) as begun`;
    if (begun?.begun) await sql`select private.end_hand_over(${message}, 'test', '{"result": "sent"}', ${clock})`;
    const [row] = await sql<{ state: string; gate_code: string | null }[]>`
      select state, gate_code from public.outbox where id = ${message}`;
    return row!;
  };
  const openGate = (isOpen: boolean) => sql`update private.outbox_gate set is_open = ${isOpen}`;

  return {
    noor,
    accountId: account!.id,
    now: () => clock,
    setClock: (moment: string | Date) => (clock = new Date(moment)),
    asNoor,
    addContact,
    addText,
    mailStep,
    taskStep,
    saveSequence,
    setStatus,
    addSequence,
    enrol,
    enrolOne,
    enrolment,
    runs,
    sweep,
    send,
    openGate,
  };
}
