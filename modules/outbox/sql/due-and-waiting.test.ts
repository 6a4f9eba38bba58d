import { expect, test } from "vitest";
import { sequencesForTests } from "#server/testing/sequences-for-tests.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { dueWords } from "../message.ts";

const { sql } = await testDatabase();
const setup = await sequencesForTests(sql);

const summary = async () => {
  const [row] = await setup.asNoor(
    (tx) => tx<{ found: { due: number; steps_due: number } }[]>`select public.outbox_summary() as found`,
  );
  return row!.found;
};
const addMail = (key: string, state: string, leavesIn: string) => sql`
  insert into public.outbox (class, dedupe_key, origin_kind, to_address, subject, body_text, state, not_before)
  values ('transactional', ${key}, 'test', ${`${key}@host.example`}, 'Mail', 'Text', ${state}, now() + ${leavesIn}::interval)`;

test("outbox 20: messages and steps of sequences that are due and not taken up are counted, and nothing else", async () => {
  expect(await summary()).toMatchObject({ due: 0, steps_due: 0 });
  await addMail("due", "queued", "-1 minute");
  await addMail("later", "queued", "1 hour");
  await addMail("held", "held", "-1 minute");
  // Enrolled a week ago, when the planner did not run.
  setup.setClock(new Date(Date.now() - 7 * 86_400_000));
  const sequence = await setup.addSequence([setup.mailStep()]);
  await setup.enrolOne(sequence, (await setup.addContact()).id);
  expect(await summary()).toMatchObject({ due: 1, steps_due: 1 });
  expect(dueWords(await summary())).toBe("Due and waiting: 1 message, 1 step of sequences.");
});
