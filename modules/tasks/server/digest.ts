// At eight by the office's clock, on working days: what is overdue and what is for today, to each administrator who has any. The
// row of the day is written whether or not there was something to say, so a task that is added at ten waits for tomorrow's digest.
import { currentTime } from "#domain/clock.ts";
import type { Sql } from "#server/platform/database/sql.ts";
import type { JobKind } from "#server/platform/jobs/jobs.ts";
import type { Mail } from "#server/platform/mail/mail.ts";
import { type ListedTask, taskMail } from "./task-mail.ts";

interface Parts {
  sql: Sql;
  mail: Mail;
  siteUrl: string;
  now?: () => Date;
}

const digestHour = "08:00";
const maxListed = 30;

interface DueTask {
  title: string;
  overdue: boolean;
  day: string;
  hour: string | null;
  about: string | null;
}

export function digestJob({ sql, mail, siteUrl, now = currentTime }: Parts): JobKind {
  return {
    name: "task-digests",
    async findDue(limit) {
      // After closing time it is too late for a morning's mail.
      const rows = await sql<{ key: string }[]>`
        with office as (
          select (${now()}::timestamptz at time zone time_zone) as local, closes_at from public.office
        )
        select local::date::text || ' ' || staff.user_id as key
        from office, public.staff
        -- Notices have a morning's mail that begins with the tasks.
        where staff.active and not private.module_is_live('notices')
          and local::time >= ${digestHour}::time and local::time < greatest(closes_at, ${digestHour}::time + interval '4 hours')
          and private.work_day(local::date, 0) = local::date
          and not exists (select from private.task_digests sent where sent.user_id = staff.user_id and sent.day = local::date)
        order by staff.user_id limit ${limit}`;
      return rows.map(({ key }) => key);
    },
    async run(key) {
      const [day, user] = key.split(" ");
      if (!day || !user) return;
      await sql.begin(async (within) => {
        const tasks = await within<DueTask[]>`
          select tasks.title, (tasks.due_on < ${day}::date or coalesce(tasks.due_at <= ${now()}, false)) as overdue,
            to_char(tasks.due_on, 'Mon FMDD') as day, to_char(tasks.due_at at time zone office.time_zone, 'HH24:MI') as hour,
            coalesce(contacts.name, accounts.name) as about
          from public.office, public.tasks
          left join public.accounts on accounts.id = tasks.account_id
          left join public.contacts on contacts.id = tasks.contact_id
          where tasks.done_at is null and tasks.due_on <= ${day}::date
            and (tasks.assignee_id = ${user}::uuid or tasks.assignee_id is null)
          order by tasks.due_on, tasks.due_at nulls last, tasks.created_at`;
        const [mine] = await within<{ day: string }[]>`
          insert into private.task_digests (user_id, day, tasks) values (${user}::uuid, ${day}::date, ${tasks.length})
          on conflict do nothing returning day`;
        if (!mine || tasks.length === 0) return;
        const [person] = await within<{ email: string }[]>`
          select users.email from public.staff join auth.users on users.id = staff.user_id
          where staff.user_id = ${user}::uuid and staff.active and users.email <> ''`;
        if (!person) return;
        const overdue = tasks.filter((task) => task.overdue).length;
        await mail.send(
          taskMail(
            person.email,
            `Today: ${summary(tasks.length - overdue, overdue)}`,
            `${summary(tasks.length - overdue, overdue)}.${tasks.length > maxListed ? ` The first ${maxListed}:` : ""}`,
            tasks.slice(0, maxListed).map(listed),
            `${siteUrl}/admin/tasks?whose=mine&group=overdue,today`,
          ),
          { within },
        );
      });
    },
  };
}

const summary = (today: number, overdue: number) =>
  [
    ...(today > 0 ? [`${today} ${today === 1 ? "task" : "tasks"} for today`] : []),
    ...(overdue > 0 ? [`${overdue} overdue`] : []),
  ].join(", ");

const listed = ({ title, overdue, day, hour, about }: DueTask): ListedTask => ({
  title,
  due: `${overdue ? `overdue since ${day}` : "today"}${hour ? `, ${hour}` : ""}`,
  about,
});
