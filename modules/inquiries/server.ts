// Public forms, the sender's own page, consents, and the work that waits.
import { setTimeout } from "node:timers/promises";
import { currentTime } from "#domain/clock.ts";
import type { Sql } from "#server/platform/database/sql.ts";
import type { JobKind } from "#server/platform/jobs/jobs.ts";
import type { ModuleServer } from "#server/platform/module-server.ts";
import { consentPage } from "./server/consent-page.ts";
import { type FormParts, formRoutes } from "./server/form-routes.ts";
import { ownHosts } from "#server/platform/forms/sender.ts";
import { senderPage } from "./server/sender-page.ts";
import { sendTestInquiry } from "./server/test-inquiry.ts";

const spamDays = 30;

/** Spam goes 30 days after a person marked it, words and all. A quarantined message stays until a person has decided about it. */
const purge = (sql: Sql, now: () => Date): JobKind => {
  const before = () => new Date(now().getTime() - spamDays * 86_400_000);
  return {
    name: "inquiries-purge",
    concurrency: 1,
    async findDue() {
      const [due] = await sql`
        select from public.inquiries where state = 'spam' and updated_at < ${before()} limit 1`;
      return due ? ["spam"] : [];
    },
    async run() {
      await sql`select private.purge_inquiries(${before()})`;
    },
  };
};

export const serverWith = ({
  now = currentTime,
  pause = (milliseconds) => setTimeout(milliseconds),
}: Partial<Pick<FormParts, "now" | "pause">> = {}): ModuleServer => ({
  open({ sql, env, jobs }, { admin, open, tokenPage }) {
    const own = ownHosts(env.SITE_URL, env.MAIL_FROM);
    open.mount("/api/inquiries", formRoutes({ sql, own, now, pause }));
    tokenPage("/i", senderPage(sql));
    tokenPage("/c", consentPage(sql));
    admin.route("POST", "/test", { may: ["inquiries edit"], takes: "nothing" }, async (c) =>
      c.json(await sendTestInquiry(sql, own, now)),
    );
    jobs.add(purge(sql, now));
  },
});

export const server: ModuleServer = serverWith();
