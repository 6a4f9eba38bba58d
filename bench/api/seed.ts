// Fills the CRM: the rows are made inside PostgreSQL, the same on every run.
import type { Sql } from "#server/platform/database/sql.ts";
import { accounts, contacts } from "./scenarios.ts";

export async function seed(sql: Sql): Promise<void> {
  await sql.unsafe(`
    select setseed(0.5);
    insert into public.accounts (name, domain, type, industry, website, notes, created_at)
    select (array['North','Meridian','Harbour','Juniper','Copper','Lantern','Orchard','Quarry'])[1 + i % 8] || ' ' ||
           (array['Ltd','Group','Works','Labs','Partners'])[1 + i % 5] || ' ' || i,
           'company' || i || '.example', (array['Prospect','Customer'])[1 + i % 2],
           (array['Software','Health','Energy','Retail'])[1 + i % 4], 'https://company' || i || '.example',
           case when i % 3 = 0 then repeat('Met at the spring workshop. ', 4) end,
           timestamptz '2024-01-01' + i * interval '1 minute'
    from generate_series(1, ${accounts}) i;
    create temp table account_ids as select row_number() over () as n, id from public.accounts;
    create index on account_ids (n);
    -- Names as varied as people's: a search for one finds some dozens, not a tenth of all.
    create function pg_temp.name_of(n int, parts text[]) returns text language sql immutable as $$
      select initcap(parts[1 + n % 20] || parts[1 + (n / 20) % 20] || parts[1 + (n / 400) % 20])
    $$;
    insert into public.contacts (account_id, name, title, email, phone, role, notes, created_at)
    select a.id,
           pg_temp.name_of((i::bigint * 7919 % 8000)::int, '{an,be,ca,do,el,fi,gu,ha,is,jo,ka,le,mi,no,ol,pe,ra,si,to,ul}') || ' ' ||
           pg_temp.name_of((i::bigint * 104729 % 8000)::int, '{berg,dal,eng,fors,gren,holm,kvist,lund,mark,nord,quist,rad,stad,strom,ter,vall,vik,wick,young,zell}'),
           (array['Director','Engineer','Analyst','Owner'])[1 + i % 4], 'person' || i || '@mail' || i % 50 || '.example',
           '+49 711 ' || lpad(i::text, 6, '0'), (array['Decides','Advises','Uses'])[1 + i % 3],
           case when i % 5 = 0 then repeat('Wants a second call. ', 3) end,
           timestamptz '2024-01-01' + i * interval '10 seconds'
    from generate_series(1, ${contacts}) i join account_ids a on a.n = 1 + i % ${accounts};
    drop table account_ids;`);
  await sql.unsafe("vacuum analyze public.accounts");
  await sql.unsafe("vacuum analyze public.contacts");
  // As autovacuum leaves them within a minute.
  await sql.unsafe("vacuum analyze private.accounts_search");
  await sql.unsafe("vacuum analyze private.contacts_search");
}
