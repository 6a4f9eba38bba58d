// Hands rows of public.outbox to the mail queue, one gate for all of them. In the safe mode nothing passes: rows are held.
// What may have left is never repeated by itself: private.mails decides that, and its word is copied back by a trigger.
import type { Sql, TransactionSql } from "#server/platform/database/sql.ts";
import { escapeHtml } from "#server/platform/safe-text.ts";
import type { JobKind, Jobs } from "../jobs/jobs.ts";
import type { LinkKind, Links } from "../links/links.ts";

interface HandOverParts {
  sql: Sql;
  jobs: Pick<Jobs, "wake">;
  links: Pick<Links, "issue">;
  env: { AUTO_PUBLISH: boolean; SITE_URL: string };
  now?: () => Date;
}

interface WaitingRow {
  id: string;
  origin_id: string | null;
  to_address: string;
  to_key: string;
  subject: string;
  body_text: string;
  body_html: string | null;
  consent_purpose: string | null;
  expires_at: Date;
}

/** Addresses of pages that only the recipient may have: made when a row leaves, and kept nowhere but in the mail. */
const linkTags: Record<string, { kind: LinkKind; path: string; days: number }> = {
  sender_page: { kind: "inquiry", path: "/i/", days: 90 },
  proposal_page: { kind: "proposal", path: "/p/", days: 730 },
  confirm_page: { kind: "consent", path: "/c/", days: 7 },
  payment_page: { kind: "payment", path: "/pay/", days: 365 },
};
/** A loop between two machines ends here. */
const maxPerAddressAnHour = 3;

/** Tells the database whether rows may leave, for functions that write them there. */
export async function setOutboxGate(sql: Sql, isOpen: boolean): Promise<void> {
  await sql`update private.outbox_gate set is_open = ${isOpen} where is_open <> ${isOpen}`;
}

export function handOver({ sql, jobs, links, env, now = () => new Date() }: HandOverParts): JobKind {
  const finish = (within: TransactionSql, id: string, state: string, reason: string) => within`
    update public.outbox set state = ${state}, gate_reason = ${reason},
      finished_at = ${state === "held" ? null : now()} where id = ${id}`;

  /** The first reason against it, or null. */
  async function refusal(within: TransactionSql, row: WaitingRow): Promise<{ state: string; reason: string } | null> {
    if (!env.AUTO_PUBLISH) return { state: "held", reason: "Safe mode: would have sent" };
    if (row.expires_at <= now()) return { state: "expired", reason: "It was not released in time" };
    if (row.consent_purpose) {
      const [consent] = await within<{ state: string | null }[]>`
        select private.consent_of(${row.to_key}, ${row.consent_purpose}) as state`;
      if (consent?.state !== "given") return { state: "suppressed", reason: "There is no consent" };
    }
    const [recent] = await within<{ count: number }[]>`
      select count(*)::int as count from public.outbox
      where to_key = ${row.to_key} and state in ('sending', 'sent') and not_before > ${now()}::timestamptz - interval '1 hour'`;
    if ((recent?.count ?? 0) >= maxPerAddressAnHour)
      return { state: "held", reason: "This address got several messages within the hour" };
    return null;
  }

  async function withLinks(within: TransactionSql, row: WaitingRow) {
    let { body_text: text, body_html: html } = row;
    html ??= `<p>${escapeHtml(text).replaceAll("\n", "<br>")}</p>`;
    for (const [tag, { kind, path, days }] of Object.entries(linkTags)) {
      const mark = `{{${tag}}}`;
      if (row.origin_id === null || !text.includes(mark)) continue;
      const expiresAt = new Date(now().getTime() + days * 86_400_000);
      const { token } = await links.issue({ kind, subjectId: row.origin_id, expiresAt }, within);
      text = text.replaceAll(mark, `${env.SITE_URL}${path}${token}`);
      html = html.replaceAll(mark, `${env.SITE_URL}${path}${token}`);
    }
    return { text, html };
  }

  return {
    name: "outbox",
    concurrency: 5,
    async findDue(limit) {
      await sql`
        update public.outbox set state = 'expired', gate_reason = 'It was not released in time', finished_at = ${now()}
        where state in ('held', 'queued') and expires_at <= ${now()}`;
      if (!env.AUTO_PUBLISH)
        await sql`
          update public.outbox set state = 'held', gate_reason = 'Safe mode: would have sent' where state = 'queued'`;
      const rows = await sql<{ id: string }[]>`
        select id from public.outbox where state = 'queued' and not_before <= ${now()} order by not_before limit ${limit}`;
      return rows.map(({ id }) => id);
    },
    async run(id) {
      await sql.begin(async (within) => {
        const [row] = await within<WaitingRow[]>`
          select id, origin_id, to_address, to_key, subject, body_text, body_html, consent_purpose, expires_at from public.outbox
          where id = ${id} and state = 'queued' and not_before <= ${now()} for update skip locked`;
        if (!row) return;
        const against = await refusal(within, row);
        if (against) return finish(within, id, against.state, against.reason);
        const content = await withLinks(within, row);
        if (/\{\{|\}\}/.test(row.subject + content.text + content.html))
          return finish(within, id, "failed", "A tag was left open");
        // With the row's own id: once here, it is not handed over again.
        await within`
          insert into private.mails (id, recipient, subject, content, due_at, expires_at)
          values (${id}, ${row.to_address}, ${row.subject}, ${JSON.stringify(content)}, ${now()}, ${row.expires_at})`;
        await within`update public.outbox set state = 'sending' where id = ${id}`;
        await jobs.wake("mail", id, within);
      });
    },
  };
}
