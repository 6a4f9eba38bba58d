// 2,000 mails leave while the process that sends is killed 200 times with -9, and the SMTP server cuts every 20th of them: nothing
// twice, nothing lost, and what no one can know is listed as uncertain.
import { openPool } from "../../server/platform/database/sql.ts";
import { migrate } from "../../server/platform/database/migrate.ts";
import { setOutboxGate } from "../../server/platform/outbox/hand-over.ts";
import pino from "pino";
import { findings } from "./findings.ts";
import { startOwnPostgres } from "./own-postgres.ts";
import { countingServer, fillOutbox, sendUnderKills } from "../../server/testing/sending-under-kills.ts";

const mails = 2000;
const kills = 200;
const { expectThat, note, finish } = findings(
  "outbox",
  `${mails} mails leave through an SMTP server that cuts every 20th before, amid or after its final dot, while the process that sends is killed with -9 at ${kills} random moments.`,
);
const postgres = await startOwnPostgres();
const connection = { connectionString: postgres.url };
const sql = openPool({ ...connection, max: 2 });
const server = await countingServer(20);
try {
  await migrate(sql, pino({ level: "silent" }));
  await setOutboxGate(sql, { isOpen: true, mailHost: "guidevane.example" });
  await fillOutbox(sql, mails);
  const started = performance.now();
  const {
    sent,
    uncertain,
    other,
    twice,
    lost,
    untrue,
    kills: killed,
  } = await sendUnderKills(sql, connection, server, {
    kills,
    maxMilliseconds: 250,
  });
  note(
    `${killed} kills in ${((performance.now() - started) / 1000).toFixed(0)} s; ${server.taken.size} mails arrived, ${sent} sent, ${uncertain} uncertain (${server.silent.size} of them cut after the dot by the server), ${other} otherwise`,
  );
  expectThat("no mail arrived twice", twice === 0);
  expectThat("no mail is lost: what did not arrive is listed as uncertain", lost === 0);
  expectThat("what is listed as sent did arrive", untrue === 0);
  expectThat("every mail is sent or uncertain", sent + uncertain === mails);
  expectThat("at most what one process holds at once is uncertain for each kill", uncertain <= kills * 10 + mails / 20);
} finally {
  await sql.end({ timeout: 1 });
  await postgres.stop();
  await server.close();
}
finish();
