// Hands rows of public.outbox to providers: the one way out of the house. The gate is private.claim_outbox, in the transaction of the
// claim; that we are about to ask a provider is committed before we do. What may have left is never repeated by itself.
import { randomUUID } from "node:crypto";
import type { GateCode } from "#domain/gate-reasons.ts";
import type { Log } from "#server/http/log.ts";
import type { Sql } from "#server/platform/database/sql.ts";
import type { JobKind } from "../jobs/jobs.ts";
import { handedOver } from "../operations/metrics.ts";
import { traceStep } from "../operations/tracing.ts";
import type { Links } from "../links/links.ts";
import type { Storage } from "../storage/storage.ts";
import { type AttachedFile, findFiles, readFiles } from "./attachments.ts";
import { composeMails } from "./compose.ts";
import { type ClaimedRow, fill, type FillParts, refusalOf } from "./fill.ts";
import type { Mails } from "./mails.ts";
import { MailboxRefused, type Outgoing, PermanentFailure, type Provider, UncertainDelivery } from "./outgoing.ts";
import { type Channel, createMailbox, type Providers } from "./providers.ts";
import { type SendingMailboxes, sentByMailbox } from "./sending-mailboxes.ts";

export interface GateParts {
  sql: Sql;
  links: Pick<Links, "issue">;
  /** AUTO_PUBLISH where it is set: false keeps this process from sending, whatever the others do. Otherwise the switch decides. */
  env: FillParts["env"] & { AUTO_PUBLISH?: boolean | undefined };
  providers: Providers;
  /** Mailboxes whose own mail servers send what is written in them. */
  mailboxes?: Pick<SendingMailboxes, "find">;
  /** The words of mails that were written as kind and facts. */
  mails: Mails;
  log?: Pick<Log, "warn" | "error">;
  /** Where the files are that messages take along. */
  storage: Pick<Storage, "read">;
  /** The database's clock, unless a test brings its own. */
  now?: () => Date;
}

export type Result = "sent" | "failed" | "bounced" | "uncertain" | "again";
/** `state` is what the row became; `error` what the provider threw. */
export interface HandedOver {
  state: string;
  providerId?: string | undefined;
  error?: unknown;
}

export interface Gate {
  job: JobKind;
  /** Takes one row through the gate and hands it over, if it is due. Null when it was not ours to send. */
  send(id: string): Promise<HandedOver | null>;
}

const due = "due";
const asking = "ask:";
const batch = 50;
const atOnce = 10;

