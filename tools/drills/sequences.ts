// Fifty times kill -9 for the runner that plans the steps of 200 people: each step ends with exactly one row in the outbox.
import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import pino from "pino";
import { migrate } from "../../server/platform/database/migrate.ts";
import { openPool } from "../../server/platform/database/sql.ts";
import { sequencesForTests } from "../../server/testing/sequences-for-tests.ts";
import { findings } from "./findings.ts";
import { startOwnPostgres } from "./own-postgres.ts";

const kills = 50;
const people = 200;
const steps = 5;
const { expectThat, note, finish } = findings(
  "sequences",
  `The process that plans ${steps} steps of ${people} people is killed with -9 ${kills} times, at random moments, and started again.`,
);

const postgres = await startOwnPostgres();
const sql = openPool({ connectionString: postgres.url, max: 2 });
const running: { runner?: ChildProcess } = {};
const start = () => {
  const runner = spawn(process.execPath, ["server/testing/planning-process.ts", postgres.url], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  running.runner = runner;
  return new Promise<void>((resolve) => runner.stdout.once("data", () => resolve()));
};
const kill = async () => {
  const gone = new Promise((resolve) => running.runner?.once("exit", resolve));
  running.runner?.kill("SIGKILL");
  await gone;
};
try {
  await migrate(sql, pino({ level: "error" }));
  const desk = await sequencesForTests(sql);
  // Every step is due as soon as the one before is done: a planner that repeats itself has every chance to.
  const sequence = await desk.addSequence(
    [desk.mailStep(), ...Array.from({ length: steps - 1 }, () => desk.taskStep())],
    { weekdays: [1, 2, 3, 4, 5, 6, 7], window_start: "00:00", window_end: "23:59", daily_cap: 10_000 },
  );
  const contacts: string[] = [];
  for (let person = 0; person < people; person += 1) contacts.push((await desk.addContact()).id);
  await desk.enrol(sequence, contacts);
  await sql`update public.enrolments set next_at = now() - interval '1 minute'`;
  const left = async () =>
    (await sql<{ left: number }[]>`select count(*)::int as left from public.enrolments where state = 'active'`)[0]!
      .left;
  let done = 0;
  for (; done < kills; done += 1) {
    await start();
    await sleep(Math.random() * 120);
    await kill();
  }
  const before = await left();
  await start();
  for (let turn = 0; turn < 600 && (await left()) > 0; turn += 1) await sleep(200);
  await kill();
  const [counted] = await sql<{ runs: number; mails: number; tasks: number; doubles: number; open: number }[]>`
    select (select count(*)::int from public.step_runs) as runs,
      (select count(*)::int from public.outbox where origin_kind = 'sequence_step') as mails,
      (select count(*)::int from public.tasks where source = 'sequence') as tasks,
      (select count(*)::int from (select from public.outbox where origin_kind = 'sequence_step' group by origin_id having count(*) > 1) as twice) as doubles,
      (select count(*)::int from public.enrolments where state <> 'finished') as open`;
  note(
    `${done} kills; ${before} of ${people} people were still under way after the last of them; ${counted?.mails} mails and ${counted?.tasks} tasks were written`,
  );
  expectThat("every step of every person ran once", counted?.runs === people * steps && counted.open === 0);
  expectThat("each mail step has exactly one row in the outbox", counted?.mails === people && counted.doubles === 0);
  expectThat("each task step made one task", counted?.tasks === people * (steps - 1));
} finally {
  running.runner?.kill("SIGKILL");
  await sql.end({ timeout: 1 });
  await postgres.stop();
}
finish();
