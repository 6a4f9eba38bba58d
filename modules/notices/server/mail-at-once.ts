// Mail at once: two minutes after the act, in one mail for all that came by then, and only of what was not read on screen meanwhile.
import { currentTime } from "#domain/clock.ts";
import { listMail } from "#server/platform/mail/list-mail.ts";
import type { JobKind } from "#server/platform/jobs/jobs.ts";
import { lineOf, linkToChoices, type MailParts } from "./mail-parts.ts";
import { addressOf, readAs } from "./told-person.ts";

const waitSeconds = 120;
const maxListed = 30;

export function mailAtOnce(parts: MailParts): JobKind {
  const { sql, mail, siteUrl, now = currentTime } = parts;
  const due = () => new Date(now().getTime() - waitSeconds * 1000);
  return {
    name: "notice-mails",
    async findDue(limit) {
      const rows = await sql<{ user: string }[]>`
        select user_id::text as user from public.notices
        where mail = 'at_once' and mailed_at is null and read_at is null and at <= ${due()}
        group by 1 order by min(at) limit ${limit}`;
      return rows.map(({ user }) => user);
    },
    async run(user) {
      await sql.begin(async (within) => {
        const claimed = await within<{ id: number }[]>`
          update public.notices set mailed_at = ${now()}
          where user_id = ${user}::uuid and mail = 'at_once' and mailed_at is null and read_at is null and at <= ${due()}
          returning id`;
        const notices = await readAs(
          within,
          user,
          claimed.map(({ id }) => id),
        );
        const to = await addressOf(within, user);
        if (!to || notices.length === 0) return;
        const [first] = notices.map(lineOf);
        const news = `${notices.length} ${notices.length === 1 ? "thing is" : "things are"} new`;
        await mail.send(
          listMail({
            to,
            subject: notices.length === 1 ? first! : `${news} for you`,
            lead: notices.length > maxListed ? `${news} for you. The last ${maxListed}:` : `${news} for you.`,
            lines: notices.slice(0, maxListed).map(lineOf),
            link: `${siteUrl}/admin?notices`,
            open: "Open your notices",
            after: await linkToChoices(parts, user, within),
          }),
          { within },
        );
      });
    },
  };
}
