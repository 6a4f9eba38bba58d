// What PostgreSQL ended because two transactions were in each other's way is asked again, three times at most.
import { expect, test } from "vitest";
import { restForTests } from "./testing/rest-for-tests.ts";

const { as, database } = await restForTests({}, async ({ sql }) => {
  await sql.unsafe(`
    create sequence public.tries;
    create table public.made (try bigint);
    -- Fails as many times as it is told; what it wrote is gone each time, but the sequence counts on.
    create function public.clash(code text, times int) returns bigint language plpgsql volatile as $$
      declare try bigint := nextval('public.tries');
      begin
        insert into public.made values (try);
        if try <= times then raise exception 'in each other''s way' using errcode = code; end if;
        return try;
      end $$;
    grant execute on function public.clash(text, int) to service_role;
    grant usage on sequence public.tries to service_role;
    grant insert on public.made to service_role`);
});
const api = as({ role: "service_role" });
const clash = async (code: string, times: number) => {
  await database.sql`alter sequence public.tries restart`;
  await database.sql`truncate public.made`;
  const { status, data } = await api.rpc("clash", { code, times });
  const [made] = await database.sql<{ rows: number }[]>`select count(*)::int as rows from public.made`;
  return [status, data as unknown, made!.rows];
};

test.each(["40P01", "40001"])("audit-4 W26: %s is asked again, three times at most, and happens once", async (code) => {
  expect(await clash(code, 0)).toEqual([200, 1, 1]);
  expect(await clash(code, 1)).toEqual([200, 2, 1]);
  expect(await clash(code, 3)).toEqual([200, 4, 1]);
  expect(await clash(code, 4)).toEqual([500, null, 0]);
});

test("any other failure is answered at once", async () => {
  expect(await clash("23514", 1)).toEqual([400, null, 0]);
});
