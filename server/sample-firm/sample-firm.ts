// "Fill with a sample firm": a job, one transaction, with its progress beside it. Every row is noted while it is made
// (server/platform/sql/55-sample-firm.sql), so that removing it touches nothing else.
import { setTimeout as sleep } from "node:timers/promises";
import type { Sql, Statements } from "#server/platform/database/sql.ts";
import type { JobKind } from "#server/platform/jobs/jobs.ts";
import { addCompanies } from "./companies.ts";
import { addDeals } from "./deals.ts";
import { addInquiries } from "./inquiries.ts";
import { addMail } from "./mail.ts";
import { addMeetings } from "./meetings.ts";
import { addPayments } from "./payments.ts";

const companyCount = 14;
const dealCount = 28;

interface Firm {
  owner: string;
  companies: { id: string; name: string }[];
}

/** In the order in which they build on each other; those of modules that are off are left out. */
const parts: readonly { module?: string; add(within: Statements, firm: Firm): Promise<void> }[] = [
  {
    async add(within, firm) {
      await addCompanies(within, companyCount);
      firm.companies = await within<{ id: string; name: string }[]>`
        select id, name from public.accounts where id in (select private.sample_ids('public.accounts')) order by created_at desc, id`;
    },
  },
  {
    module: "deals",
    async add(within, { companies, owner }) {
      // A rate of exchange may not be set yet.
      const [office] = await within<{ currency: string }[]>`select currency from public.office`;
      const currencies = [office!.currency, office!.currency] as const;
      await addDeals(within, { companies, owners: [owner], count: dealCount, currencies });
    },
  },
  { module: "payments", add: addPayments },
  { module: "inquiries", add: addInquiries },
  { module: "mailbox", add: addMail },
  { module: "meetings", add: addMeetings },
];

export async function fillSampleFirm(sql: Sql, signal?: AbortSignal): Promise<void> {
  const [asked] = await sql<{ asked_by: string | null }[]>`select asked_by from private.sample_firm`;
  const [first] = await sql<{ user_id: string }[]>`
    select user_id from public.staff where active order by user_id = ${asked?.asked_by ?? null} desc nulls last, created_at limit 1`;
  if (!first) throw new Error("There is no administrator to own the sample");
  const live = await sql<{ key: string }[]>`select key from public.modules where live`;
  const wanted = parts.filter(({ module }) => module === undefined || live.some(({ key }) => key === module));
  const firm: Firm = { owner: first.user_id, companies: [] };
  await sql`update private.sample_firm set steps = ${wanted.length}, done = 0`;
  await sql.begin(async (within) => {
    await within`select set_config('guidevane.actor', 'Sample firm', true)`;
    // What is made up is no news: no one is told of it, on screen or by mail.
    await within`select set_config('guidevane.is_sample', 'on', true)`;
    await within`select private.note_samples(true)`;
    for (const part of wanted) {
      signal?.throwIfAborted();
      await part.add(within, firm);
      // Outside the transaction, so that the progress is visible.
      await sql`update private.sample_firm set done = done + 1`;
    }
    await within`select private.note_samples(false)`;
  });
}

/** Both take locks on many tables: somebody who writes at that moment may be in the way, and is let through. */
async function againWhenBusy<T>(work: () => PromiseLike<T>, tries = 8): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const isBusy = ["40P01", "40001", "55P03"].includes((error as { code?: string }).code ?? "");
      if (!isBusy || attempt === tries) throw error;
      await sleep(100 * attempt);
    }
  }
}

export const sampleJob = (sql: Sql): JobKind => ({
  name: "sample-firm",
  concurrency: 1,
  wokenBy: { channel: "sample_firm", key: "asked" },
  async findDue() {
    const rows = await sql`select from private.sample_firm where state in ('filling', 'removing')`;
    return rows.length > 0 ? ["asked"] : [];
  },
  async run(_key, signal) {
    // One at a time, also with two servers on one database.
    await sql.begin(async (lock) => {
      const [ours] = await lock<{ ours: boolean }[]>`select pg_try_advisory_xact_lock(3640, 1) as ours`;
      if (!ours?.ours) return;
      const [row] = await sql<{ state: string }[]>`select state from private.sample_firm`;
      try {
        if (row?.state === "filling") {
          await againWhenBusy(() => fillSampleFirm(sql, signal));
          await sql`update private.sample_firm set state = 'filled' where state = 'filling'`;
        } else if (row?.state === "removing") {
          await againWhenBusy(
            () => sql`
              update private.sample_firm set state = 'none', kept = removed.kept
              from (select private.remove_sample() as kept) as removed where state = 'removing'`,
          );
        }
      } catch (error) {
        if (signal.aborted) return;
        await sql`update private.sample_firm set state = 'failed', error = ${error instanceof Error ? error.message : String(error)}`;
        throw error;
      }
    });
  },
});
