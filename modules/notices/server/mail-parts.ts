import { currentTime } from "#domain/clock.ts";
import type { Sql } from "#server/platform/database/sql.ts";
import type { Links } from "#server/platform/links/links.ts";
import type { Mail } from "#server/platform/mail/mail.ts";
import type { Notice } from "../notice.ts";
import { noticeDetail, noticeTitle } from "../notice.ts";

export interface MailParts {
  sql: Sql;
  mail: Mail;
  links: Pick<Links, "issue">;
  siteUrl: string;
  now?: () => Date;
}

export const choicesLink = "notice_choices";
const choicesDays = 60;

/** In every mail: a page that changes what one is told, without signing in. */
export async function linkToChoices(
  { links, siteUrl, now = currentTime }: MailParts,
  user: string,
  within: Parameters<Links["issue"]>[1],
) {
  const expiresAt = new Date(now().getTime() + choicesDays * 86_400_000);
  const { token } = await links.issue({ kind: choicesLink, subjectId: user, expiresAt }, within);
  return { link: `${siteUrl}/n/${token}`, text: "Change what you are mailed" };
}

export const lineOf = (notice: Notice): string =>
  [noticeTitle(notice), noticeDetail(notice)].filter(Boolean).join(": ");
