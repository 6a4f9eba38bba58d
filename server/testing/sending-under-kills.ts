// Mail leaves through a real SMTP server while the process that sends is killed with -9 at random moments, and while that server
// cuts the connection before, during and after the final dot. It counts what it got.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "#server/platform/database/sql.ts";

const program = path.join(import.meta.dirname, "sending-process.ts");

export interface CountingServer {
  url: string;
  /** Message-ID -> how often its text was taken whole. */
  taken: Map<string, number>;
  /** Message-IDs whose text came whole while the answer did not go out: no one but us knows that they are here. */
  silent: Set<string>;
  close(): Promise<void>;
}

/** SMTP as far as nodemailer speaks it. Every `trouble`th text is cut: before it is read, amid it, after its dot, in turn. */
export async function countingServer(trouble: number): Promise<CountingServer> {
  const taken = new Map<string, number>();
  const silent = new Set<string>();
  let texts = 0;
  const server = createServer((socket) => {
    socket.on("error", () => {});
    serve(socket, () => {
      texts += 1;
      return texts % trouble === 0 ? (["before", "amid", "after"] as const)[(texts / trouble) % 3]! : null;
    });
  });
  function serve(socket: Socket, nextTrouble: () => "before" | "amid" | "after" | null) {
    let text: string | null = null;
    let cut: ReturnType<typeof nextTrouble> = null;
    let line = "";
    socket.write("220 counting\r\n");
    socket.on("data", (chunk) => {
      line += chunk.toString("latin1");
      if (text !== null) {
        text += line;
        line = "";
        if (cut === "amid" && text.length > 100) return void socket.destroy();
        if (!text.endsWith("\r\n.\r\n")) return;
        const id = /^message-id: (.*)$/im.exec(text)?.[1]?.trim() ?? "";
        taken.set(id, (taken.get(id) ?? 0) + 1);
        text = null;
        if (cut === "after") {
          silent.add(id);
          return void socket.destroy();
        }
        // A moment in which a kill meets it.
        setTimeout(() => socket.write("250 taken\r\n"), 2);
        return;
      }
      for (let end = line.indexOf("\r\n"); end >= 0; end = line.indexOf("\r\n")) {
        const said = line.slice(0, end);
        line = line.slice(end + 2);
        if (said === "DATA") {
          cut = nextTrouble();
          if (cut === "before") return void socket.destroy();
          text = "";
          socket.write("354 go on\r\n");
        } else if (said === "QUIT") socket.end("221 bye\r\n");
        else socket.write("250 fine\r\n");
      }
    });
  }
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}/?ignoreTLS=true`,
    taken,
    silent,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

export const fillOutbox = (sql: Sql, mails: number) => sql`
  insert into public.outbox (class, dedupe_key, origin_kind, to_address, subject, body_text, state)
  select 'transactional', 'fault-test:' || n, 'fault-test', 'person' || n || '@host' || n % 500 || '.example', 'Mail ' || n, 'Text', 'queued'
  from generate_series(1, ${mails}::int) as n`;

export interface Outcome {
  kills: number;
  sent: number;
  uncertain: number;
  other: number;
  twice: number;
  /** Neither taken by the server nor listed as uncertain. */
  lost: number;
  /** Listed as sent, but the server never had it. */
  untrue: number;
}

/** Kills the sender `kills` times, each after a random moment, and lets the last one finish. */
export async function sendUnderKills(
  sql: Sql,
  connection: object,
  server: CountingServer,
  { kills, maxMilliseconds }: { kills: number; maxMilliseconds: number },
): Promise<Outcome> {
  const start = async (): Promise<ChildProcess> => {
    const child = spawn(process.execPath, [program, JSON.stringify(connection), server.url], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await Promise.race([once(child.stdout!, "data"), once(child, "exit")]);
    return child;
  };
  const counted = async () => {
    const rows = await sql<{ state: string; count: number }[]>`
      select state, count(*)::int as count from public.outbox where origin_kind = 'fault-test' group by state`;
    return Object.fromEntries(rows.map(({ state, count }) => [state, count])) as Record<string, number>;
  };
  // What a dead one left is taken up when its lease ends: half a minute, a minute. The fault test does not wait for it each time.
  const endLeases = () => sql`select private.sweep_outbox(true, now() + interval '2 minutes')`;

  let killed = 0;
  while (killed < kills) {
    const child = await start();
    await sleep(Math.random() * maxMilliseconds);
    child.kill("SIGKILL");
    await once(child, "exit");
    killed += 1;
    await endLeases();
  }
  const last = await start();
  for (;;) {
    const { queued = 0, sending = 0 } = await counted();
    if (queued + sending === 0) break;
    // Passing failures wait a minute and more; here they are due at once.
    await sql`update public.outbox set not_before = now() where state = 'queued' and not_before > now()`;
    await sleep(50);
  }
  last.kill("SIGKILL");
  await once(last, "exit");

  const rows = await sql<{ message_id: string; state: string }[]>`
    select message_id, state from public.outbox where origin_kind = 'fault-test'`;
  const had = ({ message_id }: { message_id: string }) => server.taken.has(message_id);
  return {
    kills: killed,
    sent: rows.filter(({ state }) => state === "sent").length,
    uncertain: rows.filter(({ state }) => state === "uncertain").length,
    other: rows.filter(({ state }) => state !== "sent" && state !== "uncertain").length,
    twice: [...server.taken.values()].filter((times) => times > 1).length,
    lost: rows.filter((row) => !had(row) && row.state !== "uncertain").length,
    untrue: rows.filter((row) => !had(row) && row.state === "sent").length,
  };
}
