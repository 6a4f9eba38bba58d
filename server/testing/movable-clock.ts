// private.now() of the databases of tests: what `tests.now` says, else the time. It replaces the function in the template that
// they are copied from, so that no setting moves the clock of an installation (docs/decisions/430-one-clock-to-read.md).
import type { Sql } from "#server/platform/database/sql.ts";

export const movableClock = (sql: Sql) => sql`
  create or replace function private.now() returns timestamptz
  language sql stable
  as $$
    select coalesce(nullif(current_setting('tests.now', true), '')::timestamptz, pg_catalog.now())
  $$`;