export function createGate(parts: GateParts): Gate {
  const { sql, env, providers, mailboxes, mails, log, storage, now } = parts;
  const claimant = randomUUID();
  const at = () => now?.() ?? null;

  function providerOf({ channel, origin_kind: kind, origin_id: id }: ClaimedRow): Provider | undefined {
    if (kind !== sentByMailbox) return providers[channel as Channel];
    const mailbox = id === null ? undefined : mailboxes?.find(id);
    return mailbox && createMailbox(mailbox);
  }

  /** Through the gate, with its tags filled; null when it was refused or is not due. Nothing has left yet. */
  const claim = (id: string) =>
    sql.begin(async (within): Promise<{ provider: Provider; message: Outgoing; files: AttachedFile[] } | null> => {
      const [row] = await within<ClaimedRow[]>`
        select * from private.claim_outbox(${id}, ${claimant}, ${env.AUTO_PUBLISH ?? null}, ${at()})`;
      if (!row?.id) return null;
      const provider = providerOf(row);
      const filled = provider ? await fill(row, parts, within) : null;
      const { files, refused } = await findFiles(row.attachments, within);
      const code: GateCode | null = filled
        ? (refusalOf(row, filled) ?? (refused === null ? null : "files"))
        : "no_provider";
      if (provider && filled && code === null) return { provider, message: filled, files };
      const detail = code === "files" ? refused : null;
      await within`select private.refuse_claimed(${id}, ${claimant}, ${code}, ${detail}, ${at()})`;
      return null;
    });

  /** It stays where it is, for another server that can open them, or until this one can. */
  async function waitsForSecret(id: string): Promise<boolean> {
    const names = providers.lockedBy?.() ?? [];
    if (names.length === 0) return false;
    const [waiting] = await sql`
      with told as (
        update public.outbox set gate_code = 'sealed_setting', gate_detail = ${names.join(", ")}
        where id = ${id} and state = 'queued' and channel in ('email', 'calendar') and origin_kind is distinct from ${sentByMailbox}
          and gate_code is distinct from 'sealed_setting'
      ) select from public.outbox where id = ${id} and channel in ('email', 'calendar') and origin_kind is distinct from ${sentByMailbox}`;
    return waiting !== undefined;
  }

  async function send(id: string): Promise<HandedOver | null> {
    if (await waitsForSecret(id)) return null;
    const claimed = await claim(id);
    if (!claimed) return null;
    const { provider, message, files } = claimed;
    try {
      message.attachments = await readFiles(files, storage);
      await provider.prepare?.(message);
    } catch (error) {
      return end(id, provider, { result: error instanceof PermanentFailure ? "failed" : "again", error });
    }
    const [begun] = await sql<{ begun: boolean }[]>`
      select private.begin_hand_over(${id}, ${claimant}, ${provider.name}, ${at()}) as begun`;
    if (!begun?.begun) return null;
    // From here on it may have left.
    return end(id, provider, await attempt(provider, message));
  }

  async function end(
    id: string,
    provider: Provider,
    { result, error, providerId, refused }: Attempted,
  ): Promise<HandedOver> {
    const reason = error instanceof Error ? error.message : null;
    const outcome = {
      result,
      said: reason,
      provider_id: providerId,
      refused,
      error_code: (error as { code?: string })?.code,
    };
    const [ended] = await sql<{ state: string }[]>`
      select private.end_hand_over(${id}, ${claimant}, ${JSON.stringify(outcome)}::jsonb, ${at()}) as state`;
    const state = ended?.state ?? "gone";
    handedOver.inc({ provider: provider.name, result });
    if (state === "queued")
      log?.warn({ provider: provider.name, reason }, "A message was not accepted; it is tried again.");
    else if (result !== "sent") log?.error({ provider: provider.name, state, reason }, "A message could not be sent.");
    return { state, providerId, error };
  }

  /** Everything that is due, in the order in which it became due, ten at a time. */
  async function sendDue(signal: AbortSignal): Promise<void> {
    let after = { not_before: new Date(0), id: "00000000-0000-0000-0000-000000000000" };
    while (!signal.aborted) {
      const rows = await sql<{ id: string; not_before: Date }[]>`
        select id, not_before from private.due_outbox(${after.not_before}, ${after.id}, ${batch}, ${at()})`;
      const waiting = rows.values();
      await Promise.all(
        Array.from({ length: atOnce }, async () => {
          for (const { id } of waiting) if (!signal.aborted) await send(id);
        }),
      );
      const last = rows.at(-1);
      if (!last || rows.length < batch) return;
      after = last;
    }
  }

  /** Asks the provider for an uncertain one. Found: it was sent. Not there after a quarter of an hour: it never was. */
  async function ask(id: string): Promise<void> {
    const [row] = await sql<{ to_address: string; taken_at: Date; channel: Channel }[]>`
      select to_address, taken_at, channel from public.outbox where id = ${id} and state = 'uncertain'`;
    const provider = row && providers[row.channel];
    if (!row || !provider?.find) return;
    const found = await provider.find({ id, to: row.to_address, since: row.taken_at });
    await sql`select private.settle_by_evidence(${id}, ${found}, ${at()})`;
  }

  const job: JobKind = {
    name: "outbox",
    concurrency: atOnce,
    wokenBy: { channel: "outbox_due", key: due },
    async findDue(limit) {
      await sql`select private.sweep_outbox(${env.AUTO_PUBLISH ?? null}, ${at()})`;
      const [any] = await sql`
        select from private.due_outbox('epoch', ${null}, 1, ${at()})
        union all (select from public.outbox where mail_data is not null limit 1)`;
      const uncertain = await sql<{ id: string }[]>`
        select id from public.outbox where state = 'uncertain' and ask_at <= coalesce(${at()}, now()) limit ${limit}`;
      return [...(any ? [due] : []), ...uncertain.map(({ id }) => asking + id)];
    },
    async run(key, signal) {
      if (key === due) {
        try {
          await composeMails(sql, mails, signal);
        } finally {
          await sendDue(signal);
        }
      } else if (key.startsWith(asking)) await ask(key.slice(asking.length));
      else await send(key);
    },
  };
  return { job, send };
}

interface Attempted {
  result: Result;
  error?: unknown;
  providerId?: string | undefined;
  refused?: readonly string[] | undefined;
}

async function attempt(provider: Provider, message: Outgoing): Promise<Attempted> {
  try {
    const said = await traceStep("client", `hand over to ${provider.name}`, {}, () => provider.deliver(message));
    return { result: "sent", providerId: said?.providerId, refused: said?.refused };
  } catch (error) {
    if (error instanceof UncertainDelivery) return { result: "uncertain", error };
    if (error instanceof MailboxRefused) return { result: "bounced", error };
    return { result: error instanceof PermanentFailure ? "failed" : "again", error };
  }
}

export interface GateSettings {
  /** AUTO_PUBLISH, where the environment sets it; undefined leaves it to the switch in Settings. */
  isOpen: boolean | undefined;
  identities?: string[];
  inboundAddress?: string | null | undefined;
  /** The address stays as it is: this server cannot open the setting. */
  keepsInbound?: boolean;
  mailHost?: string;
  siteIsHttps?: boolean;
  hasChat?: boolean;
  /** Mail has a provider; without one it ends in a folder of DATA_DIR. */
  hasMail?: boolean;
}

/** Tells the database what the server was told at its start, for functions that write rows there and for the gate. */
export async function setOutboxGate(sql: Sql, settings: boolean | GateSettings): Promise<void> {
  const {
    isOpen,
    identities = null,
    inboundAddress = null,
    keepsInbound = false,
    mailHost = null,
    siteIsHttps = null,
    hasChat = null,
    hasMail = null,
  } = typeof settings === "boolean" ? { isOpen: settings } : settings;
  await sql`
    update private.outbox_gate set is_fixed = ${isOpen !== undefined}, is_open = coalesce(${isOpen ?? null}, switched_on), identities = coalesce(${identities}, identities),
      inbound_address = case when ${keepsInbound} then inbound_address else ${inboundAddress} end, mail_host = coalesce(${mailHost}, mail_host),
      site_is_https = coalesce(${siteIsHttps}, site_is_https), has_chat = coalesce(${hasChat}, has_chat),
      has_mail = coalesce(${hasMail}, has_mail), had_mail = had_mail or coalesce(${hasMail}, false)`;
}
