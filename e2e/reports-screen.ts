// What tests of reports make and look at.
import type { Page } from "playwright-core";
import { asAdmin, type Person } from "./people.ts";
import type { RunningServer } from "./start-server.ts";
import { inDatabase, officeIn, switchOn } from "./task-screen.ts";

export const modules = ["deals", "inquiries", "reports"] as const;

/** Twelve deals of this and last month, in every stage; two are in euros, one has no amount. */
export async function start(page: Page, server: RunningServer, { deals = true } = {}): Promise<Person> {
  await inDatabase(server, async (sql) => {
    await sql`truncate public.deals, public.inquiries, public.tasks, public.notes cascade`;
    await sql`update public.currencies set rate = 1.5 where code = 'EUR'`;
  });
  await switchOn(server, ...modules);
  await officeIn(server, "UTC");
  const me = await asAdmin(page, server);
  if (deals)
    await inDatabase(server, async (sql) => {
      const [company] = await sql<
        { id: string }[]
      >`insert into public.accounts (name) values ('Norrfall') returning id`;
      await sql`
        insert into public.deals (name, account_id, stage_id, amount_minor, currency, expected_close, owner_id, service_line, created_at,
          close_reason_id, close_note, closed_on)
        select 'Deal ' || n, ${company!.id}, stages.id, case when n = 4 then null else n * 100000 end, case when n % 6 = 0 then 'EUR' else 'USD' end,
          case when stages.kind = 'open' then public.office_today() + n end, ${me.id}, (array['RLCT', 'Publisher', 'Workshops'])[1 + n % 3],
          now() - interval '45 days',
          case when stages.kind = 'lost' then (select id from public.close_reasons where name = 'Price') end, null,
          case when stages.kind <> 'open' then public.office_today() end
        from generate_series(1, 12) as n
        join public.deal_stages as stages on stages.sort = case when n <= 4 then n when n <= 9 then 5 when n <= 11 then 6 else 1 end`;
    });
  return me;
}

export const report = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

export const rows = (page: Page, name: string) => page.getByRole("dialog", { name, exact: true });

export const summary = (page: Page, name: string) => report(page, name).locator("[data-summary]").textContent();
