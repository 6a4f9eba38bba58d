// Cash for `npm run demo`: what the accountant has taken is closed; one quarter was opened once more for a receipt that came late.
import type { Sql } from "../../server/platform/database/sql.ts";

export const fillWithCash = (sql: Sql) => sql`
  insert into public.closed_periods (starts_on, ends_on, closed_by, closed_at, reopened_by, reopened_at, why)
  select first.day, (first.day + interval '3 months')::date - 1, someone.user_id, first.day + interval '101 days 9 hours' + interval '1 day' * again, case again when 0 then someone.user_id end,
    case again when 0 then first.day + interval '101 days 15 hours' end, case again when 0 then 'A receipt of the hotel came late' end
  from (select (date_trunc('quarter', public.office_today()) - interval '6 months')::date as day) as first,
    (select user_id from public.staff order by name limit 1) as someone, generate_series(0, 1) as again`;
