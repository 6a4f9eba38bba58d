// Ctrl+K at full scale: 100,000 contacts, 20,000 deals, 50,000 tasks and thousands of everything else, one question for all of them.
import type { Sql } from "../../server/platform/database/sql.ts";

const budget = 60;

/** Beside the companies and contacts that are there. */
export async function fillOthers(sql: Sql, owner: string): Promise<void> {
  await sql`update public.modules set live = true`;
  const company = sql`(select id from companies where place = 1 + n % 10000)`;
  const companies = sql`companies as materialized (select id, row_number() over (order by id) as place from public.accounts)`;
  await sql`with ${companies} insert into public.deals (name, account_id, owner_id)
    select 'Pilot ' || left(md5(n::text), 6), ${company}, ${owner} from generate_series(1, 20000) n`;
  await sql`with ${companies} insert into public.tasks (title, account_id, assignee_id)
    select 'Call about ' || left(md5(n::text), 6), ${company}, ${owner} from generate_series(1, 50000) n`;
  await sql`insert into public.inquiries (id, kind, state, name, email, message)
    select gen_random_uuid(), 'contact', 'closed', 'Visitor ' || n, 'v' || n || '@host.example', 'About ' || md5(n::text) from generate_series(1, 5000) n`;
  await sql`with ${companies} insert into public.proposals (number, account_id, owner_id, created_by, timezone, currency)
    select 'P-2026-' || n, ${company}, ${owner}, ${owner}, 'UTC', 'USD' from generate_series(1, 5000) n`;
  await sql`insert into public.proposal_versions (proposal_id, no, title, consent_text)
    select id, 1, 'Offer ' || left(md5(number), 6), 'Yes' from public.proposals`;
  await sql`with ${companies} insert into public.payment_requests (number, account_id, title, amount_minor, currency, issued_on, due_on, state)
    select 'R-2026-' || n, ${company}, 'Deposit ' || left(md5(n::text), 6), 100, 'USD', '2026-11-01', '2026-11-15', 'open' from generate_series(1, 5000) n`;
  await sql`insert into public.folders (name) values ('Bench')`;
  await sql`insert into public.documents (folder_id, title) select (select id from public.folders where name = 'Bench'), 'Plan ' || left(md5(n::text), 6)
    from generate_series(1, 5000) n`;
  await sql`insert into public.mail_templates (key, name, purpose) select 'bench-' || n, 'Letter ' || n, 'outreach' from generate_series(1, 1000) n`;
  await sql`insert into public.sequences (name, timezone) select 'Round ' || n, 'UTC' from generate_series(1, 1000) n`;
  await sql`analyze`;
}

const terms = [
  "a",
  "pi",
  "pia",
  "tarnwick",
  "P-2026-4242",
  "R-2026-77",
  "42424@comp",
  "call about",
  "norrfall c4",
  "company",
  "zzzz",
  "letter 77",
];

/** The 95th of a hundred, by term, and what took longer than it may. */
export async function findEverything(ask: (target: string) => Promise<void>) {
  const rows: [string, string, number][] = [];
  const missed: string[] = [];
  for (const term of terms) {
    const times: number[] = [];
    for (let turn = 0; turn < 100; turn += 1) {
      const started = performance.now();
      await ask(`rpc/find_everything?term=${encodeURIComponent(term)}`);
      times.push(performance.now() - started);
    }
    const slow = times.sort((a, b) => a - b)[94] ?? 0;
    rows.push([`\`${term}\``, slow.toFixed(1), budget]);
    if (slow > budget) missed.push(`Ctrl+K "${term}": ${slow.toFixed(1)} ms, ${budget} allowed`);
  }
  return { rows, missed };
}
