// Fifty times kill -9 for the server that plans the steps of 300 people and sends their mails, while a third of the people are taken
// out at random moments: every step is made once, every mail arrives once, and nothing leaves after a stop.
import { setTimeout as sleep } from "node:timers/promises";
import pino from "pino";
import { migrate } from "../../server/platform/database/migrate.ts";
import { openPool } from "../../server/platform/database/sql.ts";
import { setOutboxGate } from "../../server/platform/outbox/hand-over.ts";
import { countingServer } from "../../server/testing/sending-under-kills.ts";
import { sequencesForTests } from "../../server/testing/sequences-for-tests.ts";
import { findings } from "./findings.ts";
import { startOwnPostgres } from "./own-postgres.ts";
import { outreachServer } from "./outreach-server.ts";
import { countSteps, passDay, type Stop, stopOne } from "./stopped-people.ts";

const kills = 50;
const people = 300;
const toStop = 100;
const steps = ["mail", "task", "mail", "task", "mail"] as const;
const maxMilliseconds = 800;
const { expectThat, note, finish } = findings(
  "sequences",
  `The server that plans ${steps.length} steps (${steps.join(", ")}) of ${people} people and sends their mails is killed with -9 ${kills} times, at random moments, and started again. Meanwhile ${toStop} people reply, unsubscribe or are stopped by hand. A day passes between two kills.`,
);

const postgres = await startOwnPostgres();
const sql = openPool({ connectionString: postgres.url, max: 4 });
const mailbox = await countingServer(Infinity);
const server = outreachServer(postgres.url, mailbox.url);
try {
  await migrate(sql, pino({ level: "error" }));
  await setOutboxGate(sql, { isOpen: true, mailHost: "guidevane.example" });
  const setup = await sequencesForTests(sql);
  setup.setClock(new Date());
  // Every step is due as soon as the one before is done: a planner that repeats itself has every chance to.
  const sequence = await setup.addSequence(
    steps.map((kind) => (kind === "mail" ? setup.mailStep() : setup.taskStep())),
    { weekdays: [1, 2, 3, 4, 5, 6, 7], window_start: "00:00", window_end: "23:59", daily_cap: 10_000 },
  );
  const contacts: string[] = [];
  for (let person = 0; person < people; person += 1) contacts.push((await setup.addContact()).id);
  await setup.enrol(sequence, contacts);
  await passDay(sql);
  const active = async () =>
    (await sql<{ count: number }[]>`select count(*)::int as count from public.enrolments where state = 'active'`)[0]!
      .count;

  const stops: Stop[] = [];
  for (let killed = 0; killed < kills; killed += 1) {
    await server.start();
    const stopping = (async () => {
      for (let stopped = 0; stopped < toStop / kills; stopped += 1) {
        await sleep((Math.random() * maxMilliseconds * kills) / toStop);
        const stop = await stopOne(sql, setup);
        if (stop) stops.push(stop);
      }
    })();
    await sleep(Math.random() * maxMilliseconds);
    await server.kill();
    await stopping;
    await passDay(sql);
  }
  const left = await active();
  await server.start();
  for (let turn = 0; turn < 600 && (await active()) > 0; turn += 1) {
    await sleep(100);
    await passDay(sql);
  }
  await server.kill();

  const counted = await countSteps(sql, stops, mailbox, steps.length);
  const whole = people - stops.length;
  note(
    `${kills} kills and ${stops.length} stops, ${counted.amid} of them while a mail of that person was written or on its way; ${left} of ${people} people were still under way after the last kill`,
  );
  note(
    `${counted.runs} steps were made: ${counted.mails} mails and ${counted.tasks} tasks; ${mailbox.taken.size} mails arrived, ${counted.uncertain} are uncertain, ${counted.cancelled} were cancelled by a stop`,
  );
  note(`${counted.leftBefore} mails of stopped people were being handed over when the stop came, and are marked so`);
  expectThat(
    `all ${whole} people who were not stopped have each of their ${steps.length} steps exactly once (${counted.whole} of ${whole})`,
    counted.whole === whole,
  );
  expectThat(`no step was made twice (${counted.doubles} of ${counted.runs})`, counted.doubles === 0);
  expectThat(
    `every mail and task belongs to a step, and every step has one (${counted.strays} without)`,
    counted.strays === 0,
  );
  expectThat(`no mail arrived twice (${counted.twice} of ${mailbox.taken.size})`, counted.twice === 0);
  expectThat(`every mail that is listed as sent arrived (${counted.untrue} did not)`, counted.untrue === 0);
  expectThat(`no mail began to leave after a stop (${counted.sentAfter} of ${stops.length})`, counted.sentAfter === 0);
  expectThat(`no step was made after a stop (${counted.madeAfter} of ${stops.length})`, counted.madeAfter === 0);
  expectThat(`nobody is left under way (${counted.open})`, counted.open === 0);
  expectThat(
    `stops met mails on their way (${counted.amid} of ${stops.length}): else nothing is proved`,
    counted.amid > toStop / 4,
  );
} finally {
  await server.kill();
  await sql.end({ timeout: 1 });
  await postgres.stop();
  await mailbox.close();
}
finish();
