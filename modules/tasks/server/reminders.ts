// Each reminder once: anyone who writes its row sends it, in one transaction. A server that was away sends what it missed.
import { currentTime } from "#domain/clock.ts";
import type { Sql } from "#server/platform/database/sql.ts";
import type { JobKind } from "#server/platform/jobs/jobs.ts";
import type { Mail } from "#server/platform/mail/mail.ts";
import { taskMail } from "./task-mail.ts";

interface Parts {
  sql: Sql;
  mail: Mail;
  siteUrl: string;
  now?: () => Date;
}

/** What is older was overtaken by the digest: a module that was off for a month does not wake everybody. */
const missedDays = 7;

interface DueTask {
  title: string;
  remind_at: Date;
  due: string | null;
  about: string | null;
  assignee_id: string | null;
}

export function reminderJob({ sql, mail, siteUrl, now = currentTime }: Parts): JobKind {
  return {
    name: "task-reminders",
    async findDue(limit) {
      const rows = await sql<{ id: string }[]>`
        select tasks.id from public.tasks
        where tasks.done_at is null and tasks.remind_at <= ${now()}
          and tasks.remind_at > ${now()}::timestamptz - ${`${missedDays} days`}::interval
          and not exists (select from private.task_reminders sent where sent.task_id = tasks.id and sent.remind_at = tasks.remind_at)
        order by tasks.remind_at limit ${limit}`;
      return rows.map(({ id }) => id);
    },
    async run(id) {
      await sql.begin(async (within) => {
        const [task] = await within<DueTask[]>`
          select tasks.title, tasks.remind_at, tasks.assignee_id,
            to_char(tasks.due_at at time zone office.time_zone, 'Mon FMDD, HH24:MI') as due, coalesce(contacts.name, accounts.name) as about
          from public.office, public.tasks
          left join public.accounts on accounts.id = tasks.account_id
          left join public.contacts on contacts.id = tasks.contact_id
          where tasks.id = ${id} and tasks.done_at is null and tasks.remind_at <= ${now()} for update of tasks`;
        if (!task) return;
        const [mine] = await within<{ task_id: string }[]>`
          insert into private.task_reminders (task_id, remind_at) values (${id}, ${task.remind_at})
          on conflict do nothing returning task_id`;
        if (!mine) return;
        // A task of no one reminds everybody.
        const people = await within<{ email: string }[]>`
          select users.email from public.staff join auth.users on users.id = staff.user_id
          where staff.active and users.email <> '' and (${task.assignee_id}::uuid is null or staff.user_id = ${task.assignee_id}::uuid)`;
        for (const { email } of people)
          await mail.send(
            taskMail(
              email,
              `Reminder: ${task.title}`,
              "This is due soon:",
              [{ title: task.title, due: task.due ?? "no hour", about: task.about }],
              `${siteUrl}/admin/tasks`,
            ),
            { within },
          );
      });
    },
  };
}
