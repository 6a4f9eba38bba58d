// Two servers on one PostgreSQL send mail through a real SMTP server while they are killed with -9 in turn: no mail twice,
// none lost, what had not begun to leave begins again within a minute, and what may have left is told as uncertain once its lease
// of a minute is over.
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { SMTPServer } from "smtp-server";
import { type RunningServer, startServer } from "../../e2e/start-server.ts";
import { openPool } from "../../server/platform/database/sql.ts";
import { findings } from "./findings.ts";
import { startOwnPostgres } from "./own-postgres.ts";

const mails = 400;
const kills = 6;
const { expectThat, note, finish } = findings(
  "jobs",
  `Two servers on one PostgreSQL send ${mails} mails by SMTP; ${kills} times one of them is killed with -9 amid it and started again.`,
);

const received = new Map<string, number>();
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  onData(stream, _session, done) {
    let text = "";
    stream.on("data", (piece: Buffer) => (text += piece.toString()));
    stream.on("end", () => {
      const id = /^message-id: (.*)$/im.exec(text)?.[1] ?? "";
      received.set(id, (received.get(id) ?? 0) + 1);
      // Slow enough that a kill meets mails at every stage.
      setTimeout(done, 15);
    });
  },
});
smtp.on("error", () => {});
await new Promise<void>((resolve) => smtp.listen(0, "127.0.0.1", resolve));
const smtpPort = (smtp.server.address() as AddressInfo).port;

const postgres = await startOwnPostgres();
const sql = openPool({ connectionString: postgres.url, max: 2 });
const settings = { DATABASE_URL: postgres.url, SMTP_URL: `smtp://127.0.0.1:${smtpPort}`, LOG_LEVEL: "silent" };
const servers: RunningServer[] = [await startServer(settings), await startServer(settings)];
const states = async () => {
  const rows = await sql<{ state: string; count: number }[]>`
    select state, count(*)::int as count from public.outbox group by state`;
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
};
const unfinished = async () => {
  const { queued = 0, sending = 0 } = await states();
  return queued + sending;
};
try {
  await sql`
    insert into public.outbox (class, state, dedupe_key, origin_kind, to_address, subject, body_text, secret, expires_at)
    select 'system', 'queued', 'fault-test:' || n, 'system', 'person' || n || '@example.com', 'Mail ' || n, '', '{"text": "Text", "html": "<p>Text</p>"}',
      now() + interval '1 hour'
    from generate_series(1, ${mails}::int) n`;
  const slowest = { claimed: 0, handing_over: 0 };
  const met = { claimed: 0, handing_over: 0 };
  for (let round = 0; round < kills && (await unfinished()) > 0; round++) {
    await sleep(700);
    const victim = servers[round % 2]!;
    process.kill(victim.pid, "SIGKILL");
    await victim.exited;
    // Whatever it had begun must come to an end by itself, whether or not the killed one is there again.
    const since = performance.now();
    const left = await sql<{ id: string; phase: keyof typeof slowest; lease_by: string; attempts: number }[]>`
      select id, phase, lease_by, attempts from public.outbox where state = 'sending'`;
    servers[round % 2] = await startServer(settings);
    for (const phase of ["claimed", "handing_over"] as const) {
      const rows = left.filter((row) => row.phase === phase);
      // The other server's have gone on by now.
      let leftBehind: number | null = null;
      while (performance.now() - since < 120_000) {
        const [{ waiting } = { waiting: 0 }] = await sql<{ waiting: number }[]>`
          select count(*)::int as waiting from public.outbox
          join unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map((row) => row.lease_by)}::text[], ${rows.map((row) => row.attempts)}::int[])
            as was (id, lease_by, attempts) using (id, lease_by, attempts)
          where state = 'sending' and phase = ${phase}`;
        leftBehind ??= waiting;
        if (waiting === 0) break;
        await sleep(200);
      }
      met[phase] += leftBehind ?? 0;
      if (leftBehind) slowest[phase] = Math.max(slowest[phase], performance.now() - since);
    }
  }
  const deadline = performance.now() + 180_000;
  while ((await unfinished()) > 0 && performance.now() < deadline) await sleep(200);

  const { sent = 0, uncertain = 0, failed = 0 } = await states();
  const twice = [...received.values()].filter((count) => count > 1).length;
  note(
    `${received.size} mails arrived; ${sent} sent, ${uncertain} uncertain, ${failed} failed; the kills met ${met.claimed} claimed, taken up after ${(slowest.claimed / 1000).toFixed(0)} s at most, and ${met.handing_over} being handed over, told after ${(slowest.handing_over / 1000).toFixed(0)} s`,
  );
  expectThat("no mail arrived twice", twice === 0);
  expectThat("every mail has come to an end", sent + uncertain === mails && failed === 0);
  expectThat("what did not arrive is among the uncertain ones", mails - received.size <= uncertain);
  expectThat("work that a killed server had claimed is taken up within 60 s", slowest.claimed < 60_000);
  expectThat(
    "what it was handing over is told within its lease of 60 s and a sweep of 20",
    slowest.handing_over < 85_000,
  );
} finally {
  await Promise.all(servers.map((server) => server.stop()));
  await sql.end({ timeout: 1 });
  await postgres.stop();
  await new Promise<void>((resolve) => smtp.close(resolve));
}
finish();
