// Reading while servers are killed. What `npm test -- all` adds.
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { testDatabase } from "#server/testing/test-database.ts";
import { mail, startMailServer } from "./testing/mail-server.ts";
import { firm } from "./testing/mailbox-for-tests.ts";

const { sql, connection } = await testDatabase();
const server = await startMailServer();
afterAll(() => server.close());
const program = path.join(import.meta.dirname, "testing/reading-process.ts");

/** The same every time. */
function randomFrom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return Math.floor((state / 4_294_967_296) * below);
  };
}

test(
  "mailbox 3: of 5,000 mails each is filed once, with its evidence, though the reader is killed 50 times",
  { timeout: 3_600_000 },
  async () => {
    const us = await firm(sql);
    await sql`create table public.evidence (mail_id uuid)`;
    await sql`create function public.hear_filed(facts jsonb) returns void language sql as 'insert into public.evidence values ((facts ->> ''mail_id'')::uuid)'`;
    await sql`select private.register_hook('mail filed', 'public.hear_filed(jsonb)')`;
    const people = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        us.contact(`Person ${n}`, `person${n}@many.example`).then(() => `person${n}@many.example`),
      ),
    );
    const hour = 3600 * 1000;
    for (let n = 0; n < 5000; n += 1) {
      const at = new Date(Date.now() - (5000 - n) * 60_000 - hour);
      server.append(
        n % 10 === 0 ? "Sent" : "INBOX",
        n % 10 === 0
          ? mail({ from: "dana@guidevane.example", to: people[n % 20]!, subject: `Mail ${n}`, date: at })
          : mail({ from: people[n % 20]!, to: "dana@guidevane.example", subject: `Mail ${n}`, date: at }),
        at,
      );
    }
    const box = await us.mailbox(server.port);
    const below = randomFrom(20_261_118);
    const filed = async () => (await sql<{ n: number }[]>`select count(*)::int as n from public.mails`)[0]!.n;

    /** The next one is waiting already: half a minute passes in the database alone. */
    const endLease = () => sql`update public.mailboxes set lease_until = clock_timestamp() where id = ${box}`;
    // On a busy machine the start of a process alone can take half a minute.
    const patient = { timeout: 600_000, interval: 5 };

    let kills = 0;
    let amid = 0;
    for (; kills < 50; kills += 1) {
      const child = spawn(process.execPath, [program, JSON.stringify(connection)], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      await once(child.stdout, "data");
      const before = await filed();
      await endLease();
      // Ends at a random moment after something happened, or before anything did.
      const wanted = before + below(120);
      await vi.waitFor(async () => expect((await filed()) >= Math.min(wanted, 5000)).toBe(true), patient);
      await new Promise((resolve) => setTimeout(resolve, below(40)));
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
      if ((await filed()) < 5000) amid += 1;
    }
    const last = spawn(process.execPath, [program, JSON.stringify(connection)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(last.stdout, "data");
    await endLease();
    // What is left may be much, on a busy machine.
    await vi.waitFor(
      async () => expect(await sql`select state from public.mailboxes where id = ${box}`).toEqual([{ state: "live" }]),
      { timeout: 900_000, interval: 200 },
    );
    const ended = once(last, "exit");
    last.kill("SIGKILL");
    await ended;

    expect(amid).toBeGreaterThan(40);
    expect(await filed()).toBe(5000);
    expect(await sql`select count(*)::int as all, count(distinct mail_id)::int as once from public.evidence`).toEqual([
      { all: 5000, once: 5000 },
    ]);
    expect(await sql`select count(*)::int as n from public.mail_copies`).toEqual([{ n: 5000 }]);
    expect(await sql`select count(*)::int as n from public.mail_heads`).toEqual([{ n: 5000 }]);
    expect(await sql`select from public.mail_trouble`).toEqual([]);
    // One entry for each person, however often the reading began.
    expect(
      await sql`select count(*)::int as n, sum((changes ->> 'mails')::int)::int as mails from public.events where kind = 'mails read'`,
    ).toEqual([{ n: 20, mails: 5000 }]);
  },
);
