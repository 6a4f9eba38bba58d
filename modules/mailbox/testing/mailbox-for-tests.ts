// A firm with a mailbox and people it knows, on a database of its own; and one reader, as the server would run it.
import { vi } from "vitest";
import { pino } from "pino";
import type { Sql } from "#server/platform/database/sql.ts";
import { actAs, addUser } from "#server/testing/act-as.ts";
import { createAccessTokens } from "../server/access-tokens.ts";
import { signInTo } from "../server/connecting/sign-in.ts";
import type { MailNetwork } from "../server/imap.ts";
import { createReaders, type Readers } from "../server/reading/readers.ts";
import type { Pace } from "../server/reading/read-mailbox.ts";
import { keepSecret } from "../server/secrets.ts";
import { password, user } from "./mail-server.ts";
import { fastPace, network, sealing } from "./reader-parts.ts";

export async function firm(sql: Sql) {
  await sql`update public.modules set live = true`;
  const [dana, noor, outsider] = await Promise.all([
    addUser(sql, { admin: true }),
    addUser(sql, { admin: true }),
    addUser(sql, { admin: false }),
  ]);
  await sql`update public.staff set name = 'Dana Okafor' where user_id = ${dana}`;
  await sql`update public.staff set name = 'Noor Marchetti' where user_id = ${noor}`;
  const [account] = await sql<
    { id: string }[]
  >`insert into public.accounts (name, type) values ('Norrfall', 'Customer') returning id`;
  const accountId = account!.id;
  const contact = async (name: string, email: string | null, at?: Date) => {
    const [row] = await sql<{ id: string }[]>`
      insert into public.contacts (account_id, name, email, created_at) values (${accountId}, ${name}, ${email}, ${at ?? new Date()}) returning id`;
    return row!.id;
  };
  const ada = await contact("Ada Lind", "ada@norrfall.example");

  async function mailbox(port: number, changes: Record<string, unknown> = {}): Promise<string> {
    const given = {
      address: "dana@guidevane.example",
      kind: "personal",
      owner_id: dana,
      keep: "text",
      colleagues_see: "headers",
      ...changes,
    };
    const [row] = await sql<{ id: string }[]>`
      insert into public.mailboxes (address, kind, owner_id, user_name, imap_host, imap_port, sign_in, keep, colleagues_see, read_since)
      values (${given.address}, ${given.kind}, ${given.owner_id}, ${user}, '127.0.0.1', ${port}, 'password', ${given.keep}, ${given.colleagues_see}, current_date - 90)
      returning id`;
    await keepSecret(sql, sealing, row!.id, { sign_in: "password", password });
    return row!.id;
  }

  const call = <T>(who: string, name: string, given: Record<string, unknown> = {}) =>
    actAs(sql, { role: "authenticated", userId: who }, async (tx) => {
      const list = Object.entries(given);
      const text = `select * from public.${name}(${list.map(([key], place) => `${key} => $${place + 1}`).join(", ")})`;
      return (await tx.unsafe(
        text,
        list.map(([, value]) => value as string),
      )) as unknown as T[];
    });

  return { dana, noor, outsider, ada, accountId, contact, mailbox, call };
}
export type Firm = Awaited<ReturnType<typeof firm>>;

export function readers(
  sql: Sql,
  {
    pace = fastPace,
    net = network,
    hasRoom = async () => true,
  }: { pace?: Pace; net?: MailNetwork; hasRoom?: () => Promise<boolean> } = {},
): Readers {
  const tokens = createAccessTokens(net, (mailbox, secret) => keepSecret(sql, sealing, mailbox, secret));
  return createReaders({
    sql,
    log: pino({ level: process.env.TEST_LOG ?? "silent" }),
    pace,
    connect: (box) => signInTo({ sql, sealing, network: net, tokens, times: pace.imap }, box),
    hasRoom,
  });
}

/** Reads until every folder is level, and stops. */
export async function readOnce(sql: Sql, mailbox: string, options?: Parameters<typeof readers>[1]): Promise<void> {
  const reading = readers(sql, options);
  const before = new Date();
  await sql`update public.mailboxes set next_try_at = null where id = ${mailbox}`;
  await reading.job.run(mailbox, new AbortController().signal);
  try {
    // As long as a mailbox of thousands takes on a busy machine; the test around it ends what hangs.
    const patience = { timeout: 1_200_000, interval: 20 };
    await vi.waitFor(async () => {
      const [row] = await sql<{ state: string; reason: string | null; left: number }[]>`
        select state, reason, (select count(*)::int from private.folders_to_read(mailboxes.id) as folder
          where folder.state <> 'level' or folder.level_at < ${before}) as left from public.mailboxes where id = ${mailbox}`;
      if (row!.state === "waiting" || row!.state === "signed_out") return;
      if (row!.state !== "live" || row!.left > 0)
        throw new Error(`still ${row!.state}, ${row!.left} folders (${row!.reason})`);
    }, patience);
  } finally {
    await reading.stop();
  }
}
