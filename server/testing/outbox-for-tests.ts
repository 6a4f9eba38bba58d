// The gate of the outbox with a provider that keeps what it is given, and a clock that the test moves.
import { randomUUID } from "node:crypto";
import { loadModuleMails } from "../module-servers.ts";
import type { Sql } from "../platform/database/sql.ts";
import { createLinks, type Links } from "../platform/links/links.ts";
import { composeMails } from "../platform/outbox/compose.ts";
import { createGate, type Gate, type GateParts, setOutboxGate } from "../platform/outbox/hand-over.ts";
import type { Outgoing, Provider } from "../platform/outbox/outgoing.ts";
import { FileMissing } from "../platform/storage/file-place.ts";

export interface TestGate extends Gate {
  /** What the provider got, oldest first. */
  sent: Outgoing[];
  /** What the workers do with everything that is due. */
  sweep(): Promise<void>;
  ahead(seconds: number): void;
  now(): Date;
}

interface Options {
  links?: Pick<Links, "issue">;
  isOpen?: boolean;
  deliver?: Provider["deliver"];
  provider?: Partial<Provider>;
  env?: Partial<GateParts["env"]>;
  providers?: GateParts["providers"];
  mailboxes?: NonNullable<GateParts["mailboxes"]>;
  storage?: GateParts["storage"];
  mails?: GateParts["mails"];
}

/** Every module's. */
export const allMails = await loadModuleMails();

/** What the server does right after a commit. */
export const composeAll = (sql: Sql) => composeMails(sql, allMails);

/** A place without files. */
export const noFiles: GateParts["storage"] = { read: (id) => Promise.reject(new FileMissing(id)) };

/** An empty outbox that is open, with its usual limits and no address stopped. */
export async function openOutbox(sql: Sql): Promise<void> {
  await sql`delete from public.outbox`;
  await sql`delete from public.suppressions`;
  await sql`delete from private.suppression_facts`;
  await sql`update private.outbox_gate set paused_at = null, per_address_a_day = 1, per_host_a_day = 20, in_all_a_day = 200`;
  await sql`update public.modules set live = true where key = 'outbox'`;
  await setOutboxGate(sql, {
    isOpen: true,
    identities: ["Guidevane <hello@guidevane.example>"],
    mailHost: "guidevane.example",
  });
}

export function testGate(
  sql: Sql,
  {
    links = createLinks(sql),
    isOpen = true,
    deliver,
    provider,
    env,
    providers,
    mailboxes,
    storage = noFiles,
    mails = allMails,
  }: Options = {},
): TestGate {
  const sent: Outgoing[] = [];
  let ahead = 0;
  // A row's own moment has microseconds: a millisecond later it is due for sure.
  const now = () => new Date(Date.now() + 1 + ahead);
  const mail: Provider = {
    name: "smtp",
    deliver: async (message) => {
      const said = await deliver?.(message);
      sent.push(message);
      return said;
    },
    ...provider,
  };
  const gate = createGate({
    sql,
    links,
    env: { AUTO_PUBLISH: isOpen, SITE_URL: "https://guidevane.test", ...env },
    providers: providers ?? { email: mail, calendar: mail },
    ...(mailboxes && { mailboxes }),
    storage,
    mails,
    now,
  });
  return {
    ...gate,
    sent,
    now,
    ahead: (seconds) => void (ahead += seconds * 1000),
    async sweep() {
      for (const key of await gate.job.findDue(100)) await gate.job.run(key, new AbortController().signal);
    },
  };
}

/** Writes a message as a module does; gives its id. */
export async function putMessage(sql: Sql, changed: Record<string, unknown> = {}): Promise<string> {
  const message = {
    class: "transactional",
    dedupe_key: randomUUID(),
    origin_kind: "trial",
    origin_id: randomUUID(),
    to_address: `${randomUUID()}@norrfall.example`,
    subject: "Hello",
    body_text: "Text",
    ...changed,
  };
  const [row] = await sql<{ id: string }[]>`select private.put_in_outbox(${JSON.stringify(message)}::jsonb) as id`;
  return row!.id;
}

export interface MessageRow {
  state: string;
  phase: string | null;
  gate_code: string | null;
  gate_detail: string | null;
  error_code: string | null;
  mail_data: unknown;
  subject: string;
  body_text: string;
  to_address: string;
  attempts: number;
  not_before: Date;
  expires_at: Date;
  message_id: string;
  provider_id: string | null;
  delivered_at: Date | null;
}
export const findMessage = async (sql: Sql, id: string): Promise<MessageRow> =>
  (await sql<MessageRow[]>`select * from public.outbox where id = ${id}`)[0]!;
