// The sample firm comes and goes while others work; the rest is in sample-firm.test.ts.
import { expect, test } from "vitest";
import { actAs, addUser, type Who } from "#server/testing/act-as.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { sampleJob } from "./sample-firm.ts";

const { sql } = await testDatabase();
const admin: Who = { role: "authenticated", userId: await addUser(sql, { admin: true }) };
const job = sampleJob(sql);
const work = async () => {
  for (const key of await job.findDue(10)) await job.run(key, new AbortController().signal);
};
const ask = (wanted: boolean) => actAs(sql, admin, (tx) => tx`select public.ask_for_sample(${wanted})`);
const state = async () => (await actAs(sql, admin, (tx) => tx`select * from public.sample_firm()`))[0];
await sql`update public.modules set live = true`;
await sql`insert into public.accounts (name) values ('A real client')`;

test("first-run 4: others write while it is filled in and removed; nothing of theirs is lost or taken for the sample", async () => {
  const stop = new AbortController();
  let written = 0;
  const writer = (async () => {
    while (!stop.signal.aborted) {
      await sql
        .begin(async (within) => {
          const [row] = await within<{ id: string }[]>`
          insert into public.accounts (name, type) values (${`Written ${written}`}, 'Prospect') returning id`;
          await within`insert into public.tasks (title, account_id) values ('Theirs', ${row!.id})`;
        })
        .then(
          () => (written += 1),
          (error: { code?: string }) => {
            if (error.code !== "40P01") throw error;
          },
        );
    }
  })();
  await ask(true);
  await work();
  expect(await state()).toMatchObject({ state: "filled" });
  await ask(false);
  await work();
  stop.abort();
  await writer;
  expect(await state()).toMatchObject({ state: "none", kept: [] });
  expect(written).toBeGreaterThan(0);
  const [left] = await sql`
    select count(*) filter (where name like 'Written %')::int as theirs, count(*)::int as "all" from public.accounts`;
  expect(left).toEqual({ theirs: written, all: written + 1 });
});
