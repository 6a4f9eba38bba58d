// When the office opens, on working days: the day's tasks and late answers first, then what is new and was not read. The row of the day is
// written whether or not there was something to say.
import { z } from "zod";
import { currentTime } from "#domain/clock.ts";
import type { JobKind } from "#server/platform/jobs/jobs.ts";
import { listMail } from "#server/platform/mail/list-mail.ts";
import { lineOf, linkToChoices, type MailParts } from "./mail-parts.ts";
import { addressOf, readAs } from "./told-person.ts";

const maxListed = 40;

/** What a module answers to the hook "due today". */
const dueLine = z.object({
  sort: z.enum(["task", "answer"]),
  title: z.string(),
  about: z.string().nullable(),
  late: z.boolean(),
  hour: z.string().nullable(),
});

export function mailOfTheDay(parts: MailParts): JobKind {
  const { sql, mail, siteUrl, now = currentTime } = parts;
  return {
    name: "notice-days",
    async findDue(limit) {
      const rows = await sql<{ key: string }[]>`
        with office as (select (${now()}::timestamptz at time zone time_zone) as local, opens_at, closes_at from public.office)
        select local::date::text || ' ' || staff.user_id as key from office, public.staff
        where staff.active and exists (select from auth.users where users.id = staff.user_id) and private.work_day(local::date, 0) = local::date
          and local::time >= opens_at and local::time < greatest(closes_at, opens_at + interval '4 hours')
          and not exists (select from private.notice_days as sent where sent.user_id = staff.user_id and sent.day = local::date)
        order by staff.user_id limit ${limit}`;
      return rows.map(({ key }) => key);
    },
    async run(key) {
      const [day, user] = key.split(" ");
      if (!day || !user) return;
      await sql.begin(async (within) => {
        const [mine] = await within`
          insert into private.notice_days (user_id, day) values (${user}::uuid, ${day}::date) on conflict do nothing returning day`;
        if (!mine) return;
        const claimed = await within<{ id: number }[]>`
          update public.notices set mailed_at = ${now()}
          where user_id = ${user}::uuid and mail = 'daily' and mailed_at is null and read_at is null returning id`;
        const news = (
          await readAs(
            within,
            user,
            claimed.map(({ id }) => id),
          )
        ).map(lineOf);
        const due = await dueToday(user, day, within);
        const to = await addressOf(within, user);
        const lines = [...due, ...news];
        if (!to || lines.length === 0) return;
        const sum = [
          ...(due.length > 0 ? [`${due.length} to do`] : []),
          ...(news.length > 0 ? [`${news.length} new`] : []),
        ].join(", ");
        await mail.send(
          listMail({
            to,
            subject: `Today: ${sum}`,
            lead: `${sum}.${lines.length > maxListed ? ` The first ${maxListed}:` : ""}`,
            lines: lines.slice(0, maxListed),
            link: `${siteUrl}/admin`,
            open: "Open the dashboard",
            after: await linkToChoices(parts, user, within),
          }),
          { within },
        );
      });
    },
  };

  async function dueToday(user: string, day: string, within: Parameters<typeof addressOf>[0]): Promise<string[]> {
    const rows = await within<{ line: unknown }[]>`
      select answer::jsonb as line from private.call_hooks('due today', ${user}, ${day}) as answer
      where exists (select from private.notice_choice(${user}::uuid) as choice where choice.kind = 'today' and choice.mail = 'daily')`;
    return rows
      .map(({ line }) => dueLine.parse(line))
      .map(({ sort, title, about, late, hour }) => {
        const when = late ? "late" : `today${hour ? `, ${hour}` : ""}`;
        return `${sort === "answer" ? `Answer ${title}` : title} (${when}${about ? `, ${about}` : ""})`;
      });
  }
}
